#include "core/exec/fallback_backend.h"
#include "core/exec/trace.h"
#include "gpu/backend/vulkan_backend.h"
#include "gpu/vulkan/faults.h"
#include "gpu/vulkan/instance.h"
#include "tests/core/attention_program.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

using namespace heed::core;
using namespace heed::gpu;

// Vulkan behind the fallback, failing at every call in turn and with too little memory: each run ends with the numbers
// of the CPU, and nothing of the device's memory is left over.

namespace {

/// Attention's float32 tolerance, as its op has it, for the few ops of the program.
constexpr double kTolerance = 4e-6;

}  // namespace

class TestVulkanFallback : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyCallMayFail_data();
  void everyCallMayFail();
  void littleMemoryIsNoEnd_data();
  void littleMemoryIsNoEnd();
  void aLostDeviceIsNotTriedAgain();

 private:
  /// Runs the program until `calls` calls were made, on a new backend that fails as `faults` says.
  void runUntil(const std::shared_ptr<Faults>& faults, std::uint64_t calls);

  AttentionProgram m_attention;
  std::shared_ptr<const Program> m_program = m_attention.finish();
  std::vector<Tensor> m_tensors = m_attention.tensors;
  CpuBackend m_cpu;
  std::unique_ptr<Instance> m_instance = Instance::create({});  ///< keeps the driver loaded between the trials
};

void TestVulkanFallback::runUntil(const std::shared_ptr<Faults>& faults, std::uint64_t calls) {
  const Tensor expected = ProgramRun{}(m_program, m_tensors).front();
  std::unique_ptr<VulkanBackend> vulkan;
  try {
    vulkan = VulkanBackend::create({.faults = faults});
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::Device);
    QVERIFY(!error.text().english().empty());
    QVERIFY(!faults->failedFunction().empty());
    return;
  }
  FallbackBackend backend(*vulkan, m_cpu);
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 7};
  do {
    const auto plan = backend.prepare(m_program, Keep::Steps, Precision::Float32);
    for (int repetition = 0; repetition < 2; ++repetition) {
      Trace trace(m_program, {});
      RunContext context{.kernel = kernel, .trace = &trace};
      const RunResult result = backend.run(*plan, m_tensors, context);
      QVERIFY(largestDistance(result.outputs.front(), expected) <= kTolerance);
      for (std::size_t step = 0; step < m_program->steps().size(); ++step)
        QVERIFY(!trace.kept(static_cast<int>(step)).isNull());
    }
  } while (faults->failedFunction().empty() && faults->calls() < calls);
  QVERIFY2(!faults->failedFunction().empty(), "the call was reached");
  // Waiting is tried again, as memory comes back; the end of a backend waits too and has nothing to report.
  const bool mayBeSilent = faults->failedFunction() == "vkWaitSemaphores";
  QVERIFY2(mayBeSilent || !backend.lastReason().isEmpty(), faults->failedFunction().c_str());
  QCOMPARE(backend.hasGivenUp(), vulkan->isLost());
}

void TestVulkanFallback::everyCallMayFail_data() {
  QTest::addColumn<int>("kind");
  QTest::newRow("host memory") << static_cast<int>(FaultKind::HostMemory);
  QTest::newRow("device memory") << static_cast<int>(FaultKind::DeviceMemory);
  QTest::newRow("lost device") << static_cast<int>(FaultKind::DeviceLost);
}

void TestVulkanFallback::everyCallMayFail() {
  QFETCH(int, kind);
  for (std::uint64_t number = 1; number <= 500; number += static_cast<std::uint64_t>(faultStride())) {
    const auto faults = std::make_shared<Faults>();
    faults->failCall(number, static_cast<FaultKind>(kind));
    runUntil(faults, number);
    if (QTest::currentTestFailed()) QFAIL(fmt::format("call {}, {}", number, faults->failedFunction()).c_str());
    QCOMPARE(faults->memoryInUse(), std::uint64_t{0});
  }
}

void TestVulkanFallback::littleMemoryIsNoEnd_data() {
  QTest::addColumn<int>("mebibytes");
  for (const int size : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128}) QTest::addRow("%d MiB", size) << size;
}

/// The sum of two matrices of 1024 x 1024 holds 12 MiB, and as much again on its way to and from the host.
void TestVulkanFallback::littleMemoryIsNoEnd() {
  QFETCH(int, mebibytes);
  Builder builder;
  const Value a = builder.input("a", {ValueKind::Real, {1024, 1024}});
  const Value b = builder.input("b", {ValueKind::Real, {1024, 1024}});
  const auto program = builder.finish({{"sum", ops::add(builder, a, b)}});
  TensorBuffer buffer(ElementKind::Float32, {1024, 1024});
  for (std::int64_t i = 0; i < 1024 * 1024; ++i) buffer.setAt(i, static_cast<double>(i % 251));
  const Tensor tensor = buffer.finish();
  const auto faults = std::make_shared<Faults>();
  faults->limitMemory(static_cast<std::uint64_t>(mebibytes) << 20U);
  const auto vulkan = VulkanBackend::create({.faults = faults});
  FallbackBackend backend(*vulkan, m_cpu);
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 7};
  RunContext context{.kernel = kernel};
  for (int repetition = 0; repetition < 2; ++repetition) {
    const auto plan = backend.prepare(program, Keep::Outputs, Precision::Float32);
    const std::vector<Tensor> inputs = {tensor, tensor};
    const Tensor sum = backend.run(*plan, inputs, context).outputs.front();
    for (std::int64_t i = 0; i < 1024 * 1024; i += 97) QCOMPARE(sum.at(i), 2.0 * static_cast<double>(i % 251));
  }
  if (mebibytes < 12) QCOMPARE(backend.name(), std::string("cpu"));
  if (mebibytes >= 128) QCOMPARE(backend.name(), std::string("vulkan"));
  QCOMPARE(backend.lastReason().isEmpty(), backend.name() == "vulkan");
}

void TestVulkanFallback::aLostDeviceIsNotTriedAgain() {
  const auto faults = std::make_shared<Faults>();
  const auto vulkan = VulkanBackend::create({.faults = faults});
  FallbackBackend backend(*vulkan, m_cpu);
  const auto plan = backend.prepare(m_program, Keep::Outputs, Precision::Float32);
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 7};
  RunContext context{.kernel = kernel};
  faults->failCall(1, FaultKind::DeviceLost);
  static_cast<void>(backend.run(*plan, m_tensors, context));
  QVERIFY(backend.hasGivenUp());
  const std::uint64_t calls = faults->calls();
  const auto later = backend.prepare(m_program, Keep::Outputs, Precision::Float32);
  static_cast<void>(backend.run(*later, m_tensors, context));
  QCOMPARE(faults->calls(), calls);
}

QTEST_GUILESS_MAIN(TestVulkanFallback)
#include "tst_vulkan_fallback.moc"
