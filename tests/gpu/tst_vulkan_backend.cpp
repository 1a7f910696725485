#include "core/exec/trace.h"
#include "core/ops/ops.h"
#include "core/program/rewrite.h"
#include "gpu/backend/device_list.h"
#include "tests/core/model_run.h"
#include "tests/core/node_times.h"
#include "tests/core/program_run.h"
#include "tests/core/refusal.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <thread>

using namespace heed::core;
using heed::gpu::VulkanBackend;
using heed::test::refusal;

namespace {

/// A template is a chain of up to a few dozen float32 kernels; its values are at most a few tens.
constexpr double kTemplateTolerance = 2e-5;
/// Sums of up to a thousand float32 numbers below 1, by partial sums: an error of a few roundings of the sum.
constexpr double kLongRowTolerance = 4e-6;

Tensor randomTruths(const Shape& shape, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> truths(static_cast<std::size_t>(shape.elementCount()));
  for (std::uint8_t& truth : truths) truth = random() % 3 != 0 ? 1 : 0;
  return Tensor::fromBools(shape, truths);
}

/// Every row kernel over rows of one length, and reductions along the other axis too.
std::shared_ptr<const Program> rowProgram(std::int64_t rows, std::int64_t length) {
  Builder builder;
  const Value x = builder.input("x", real({rows, length}));
  const Value mask = builder.input("mask", {ValueKind::Bool, {rows, length}});
  const Value gain = builder.input("gain", real({length}));
  std::vector<ProgramOutput> outputs;
  const auto output = [&](const char* name, Value value) { outputs.push_back({name, value}); };
  output("softmax", ops::softmax(builder, x));
  output("masked softmax", ops::softmax(builder, x, mask));
  output("log softmax", ops::logSoftmax(builder, x));
  output("layer norm", ops::layerNorm(builder, x, gain, gain, 1e-5));
  for (const int axis : {0, 1}) {
    output(axis == 0 ? "sum 0" : "sum 1", ops::reduceSum(builder, x, {axis}, ops::KeepDimensions::No));
    output(axis == 0 ? "mean 0" : "mean 1", ops::reduceMean(builder, x, {axis}, ops::KeepDimensions::Yes));
    output(axis == 0 ? "max 0" : "max 1", ops::reduceMax(builder, x, {axis}, ops::KeepDimensions::No));
    output(axis == 0 ? "min 0" : "min 1", ops::reduceMin(builder, x, {axis}, ops::KeepDimensions::No));
  }
  output("sum", ops::reduceSum(builder, x, {}, ops::KeepDimensions::No));
  return builder.finish(outputs);
}

/// A program of one input that takes about a second of a software driver and is mostly that op.
std::shared_ptr<const Program> longProgram(const QString& op) {
  Builder builder;
  if (op == QStringLiteral("scan")) {
    const Value sequence = builder.input("x", real({1000, 64, 64}));
    Builder body;
    const Value carry = body.input("carry", real({64, 64}));
    const Value item = body.input("item", real({64, 64}));
    const Value product = ops::tanh(body, ops::matmul(body, carry, item));
    const auto step = body.finish({{"carry", product}});
    const Value start = ops::broadcastTo(builder, builder.constant(0.1), {64, 64});
    const auto scanned = ops::scan(builder, step, {}, std::vector{start}, std::vector{sequence});
    return builder.finish({{"y", scanned.carries[0]}});
  }
  const bool isMatrix = op != QStringLiteral("tanh");
  const Shape shape = isMatrix ? Shape{256, 256} : Shape{200000};
  Value value = builder.input("x", real(shape));
  for (int i = 0; i < (isMatrix ? 20 : 500); ++i) {
    if (op == QStringLiteral("tanh")) value = ops::tanh(builder, value);
    if (op == QStringLiteral("softmax")) {
      for (int j = 0; j < 60; ++j) value = ops::softmax(builder, value);
    }
    for (int j = 0; j < 10 && op == QStringLiteral("matmul"); ++j) {
      value = ops::tanh(builder, ops::matmul(builder, value, value));
    }
    for (int j = 0; j < 4 && op == QStringLiteral("attention"); ++j) {
      value = ops::attention(builder, value, value, value, {}, {}, 0.1);
    }
  }
  return builder.finish({{"y", value}});
}

/// An op that no backend has a kernel for.
const OpDef& strangeOp() {
  static const OpDef op = [] {
    OpDef record;
    record.name = "strange";
    record.infer = [](std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
      return std::vector<ValueType>(inputs.begin(), inputs.end());
    };
    return record;
  }();
  return op;
}

}  // namespace

