#include "core/autodiff/gradients.h"
#include "core/ops/ops.h"
#include "gpu/backend/cutter.h"
#include "tests/core/node_times.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <chrono>
#include <numeric>
#include <random>

using namespace heed::core;
using namespace heed::gpu;

namespace {

/// A program with the tensors for its inputs.
struct Case {
  Builder builder;
  std::vector<Tensor> tensors;

  Value input(const Shape& shape) {
    tensors.push_back(randomTensor(shape, tensors.size() + 1));
    return builder.input(fmt::format("input {}", tensors.size()), real(shape));
  }
};

constexpr std::int64_t kWidth = 16;

/// A gated recurrence: 9 nodes, 2 of them products.
std::shared_ptr<const Program> gatedBody() {
  Builder body;
  const Value weights = body.input("weights", real({kWidth, kWidth}));
  const Value carry = body.input("h", real({1, kWidth}));
  const Value slice = body.input("x", real({1, kWidth}));
  const Value gate = ops::sigmoid(body, ops::add(body, ops::matmul(body, carry, weights), slice));
  const Value candidate =
      ops::tanh(body, ops::add(body, ops::matmul(body, ops::multiply(body, carry, gate), weights), slice));
  const Value next = ops::add(body, carry, ops::multiply(body, gate, ops::subtract(body, candidate, carry)));
  return body.finish({{"h", next}, {"all", next}});
}

ops::ScanResult gatedScan(Case& test, std::int64_t steps) {
  const std::vector<Value> constants = {test.input({kWidth, kWidth})};
  const std::vector<Value> carries = {test.input({1, kWidth})};
  const std::vector<Value> sequences = {test.input({steps, 1, kWidth})};
  return ops::scan(test.builder, gatedBody(), constants, carries, sequences);
}

std::shared_ptr<const Program> gatedProgram(Case& test, std::int64_t steps) {
  const ops::ScanResult scan = gatedScan(test, steps);
  return test.builder.finish({{"last", scan.carries[0]}, {"all", scan.stacked[0]}});
}

/// Loops at random places of a sequence of works.
std::vector<Loop> randomLoops(std::mt19937& random, std::size_t works) {
  std::vector<Loop> loops;
  for (std::size_t first = random() % 4; first < works; first += random() % 4) {
    const std::size_t count = 1 + random() % std::min<std::size_t>(5, works - first);
    loops.push_back({first, count, static_cast<std::uint32_t>(1 + random() % 300)});
    first += count;
  }
  return loops;
}

/// Counts what is handed out, in order.
class Ledger {
 public:
  Ledger(std::span<const Work> works, std::span<const Loop> loops) : m_works(works), m_loops(loops) {}

  void take(const Part& part) {
    QCOMPARE(part.action, m_action);
    const auto found = std::ranges::find_if(m_loops, [&](const Loop& loop) { return loop.holds(m_action); });
    if (part.rounds > 0) {
      QVERIFY(found != m_loops.end() && found->first == m_action && m_group == 0);
      m_round += part.rounds;
      QVERIFY(m_round <= found->rounds);
      if (m_round == found->rounds) leave(found->end());
      return;
    }
    QCOMPARE(part.firstGroup, m_group);
    QVERIFY(part.groups > 0);
    m_group += part.groups;
    QVERIFY(m_group <= m_works[m_action].groups);
    if (m_group < m_works[m_action].groups) return;
    m_group = 0;
    ++m_action;
    if (found == m_loops.end() || m_action < found->end()) return;
    if (++m_round == found->rounds) {
      leave(m_action);
    } else {
      m_action = found->first;
    }
  }
  [[nodiscard]] std::size_t action() const { return m_action; }

 private:
  void leave(std::size_t next) {
    m_action = next;
    m_round = 0;
  }

  std::span<const Work> m_works;
  std::span<const Loop> m_loops;
  std::size_t m_action = 0;
  std::uint32_t m_group = 0;
  std::uint32_t m_round = 0;
};

}  // namespace

