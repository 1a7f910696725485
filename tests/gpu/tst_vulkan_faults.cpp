#include "core/autodiff/gradients.h"
#include "core/exec/trace.h"
#include "core/ops/ops.h"
#include "gpu/vulkan/instance.h"
#include "tests/core/attention_program.h"
#include "tests/core/node_times.h"
#include "tests/core/program_run.h"
#include "tests/core/refusal.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <optional>

using namespace heed::core;
using namespace heed::gpu;
using heed::test::refusal;

namespace {

/// A handful of float32 kernels on values of some units.
constexpr double kTolerance = 2e-5;

/// A recurrence over the rows of a matrix.
Value lastState(Builder& builder, Value rows) {
  const ValueType row{ValueKind::Real, {AttentionProgram::kChannels}};
  Builder body;
  const Value state = body.input("state", row);
  const Value item = body.input("item", row);
  const auto step = body.finish({{"state", ops::tanh(body, ops::add(body, state, item))}});
  const Value start = ops::broadcastTo(builder, builder.constant(0.1), row.shape);
  return ops::scan(builder, step, {}, std::vector{start}, std::vector{rows}).carries[0];
}

/// Attention, a norm, a recurrence and, as the last output, a loss.
std::shared_ptr<const Program> smallModel(AttentionProgram& attention) {
  Builder& builder = attention.builder;
  const Value gain = ops::broadcastTo(builder, builder.constant(0.7), {AttentionProgram::kChannels});
  const Value y = ops::layerNorm(builder, attention.output, gain, gain, 0.5);
  const Value mean = ops::reduceMean(builder, ops::multiply(builder, y, attention.output), {}, ops::KeepDimensions::No);
  const Value state = lastState(builder, attention.output);
  const Value loss = ops::add(builder, mean, ops::reduceMean(builder, state, {}, ops::KeepDimensions::No));
  return builder.finish({{"y", y}, {"loss", loss}});
}

/// As many times as it takes until more than 500 calls may fail.
constexpr int kRepetitions = 7;
/// So that no row takes minutes under a sanitizer.
constexpr int kCallsOfARow = 100;

/// Throws what no failure of Vulkan may lead to.
void require(bool condition, const char* what) {
  if (!condition) throw std::logic_error(what);
}

/// How a trial ended: the sentence of its error, or nothing.
using Ending = std::optional<std::string>;

}  // namespace

/// Vulkan fails at each call in turn, and memory ends at each size: numbers are right or there is an error of the
/// device, nothing leaks, and what is left works or says why it does not.
class TestVulkanFaults : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyCallMayFail_data();
  void everyCallMayFail();
  void memoryMayEnd();
  void memoryEndsInALargeProgram();
  void lostDevicesStayLost();

 private:
  [[nodiscard]] bool isRight(const std::vector<Tensor>& found, const std::vector<Tensor>& exact) const;
  void useEverything(Backend& backend, int repetitions) const;
  [[nodiscard]] Ending trial(const std::shared_ptr<Faults>& faults) const;

  std::unique_ptr<Instance> m_instance;  ///< keeps the layer and the driver loaded between the trials
  std::shared_ptr<const Program> m_forward;
  std::shared_ptr<const Program> m_gradient;
  std::vector<Tensor> m_inputs;
  std::vector<Tensor> m_exactForward;
  std::vector<Tensor> m_exactGradient;
};

void TestVulkanFaults::initTestCase() {
  m_instance = Instance::create({.validation = Validation::On});
  AttentionProgram attention;
  m_forward = smallModel(attention);
  m_gradient = withGradients(*m_forward, {m_forward->outputs().back().value});
  m_inputs = attention.tensors;
  m_exactForward = ProgramRun()(m_forward, m_inputs);
  m_exactGradient = ProgramRun()(m_gradient, m_inputs);
}

bool TestVulkanFaults::isRight(const std::vector<Tensor>& found, const std::vector<Tensor>& exact) const {
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (!(largestDistance(found[i], exact[i]) <= kTolerance)) return false;
  }
  return found.size() == exact.size();
}

/// Prepares and runs both programs, plain, traced and with times, again and again.
void TestVulkanFaults::useEverything(Backend& backend, int repetitions) const {
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    const auto forward = backend.prepare(m_forward, Keep::Steps, Precision::Float32);
    Trace trace(m_forward, {});
    require(isRight(runOn(backend, *forward, m_inputs, &trace), m_exactForward), "a traced number is wrong");
    require(!trace.kept(m_forward->stepIndex("head/weights")).isNull(), "a step is missing");
    const auto gradient = backend.prepare(m_gradient, Keep::Outputs, Precision::Float32);
    require(isRight(runOn(backend, *gradient, m_inputs), m_exactGradient), "a gradient is wrong");
    NodeTimes times;
    ThreadPool pool(1);
    KernelContext kernel{{}, pool, 7};
    RunContext context{.kernel = kernel, .times = &times};
    require(isRight(backend.run(*gradient, m_inputs, context).outputs, m_exactGradient), "a timed gradient is wrong");
    require(!times.seconds.empty(), "the times are missing");
    require(isRight(runOn(backend, *forward, m_inputs), m_exactForward), "a number is wrong");
  }
}