/// Whole programs on Vulkan against the CPU in float64, while the validation layer watches.
class TestVulkanBackend : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_backend = watchedBackend(); }
  void devicesAreListed();
  void templatesAgreeStepByStep_data();
  void templatesAgreeStepByStep();
  void longRowsAgree_data();
  void longRowsAgree();
  void productsAgree_data();
  void productsAgree();
  void manyElements();
  void runsAreRepeatable();
  void outputsMayBeInputsOrConstants();
  void plansOutliveTheirBackend();
  void oneSubmissionARun();
  void timesAreTakenOnRequest();
  void stopsBeforeItStarts();
  void stopsBetweenSubmissions_data();
  void stopsBetweenSubmissions();
  void tooMuchMemoryIsRefused();
  void refusalsAreSentences();
  void cleanup() { QVERIFY2(m_backend->validationMessages().empty(), joined(m_backend->validationMessages()).c_str()); }

 private:
  void compare(const std::shared_ptr<const Program>& program, const std::vector<Tensor>& inputs, double tolerance);

  std::unique_ptr<VulkanBackend> m_backend;
};

void TestVulkanBackend::compare(const std::shared_ptr<const Program>& program, const std::vector<Tensor>& inputs,
                                double tolerance) {
  const std::vector<Tensor> exact = ProgramRun()(program, inputs);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> found = runOn(*m_backend, *plan, inputs);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double distance = largestDistance(found[i], exact[i]);
    QVERIFY2(
        distance <= tolerance,
        fmt::format("{} differs by {} where {} is allowed", program->outputs()[i].name, distance, tolerance).c_str());
  }
}

void TestVulkanBackend::devicesAreListed() {
  const auto devices = heed::gpu::vulkanDevices();
  QVERIFY(!devices.empty());
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (!devices[i].shortcoming.empty()) continue;
    const auto backend = VulkanBackend::create({.validates = false, .device = static_cast<int>(i)});
    QCOMPARE(backend->deviceName(), devices[i].name);
  }
}

void TestVulkanBackend::templatesAgreeStepByStep_data() {
  QTest::addColumn<QString>("id");
  for (const std::string& id : heed::test::templateIds()) {
    QTest::addRow("%s", id.c_str()) << QString::fromStdString(id);
  }
}

void TestVulkanBackend::templatesAgreeStepByStep() {
  QFETCH(QString, id);
  const DocumentData document = heed::test::templateDocument(id.toStdString());
  const heed::test::ModelRun exact = heed::test::runModel(document);
  const auto whole = exact.lowered.program;
  for (const auto& program : {whole, fullyExpanded(*whole)}) {
    const auto plan = m_backend->prepare(program, Keep::Steps, Precision::Float32);
    Trace trace(program, TraceRequest{{}, std::size_t{1} << 30U});
    ThreadPool pool(1);
    KernelContext kernel{{}, pool, document.seed};
    RunContext context{kernel, nullptr, &trace};
    const std::vector<Tensor> outputs = m_backend->run(*plan, exact.lowered.inputs, context).outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      QVERIFY(largestDistance(outputs[i], exact.outputs[i]) <= kTemplateTolerance);
    }
    for (std::size_t i = 0; i < whole->steps().size(); ++i) {
      const Step& step = whole->steps()[i];
      const Tensor& found = trace.kept(program->stepIndex(step.id));
      QVERIFY2(!found.isNull(), step.id.c_str());
      const double distance = largestDistance(found, exact.trace->kept(static_cast<int>(i)));
      QVERIFY2(distance <= kTemplateTolerance, fmt::format("{} differs by {}", step.id, distance).c_str());
    }
  }
}