/// Scans on Vulkan: a body that has memory, kernels and commands once, and runs as often as the sequence has times.
class TestVulkanLoops : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_backend = watchedBackend(); }
  void everyRoundIsHandedOutOnce();
  void longRecurrencesAgree_data();
  void longRecurrencesAgree();
  void gradientsAgree();
  void memoryHoldsTheBodyOnce();
  void carriesMayCross_data();
  void carriesMayCross();
  void scansInsideScansAgree();
  void unusedResultsTakeNothing();
  void emptySequencesAgree();
  void wrongIndicesAreNamed();
  void timesBelongToTheScan();
  void longRoundsAreCutInside();
  void cleanup() { QVERIFY2(m_backend->validationMessages().empty(), joined(m_backend->validationMessages()).c_str()); }

 private:
  /// The largest distance between Vulkan's numbers, run after run, and those of the CPU in float64.
  [[nodiscard]] double distance(const std::shared_ptr<const Program>& program, const std::vector<Tensor>& inputs);
  [[nodiscard]] std::int64_t started(const std::string& op) { return m_backend->dispatchCounts()[op]; }

  std::unique_ptr<VulkanBackend> m_backend;
};

double TestVulkanLoops::distance(const std::shared_ptr<const Program>& program, const std::vector<Tensor>& inputs) {
  const std::vector<Tensor> exact = ProgramRun()(program, inputs);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  double largest = 0.0;
  for (int run = 0; run < 3; ++run) {
    const std::vector<Tensor> found = runOn(*m_backend, *plan, inputs);
    for (std::size_t i = 0; i < exact.size(); ++i) largest = std::max(largest, largestDistance(found[i], exact[i]));
  }
  return largest;
}

void TestVulkanLoops::everyRoundIsHandedOutOnce() {
  std::mt19937 random(5);
  for (int sequence = 0; sequence < 300; ++sequence) {
    std::vector<Work> works(1 + random() % 30);
    for (Work& work : works)
      work = {static_cast<std::uint32_t>(1 + random() % 100), static_cast<double>(random() % 1000) * 1e-5};
    const std::vector<Loop> loops = randomLoops(random, works.size());
    Cutter cutter(0.02);
    Ledger ledger(works, loops);
    while (!cutter.isDone(works)) {
      const std::vector<Part> submission = cutter.next(works, loops);
      QVERIFY(!submission.empty());
      double seconds = 0.0;
      for (const Part& part : submission) {
        ledger.take(part);
        if (QTest::currentTestFailed()) return;
        seconds += part.seconds;
      }
      QVERIFY2(submission.size() == 1 || seconds <= 0.02 * (1.0 + 1e-9), fmt::format("{} seconds", seconds).c_str());
    }
    QCOMPARE(ledger.action(), works.size());
  }
}

void TestVulkanLoops::longRecurrencesAgree_data() {
  QTest::addColumn<int>("steps");
  for (const int steps : {1, 2, 64, 512, 4096}) QTest::addRow("%d steps", steps) << steps;
}

/// All rounds together are the work of the device, whatever they are called.
void TestVulkanLoops::longRecurrencesAgree() {
  QFETCH(int, steps);
  Case test;
  const auto program = gatedProgram(test, steps);
  // A gated state forgets its roundings: some tens of them remain.
  QVERIFY(distance(program, test.tensors) <= 1e-5);
  const auto start = std::chrono::steady_clock::now();
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const auto prepared = std::chrono::steady_clock::now();
  const std::int64_t products = started("matmul");
  const std::int64_t scans = started("scan");
  std::ignore = runOn(*m_backend, *plan, test.tensors);
  const auto ended = std::chrono::steady_clock::now();
  QCOMPARE(started("scan") - scans, std::int64_t{1});
  QVERIFY(started("matmul") - products >= 2 * steps);
  qInfo("prepared in %.1f ms, run in %.1f ms", std::chrono::duration<double, std::milli>(prepared - start).count(),
        std::chrono::duration<double, std::milli>(ended - prepared).count());
}

void TestVulkanLoops::gradientsAgree() {
  Case test;
  const ops::ScanResult scan = gatedScan(test, 40);
  const Value loss = ops::add(test.builder, ops::reduceSum(test.builder, scan.carries[0], {}, ops::KeepDimensions::No),
                              ops::reduceMean(test.builder, scan.stacked[0], {}, ops::KeepDimensions::No));
  const auto forward = test.builder.finish({{"loss", loss}});
  const auto program = withGradients(*forward, {forward->outputs()[0].value});
  QVERIFY(program->outputs().size() >= 4);
  const std::int64_t before = started("scan");
  // Sums over 40 times of numbers below ten.
  QVERIFY(distance(program, test.tensors) <= 1e-4);
  QVERIFY2(started("scan") - before >= 6, "there and back are loops in each run");
}