/// Makes a backend and uses it; another use must then do the same..
Ending TestVulkanFaults::trial(const std::shared_ptr<Faults>& faults) const {
  const auto log = std::make_shared<ValidationLog>();
  Ending ending;
  {
    std::unique_ptr<VulkanBackend> backend;
    for (int use = 0; use < 2; ++use) {
      try {
        if (backend == nullptr) {
          backend = VulkanBackend::create({.validates = true, .faults = faults, .validationLog = log});
        }
        useEverything(*backend, use == 0 ? kRepetitions : 1);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::Device || error.text().english().empty()) throw std::logic_error(error.what());
        ending = error.what();
      }
    }
  }
  if (!log->messages().empty()) throw std::logic_error(joined(log->messages()));
  if (faults->memoryInUse() != 0) throw std::logic_error("memory was not freed");
  return ending;
}

/// Every call up to the 500th fails for want of the host's memory. The first repetition of everything fails in the
/// other ways too, and then, to save time, every seventh call.
void TestVulkanFaults::everyCallMayFail_data() {
  QTest::addColumn<int>("kind");
  QTest::addColumn<int>("first");
  QTest::addColumn<int>("step");
  const auto rows = [](const char* name, FaultKind kind, int laterStep) {
    for (int first = 1; first <= 500; first += kCallsOfARow) {
      QTest::addRow("%s, from call %d", name, first) << static_cast<int>(kind) << first << (first == 1 ? 1 : laterStep);
    }
  };
  rows("no host memory", FaultKind::HostMemory, 1);
  rows("no device memory", FaultKind::DeviceMemory, 7);
  rows("device lost", FaultKind::DeviceLost, 7);
}

void TestVulkanFaults::everyCallMayFail() {
  QFETCH(int, kind);
  QFETCH(int, first);
  QFETCH(int, step);
  const auto faults = std::make_shared<Faults>();
  if (first == 1) {
    QCOMPARE(trial(faults), Ending());
    QVERIFY2(faults->calls() >= 500, fmt::format("{} calls may fail", faults->calls()).c_str());
  }
  for (int number = first; number < first + kCallsOfARow; number += step * faultStride()) {
    faults->failCall(static_cast<std::uint64_t>(number), static_cast<FaultKind>(kind));
    try {
      const Ending ending = trial(faults);
      QVERIFY2(ending || faults->failedFunction() == "vkWaitSemaphores",
               fmt::format("call {} failed unseen", number).c_str());
    } catch (const std::logic_error& error) {
      QFAIL(fmt::format("call {}, {}: {}", number, faults->failedFunction(), error.what()).c_str());
    }
  }
}

void TestVulkanFaults::memoryMayEnd() {
  bool wasEnough = false;
  for (std::uint64_t limit = std::uint64_t{1} << 20U; limit <= std::uint64_t{1} << 30U; limit *= 2) {
    const auto faults = std::make_shared<Faults>();
    faults->limitMemory(limit);
    try {
      const Ending ending = trial(faults);
      QVERIFY2(!(wasEnough && ending), "more memory is enough too");
      wasEnough = !ending;
    } catch (const std::logic_error& error) {
      QFAIL(fmt::format("{} bytes: {}", limit, error.what()).c_str());
    }
  }
  QVERIFY(wasEnough);
}

void TestVulkanFaults::memoryEndsInALargeProgram() {
  Builder builder;
  const Value x = builder.input("x", {ValueKind::Real, {1000, 1000}});
  const auto program = builder.finish({{"y", ops::tanh(builder, ops::matmul(builder, x, x))}});
  const std::vector<Tensor> inputs = {Tensor::zeros(ElementKind::Float32, {1000, 1000})};
  const auto faults = std::make_shared<Faults>();
  const auto log = std::make_shared<ValidationLog>();
  auto backend = VulkanBackend::create({.validates = true, .faults = faults, .validationLog = log});
  int refusals = 0;
  for (std::uint64_t limit = std::uint64_t{1} << 20U; limit <= std::uint64_t{1} << 28U; limit *= 2) {
    faults->limitMemory(limit);
    const std::string sentence = refusal([&] {
      const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
      QCOMPARE(runOn(*backend, *plan, inputs)[0].floats()[999999], 0.0F);
    });
    if (sentence == "accepted") break;
    QVERIFY2(sentence.find("the device has no memory left") != std::string::npos, sentence.c_str());
    ++refusals;
  }
  QVERIFY2(refusals >= 3 && refusals < 8, fmt::format("{} limits were too low for some 16 MB", refusals).c_str());
  QCOMPARE(faults->memoryInUse(), std::uint64_t{0});
  backend.reset();
  QVERIFY2(log->messages().empty(), joined(log->messages()).c_str());
}

/// Every later run says so at once; nothing waits for what will not come.
void TestVulkanFaults::lostDevicesStayLost() {
  const auto faults = std::make_shared<Faults>();
  const auto backend = VulkanBackend::create({.validates = true, .faults = faults});
  const auto plan = backend->prepare(m_forward, Keep::Outputs, Precision::Float32);
  faults->failCall(1, FaultKind::DeviceLost);
  for (int run = 0; run < 3; ++run) {
    const std::string sentence = refusal([&] { std::ignore = runOn(*backend, *plan, m_inputs); });
    QVERIFY2(sentence.find("the device was lost") != std::string::npos, sentence.c_str());
  }
  // It is really there, but was given up.
  faults->failCall(0, FaultKind::DeviceLost);
  const std::string later = refusal([&] { std::ignore = runOn(*backend, *plan, m_inputs); });
  QVERIFY2(later.find("the device was lost") != std::string::npos, later.c_str());
  const std::string preparing =
      refusal([&] { std::ignore = backend->prepare(m_gradient, Keep::Outputs, Precision::Float32); });
  QVERIFY2(preparing.find("the device was lost") != std::string::npos, preparing.c_str());
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

QTEST_GUILESS_MAIN(TestVulkanFaults)
#include "tst_vulkan_faults.moc"