void TestVulkanBackend::longRowsAgree_data() {
  QTest::addColumn<int>("rows");
  QTest::addColumn<int>("length");
  QTest::addRow("a thread each") << 5 << 16;
  QTest::addRow("eight threads a row") << 19 << 17;
  QTest::addRow("eight threads, many columns") << 3 << 256;
  QTest::addRow("sixty-four threads a row") << 3 << 257;
  QTest::addRow("long") << 2 << 1003;
}

void TestVulkanBackend::longRowsAgree() {
  QFETCH(int, rows);
  QFETCH(int, length);
  const Shape shape{rows, length};
  compare(rowProgram(rows, length), {randomTensor(shape, 1), randomTruths(shape, 2), randomTensor({length}, 3)},
          kLongRowTolerance);
}

void TestVulkanBackend::productsAgree_data() {
  QTest::addColumn<int>("m");
  QTest::addColumn<int>("k");
  QTest::addColumn<int>("n");
  QTest::addRow("a tile") << 32 << 16 << 32;
  QTest::addRow("no multiple of anything") << 67 << 129 << 65;
  QTest::addRow("flat") << 1 << 300 << 97;
  QTest::addRow("thin") << 131 << 1 << 1;
}

void TestVulkanBackend::productsAgree() {
  QFETCH(int, m);
  QFETCH(int, k);
  QFETCH(int, n);
  for (const bool transposeA : {false, true}) {
    for (const bool transposeB : {false, true}) {
      const Shape left = transposeA ? Shape{3, 1, k, m} : Shape{3, 1, m, k};
      const Shape right = transposeB ? Shape{2, n, k} : Shape{2, k, n};
      Builder builder;
      const Value a = builder.input("a", real(left));
      const Value b = builder.input("b", real(right));
      const Value product = ops::matmul(builder, a, b, transposeA ? ops::Transpose::Yes : ops::Transpose::No,
                                        transposeB ? ops::Transpose::Yes : ops::Transpose::No);
      // A running sum of k products below 1 is off by at most k roundings of a sum of some sqrt(k).
      compare(builder.finish({{"product", product}}), {randomTensor(left, 4), randomTensor(right, 5)}, 2e-5);
    }
  }
}

/// More workgroups than one dimension takes.
void TestVulkanBackend::manyElements() {
  const Shape shape{65535 * 128 + 77};
  Builder builder;
  const Value x = builder.input("x", real(shape));
  const auto program = builder.finish({{"y", ops::negate(builder, x)}});
  const Tensor input = randomTensor(shape, 6);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> found = runOn(*m_backend, *plan, std::vector{input});
  for (std::size_t i = 0; i < input.floats().size(); ++i) {
    if (found[0].floats()[i] != -input.floats()[i]) QFAIL(fmt::format("element {} differs", i).c_str());
  }
}

void TestVulkanBackend::runsAreRepeatable() {
  const auto program = rowProgram(7, 300);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const auto inputs = [](std::uint64_t seed) {
    return std::vector{randomTensor({7, 300}, seed), randomTruths({7, 300}, seed), randomTensor({300}, seed)};
  };
  const std::vector<Tensor> first = runOn(*m_backend, *plan, inputs(1));
  const std::vector<Tensor> other = runOn(*m_backend, *plan, inputs(2));
  const std::vector<Tensor> again = runOn(*m_backend, *plan, inputs(1));
  for (std::size_t i = 0; i < first.size(); ++i) {
    QVERIFY(again[i].identicalTo(first[i]));
    QVERIFY(!other[i].identicalTo(first[i]));
  }
}