/// Sequence and stack grow with time; the body, its kernels' parameters and its commands do not.
void TestVulkanLoops::memoryHoldsTheBodyOnce() {
  const auto bytesFor = [&](std::int64_t steps) {
    Case test;
    return m_backend->prepare(gatedProgram(test, steps), Keep::Outputs, Precision::Float32)->peakBytes();
  };
  const std::size_t slice = kWidth * sizeof(float);
  QCOMPARE(bytesFor(4096) - bytesFor(64), (4096 - 64) * 2 * slice);
}

void TestVulkanLoops::carriesMayCross_data() {
  QTest::addColumn<bool>("isBackward");
  QTest::newRow("forward") << false;
  QTest::newRow("backward") << true;
}

/// Carries that change places, stay, or become what the round was given; the same value carried twice and stacked.
void TestVulkanLoops::carriesMayCross() {
  QFETCH(bool, isBackward);
  const Shape shape{3, 5};
  Builder body;
  const Value constant = body.input("constant", real(shape));
  std::vector<Value> before;
  for (int i = 0; i < 8; ++i) before.push_back(body.input(fmt::format("carry {}", i), real(shape)));
  const Value slice = body.input("slice", real(shape));
  const Value other = body.input("other", real({5}));
  const Value mixed = ops::tanh(body, ops::add(body, ops::add(body, before[0], slice), other));
  const Value late = ops::multiply(body, ops::scale(body, before[6], 0.5), ops::tanh(body, before[7]));
  const std::vector<Value> after = {before[1], before[0], before[2], constant, slice, mixed, mixed, late};
  std::vector<ProgramOutput> outputs;
  for (const Value value : after) outputs.push_back({fmt::format("after {}", outputs.size()), value});
  outputs.push_back({"mixed", mixed});
  outputs.push_back({"crossed", before[1]});
  outputs.push_back({"item", slice});
  outputs.push_back({"constant", constant});
  const auto bodyProgram = body.finish(outputs);
  Case test;
  const std::vector<Value> constants = {test.input(shape)};
  std::vector<Value> carries;
  for (int i = 0; i < 8; ++i) carries.push_back(test.input(shape));
  const std::vector<Value> sequences = {test.input({7, 3, 5}), test.input({7, 5})};
  const ops::ScanResult scan = ops::scan(test.builder, bodyProgram, constants, carries, sequences,
                                         isBackward ? ops::Direction::Backward : ops::Direction::Forward);
  std::vector<ProgramOutput> results;
  for (const auto& values : {scan.carries, scan.stacked, scan.savedCarries}) {
    for (const Value value : values) results.push_back({fmt::format("result {}", results.size()), value});
  }
  // A few roundings of numbers below 3.
  QVERIFY(distance(test.builder.finish(results), test.tensors) <= 1e-6);
}

void TestVulkanLoops::scansInsideScansAgree() {
  Builder inner;
  const Value sum = inner.input("sum", real({4}));
  const Value item = inner.input("item", real({4}));
  const Value next = ops::tanh(inner, ops::add(inner, sum, item));
  const auto innerProgram = inner.finish({{"sum", next}});
  Builder body;
  const Value carry = body.input("carry", real({4}));
  const Value rows = body.input("rows", real({3, 4}));
  const ops::ScanResult row = ops::scan(body, innerProgram, {}, std::vector{carry}, std::vector{rows});
  const auto bodyProgram = body.finish({{"carry", row.carries[0]}, {"all", row.savedCarries[0]}});
  Case test;
  const std::vector<Value> carries = {test.input({4})};
  const std::vector<Value> sequences = {test.input({6, 3, 4})};
  const ops::ScanResult scan = ops::scan(test.builder, bodyProgram, {}, carries, sequences);
  // 18 roundings of numbers below 1, at most.
  QVERIFY(distance(test.builder.finish({{"last", scan.carries[0]}, {"all", scan.stacked[0]}}), test.tensors) <= 2e-6);
}

void TestVulkanLoops::unusedResultsTakeNothing() {
  const auto bytesFor = [&](bool keepsCarries) {
    Case test;
    const ops::ScanResult scan = gatedScan(test, 1000);
    std::vector<ProgramOutput> outputs = {{"last", scan.carries[0]}};
    if (keepsCarries) outputs.push_back({"carries", scan.savedCarries[0]});
    return m_backend->prepare(test.builder.finish(outputs), Keep::Outputs, Precision::Float32)->peakBytes();
  };
  QCOMPARE(bytesFor(true) - bytesFor(false), 1000 * kWidth * sizeof(float));
}