void TestVulkanBackend::outputsMayBeInputsOrConstants() {
  Builder builder;
  const Value x = builder.input("x", {ValueKind::Bool, {3}});
  const Value unused = builder.input("unused", real({2}));
  const Value constant = builder.constant(Tensor::fromInts({2}, {7, -7}));
  const auto program = builder.finish({{"x", x}, {"unused", unused}, {"constant", constant}, {"again", x}});
  const std::vector<Tensor> inputs = {Tensor::fromBools({3}, {1, 0, 1}), randomTensor({2}, 1)};
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> found = runOn(*m_backend, *plan, inputs);
  QVERIFY(found[0].identicalTo(inputs[0]));
  QVERIFY(found[1].identicalTo(inputs[1]));
  QVERIFY(found[2].identicalTo(Tensor::fromInts({2}, {7, -7})));
  QVERIFY(found[3].identicalTo(inputs[0]));
}

void TestVulkanBackend::plansOutliveTheirBackend() {
  auto backend = watchedBackend();
  const auto plan = backend->prepare(rowProgram(2, 3), Keep::Outputs, Precision::Float32);
  backend.reset();
  QVERIFY(plan->peakBytes() > 0);
}

void TestVulkanBackend::oneSubmissionARun() {
  const DocumentData document = heed::test::templateDocument("self-attention");
  const heed::test::ModelRun exact = heed::test::runModel(document);
  const auto plan = m_backend->prepare(exact.lowered.program, Keep::Steps, Precision::Float32);
  // Runs are cut by what they took, so on a busy machine a run may be cut; one of many is not.
  std::uint64_t fewest = 1000;
  std::uint64_t fewestTraced = 1000;
  for (int attempt = 0; attempt < 50 && (fewest > 1 || fewestTraced > 2); ++attempt) {
    const std::uint64_t before = m_backend->submissions();
    std::ignore = runOn(*m_backend, *plan, exact.lowered.inputs);
    const std::uint64_t middle = m_backend->submissions();
    Trace trace(exact.lowered.program, {});
    std::ignore = runOn(*m_backend, *plan, exact.lowered.inputs, &trace);
    fewest = std::min(fewest, middle - before);
    fewestTraced = std::min(fewestTraced, m_backend->submissions() - middle);
  }
  QCOMPARE(fewest, std::uint64_t{1});
  QCOMPARE(fewestTraced, std::uint64_t{2});
}

/// The device's clock and the host's are two: a tenth more and a millisecond are allowed.
void TestVulkanBackend::timesAreTakenOnRequest() {
  const auto program = rowProgram(300, 301);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> inputs = {randomTensor({300, 301}, 1), randomTruths({300, 301}, 1), randomTensor({301}, 1)};
  const std::vector<Tensor> plain = runOn(*m_backend, *plan, inputs);
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 7};
  for (int repetition = 0; repetition < 2; ++repetition) {
    NodeTimes times;
    RunContext context{.kernel = kernel, .times = &times};
    const RunResult timed = m_backend->run(*plan, inputs, context);
    QCOMPARE(times.seconds.size(), plan->program().nodes().size());
    for (const auto& [node, seconds] : times.seconds) QVERIFY(seconds >= 0.0);
    QVERIFY2(times.total() > 0.0, "a million elements cost something");
    QVERIFY2(times.total() <= 1.1 * timed.seconds + 1e-3,
             fmt::format("{} of {} seconds", times.total(), timed.seconds).c_str());
    for (std::size_t i = 0; i < plain.size(); ++i) QVERIFY(timed.outputs[i].identicalTo(plain[i]));
  }
}

void TestVulkanBackend::stopsBeforeItStarts() {
  const auto plan = m_backend->prepare(rowProgram(2, 3), Keep::Outputs, Precision::Float32);
  std::stop_source source;
  source.request_stop();
  ThreadPool pool(1);
  KernelContext kernel{source.get_token(), pool, 0};
  RunContext context{kernel};
  const std::vector<Tensor> inputs = {randomTensor({2, 3}, 1), randomTruths({2, 3}, 1), randomTensor({3}, 1)};
  QVERIFY_THROWS_EXCEPTION(Cancelled, std::ignore = m_backend->run(*plan, inputs, context));
}