void TestVulkanLoops::emptySequencesAgree() {
  Case test;
  const auto program = gatedProgram(test, 0);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> found = runOn(*m_backend, *plan, test.tensors);
  QVERIFY2(found[0].identicalTo(test.tensors[1]), "what was carried in comes out");
  QCOMPARE(found[1].elementCount(), std::int64_t{0});
}

void TestVulkanLoops::wrongIndicesAreNamed() {
  Builder body;
  const Value table = body.input("table", real({4, 3}));
  const Value carry = body.input("carry", real({3}));
  const Value index = body.input("index", {ValueKind::Int, {1}});
  const Value row = ops::reshape(body, ops::gather(body, table, index, 0), {3});
  const auto bodyProgram = body.finish({{"carry", ops::add(body, carry, row)}});
  Builder builder;
  const std::vector<Value> constants = {builder.input("table", real({4, 3}))};
  const std::vector<Value> carries = {builder.input("start", real({3}))};
  const std::vector<Value> sequences = {builder.input("indices", {ValueKind::Int, {5, 1}})};
  const auto program =
      builder.finish({{"sum", ops::scan(builder, bodyProgram, constants, carries, sequences).carries[0]}});
  const auto inputs = [](int third) {
    return std::vector{randomTensor({4, 3}, 1), Tensor::zeros(ElementKind::Float32, {3}),
                       Tensor::fromInts({5, 1}, {0, 1, third, 3, 0})};
  };
  QVERIFY(distance(program, inputs(2)) <= 1e-6);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  try {
    std::ignore = runOn(*m_backend, *plan, inputs(9));
    QFAIL("an index outside was taken");
  } catch (const Error& error) {
    QCOMPARE(QString::fromStdString(error.text().english()),
             QStringLiteral("gather: index 9 at position 0 is outside [0, 4)"));
    QVERIFY2(std::string(error.what()).find("scan") != std::string::npos, error.what());
  }
}

void TestVulkanLoops::timesBelongToTheScan() {
  Case test;
  const auto program = gatedProgram(test, 100);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  NodeTimes times;
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 0};
  RunContext context{.kernel = kernel, .times = &times};
  const std::vector<Tensor> timed = m_backend->run(*plan, test.tensors, context).outputs;
  const std::vector<Tensor> plain = runOn(*m_backend, *plan, test.tensors);
  for (std::size_t i = 0; i < plain.size(); ++i) QVERIFY(timed[i].identicalTo(plain[i]));
  QCOMPARE(times.seconds.size(), std::size_t{1});
  QCOMPARE(plan->program().nodes()[static_cast<std::size_t>(times.seconds.begin()->first)].op->name,
           std::string_view("scan"));
  QVERIFY(times.total() > 0.0);
}

/// So that a stop is answered in time there too.
void TestVulkanLoops::longRoundsAreCutInside() {
  if (!m_backend->isSoftware()) QSKIP("a card does such rounds in no time");
  const std::int64_t size = 800;
  Builder body;
  const Value carry = body.input("carry", real({size, size}));
  const Value factor = body.input("factor", real({}));
  const Value next = ops::tanh(body, ops::multiply(body, ops::matmul(body, carry, carry), factor));
  const auto bodyProgram = body.finish({{"carry", next}});
  Case test;
  const std::vector<Value> carries = {test.input({size, size})};
  const std::vector<Value> sequences = {test.input({3})};
  const ops::ScanResult scan = ops::scan(test.builder, bodyProgram, {}, carries, sequences);
  const auto program = test.builder.finish({{"last", scan.carries[0]}});
  const auto backend = watchedBackend();
  const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::uint64_t before = backend->submissions();
  const std::vector<Tensor> found = runOn(*backend, *plan, test.tensors);
  QVERIFY2(backend->submissions() - before > 6, "a round takes longer than two submissions may");
  // Sums of 800 products of numbers below 1, three times one after the other, with slopes below 20 each.
  QVERIFY(largestDistance(found[0], ProgramRun()(program, test.tensors)[0]) <= 1e-2);
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

QTEST_GUILESS_MAIN(TestVulkanLoops)
#include "tst_vulkan_loops.moc"