void TestVulkanBackend::stopsBetweenSubmissions_data() {
  QTest::addColumn<QString>("op");
  for (const char* op : {"tanh", "matmul", "attention", "softmax", "scan"}) QTest::addRow("%s", op) << op;
}

/// A long program is several submissions of about equal work, and a stop is looked for between them: so no more of the
/// run goes on behind it than the submissions that the device has already, two at most.
void TestVulkanBackend::stopsBetweenSubmissions() {
  QFETCH(QString, op);
  const auto program = longProgram(op);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> inputs = {randomTensor(program->type(program->inputs()[0].value).shape, 1)};
  const std::uint64_t atFirst = m_backend->submissions();
  std::ignore = runOn(*m_backend, *plan, inputs);
  const std::uint64_t whole = m_backend->submissions() - atFirst;
  QVERIFY2(whole >= 5, fmt::format("so long a program is cut, not run in {}", whole).c_str());
  const std::uint64_t before = m_backend->submissions();
  std::stop_source source;
  ThreadPool pool(1);
  KernelContext kernel{source.get_token(), pool, 0};
  Progress progress;
  RunContext context{kernel, &progress, nullptr};
  double atStop = 0.0;
  std::jthread stopper([&] {
    while (progress.fraction() == 0.0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    source.request_stop();
    atStop = progress.fraction();
  });
  QVERIFY_THROWS_EXCEPTION(Cancelled, std::ignore = m_backend->run(*plan, inputs, context));
  stopper.join();
  // This run may be cut otherwise than the one before, which was measured on the way.
  const auto ended = static_cast<double>(m_backend->submissions() - before);
  const double behind = (1.0 - atStop / progress.fraction()) * ended;
  QVERIFY2(behind <= 2.5, fmt::format("{} of {} submissions ended behind the stop", behind, ended).c_str());
}

/// More than a software driver gives, and more than kernels count; what is in order goes on working.
void TestVulkanBackend::tooMuchMemoryIsRefused() {
  for (const std::int64_t columns : {2047, 1 << 20}) {
    Builder builder;
    const Value x = builder.input("x", real({1}));
    const Value wide = ops::broadcastTo(builder, x, {1 << 20, columns});
    const auto program = builder.finish({{"y", ops::slice(builder, wide, 0, 0, 1)}});
    try {
      std::ignore = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
      QFAIL("it was prepared");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Device);
    }
  }
  compare(rowProgram(2, 3), {randomTensor({2, 3}, 1), randomTruths({2, 3}, 2), randomTensor({3}, 3)},
          kLongRowTolerance);
}

void TestVulkanBackend::refusalsAreSentences() {
  const auto program = rowProgram(2, 3);
  QCOMPARE(QString::fromStdString(
               refusal([&] { std::ignore = m_backend->prepare(program, Keep::Outputs, Precision::Float64); })),
           QStringLiteral("Vulkan computes in float32; float64 needs the CPU"));
  QVERIFY(!m_backend->supports(Precision::Float64));
  QVERIFY(!m_backend->supports(strangeOp()));
  Builder builder;
  const Value x = builder.input("x", real({2}));
  const auto strange = builder.finish({{"y", builder.appendOne(strangeOp(), {x})}});
  QCOMPARE(QString::fromStdString(
               refusal([&] { std::ignore = m_backend->prepare(strange, Keep::Outputs, Precision::Float32); })),
           QStringLiteral("the op strange has no kernel for Vulkan; the program needs the CPU"));
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::string missing = refusal([&] { std::ignore = runOn(*m_backend, *plan, {}); });
  QVERIFY2(missing.find("0 tensors were given for the 3 inputs") != std::string::npos, missing.c_str());
}

QTEST_GUILESS_MAIN(TestVulkanBackend)
#include "tst_vulkan_backend.moc"
