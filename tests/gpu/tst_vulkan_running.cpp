#include "core/ops/ops.h"
#include "gpu/backend/cutter.h"
#include "gpu/backend/hazards.h"
#include "gpu/vulkan/command_buffer.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <chrono>
#include <numeric>
#include <random>
#include <thread>

using namespace heed::core;
using namespace heed::gpu;

namespace {

/// All submissions of a sequence.
std::vector<std::vector<Part>> allParts(std::span<const Work> works, double limit) {
  Cutter cutter(limit);
  std::vector<std::vector<Part>> submissions;
  while (!cutter.isDone(works)) submissions.push_back(cutter.next(works));
  return submissions;
}

}  // namespace

/// How runs are cut, what waits for what, and sizes beyond the usual.
class TestVulkanRunning : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_backend = watchedBackend(); }
  void everyGroupIsHandedOutOnce();
  void noSubmissionIsLongerThanItsLimit();
  void shortWorksShareASubmission();
  void rowsOfGroupsStayWhole();
  void whatDependsWaits();
  void oneOpIsCut_data();
  void oneOpIsCut();
  void runsAreCutByWhatTheyTook();
  void stopsInsideOneOp();
  void independentOpsAgree();
  void inPlaceAgrees();
  void tensorsBeyondABindingAgree();
  void emptyAndScalarTensorsAgree();
  void cleanup() { QVERIFY2(m_backend->validationMessages().empty(), joined(m_backend->validationMessages()).c_str()); }

 private:
  /// The largest distance between Vulkan's numbers, run after run, and those of the CPU in float64.
  [[nodiscard]] double distance(const std::shared_ptr<const Program>& program, const std::vector<Tensor>& inputs,
                                int runs = 2);

  std::unique_ptr<VulkanBackend> m_backend;
};

double TestVulkanRunning::distance(const std::shared_ptr<const Program>& program, const std::vector<Tensor>& inputs,
                                   int runs) {
  const std::vector<Tensor> exact = ProgramRun()(program, inputs);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  double largest = 0.0;
  for (int run = 0; run < runs; ++run) {
    const std::vector<Tensor> found = runOn(*m_backend, *plan, inputs);
    for (std::size_t i = 0; i < exact.size(); ++i) largest = std::max(largest, largestDistance(found[i], exact[i]));
  }
  return largest;
}

void TestVulkanRunning::everyGroupIsHandedOutOnce() {
  std::mt19937 random(3);
  for (int sequence = 0; sequence < 200; ++sequence) {
    std::vector<Work> works(random() % 20);
    for (Work& work : works)
      work = {static_cast<std::uint32_t>(1 + random() % 200000), static_cast<double>(random() % 1000) * 1e-4};
    std::size_t action = 0;
    std::uint32_t group = 0;
    for (const std::vector<Part>& submission : allParts(works, 0.02)) {
      QVERIFY(!submission.empty());
      for (const Part& part : submission) {
        QCOMPARE(part.action, action);
        QCOMPARE(part.firstGroup, group);
        QVERIFY(part.groups > 0);
        group += part.groups;
        QVERIFY(group <= works[action].groups);
        if (group < works[action].groups) continue;
        ++action;
        group = 0;
      }
    }
    QCOMPARE(action, works.size());
  }
}

/// The bound of the work between two looks at the stop token.
void TestVulkanRunning::noSubmissionIsLongerThanItsLimit() {
  const std::vector<Work> works = {{1000, 0.5}, {7, 0.001}, {3, 0.2}, {50000, 0.03}, {1, 0.3}};
  for (const std::vector<Part>& submission : allParts(works, 0.02)) {
    double seconds = 0.0;
    for (const Part& part : submission) seconds += part.seconds;
    const bool isOneGroup = submission.size() == 1 && submission[0].groups == 1;
    QVERIFY2(isOneGroup || seconds <= 0.02 * (1.0 + 1e-9), fmt::format("{} seconds", seconds).c_str());
  }
}

void TestVulkanRunning::shortWorksShareASubmission() {
  const std::vector<Work> works(100, Work{10, 0.0001});
  QCOMPARE(allParts(works, 0.02).size(), std::size_t{1});
  QCOMPARE(allParts(works, 0.005).size(), std::size_t{2});
}

void TestVulkanRunning::rowsOfGroupsStayWhole() {
  const std::vector<Work> works = {{5 * kGroupsAlongOne + 100, 0.2}};
  for (const std::vector<Part>& submission : allParts(works, 0.05)) {
    QCOMPARE(submission[0].firstGroup % kGroupsAlongOne, 0U);
  }
}

void TestVulkanRunning::whatDependsWaits() {
  const std::vector<MemoryRange> a = {{0, 256}};
  const std::vector<MemoryRange> partOfA = {{255, 300}};
  const std::vector<MemoryRange> b = {{256, 512}};
  const std::vector<MemoryRange> none;
  Hazards hazards;
  hazards.add(a, b);
  QVERIFY2(!hazards.mustWait(a, none), "two may read");
  QVERIFY2(hazards.mustWait(b, none), "what was written is read");
  QVERIFY2(hazards.mustWait(none, b), "what was written is written again");
  QVERIFY2(hazards.mustWait(none, partOfA), "what was read is written");
  QVERIFY2(!hazards.mustWait(none, std::vector<MemoryRange>{{512, 600}}), "another place");
  QVERIFY2(!hazards.mustWait(std::vector<MemoryRange>{{300, 300}}, none), "an empty value");
  hazards.clear();
  QVERIFY(!hazards.mustWait(b, a));
}

void TestVulkanRunning::oneOpIsCut_data() {
  QTest::addColumn<int>("rows");
  QTest::addColumn<int>("columns");
  QTest::addRow("one dimension of groups") << 3001 << 1013;
  QTest::addRow("two dimensions of groups") << 9001 << 1013;
}

/// On a driver whose speed is not known yet, work of some 100 ms by a cautious guess is cut inside the op.
void TestVulkanRunning::oneOpIsCut() {
  QFETCH(int, rows);
  QFETCH(int, columns);
  auto backend = watchedBackend();
  Builder builder;
  const Value x = builder.input("x", real({rows, columns}));
  const auto program = builder.finish({{"y", ops::negate(builder, x)}});
  const auto plan = backend->prepare(program, Keep::Outputs, Precision::Float32);
  const Tensor input = randomTensor({rows, columns}, 1);
  const std::uint64_t before = backend->submissions();
  for (int run = 0; run < 3; ++run) {
    const Tensor found = runOn(*backend, *plan, std::vector{input})[0];
    for (std::size_t i = 0; i < input.floats().size(); ++i) {
      if (found.floats()[i] != -input.floats()[i]) QFAIL(fmt::format("element {} differs in run {}", i, run).c_str());
    }
  }
  if (backend->isSoftware()) QVERIFY2(backend->submissions() - before > 3, "one op was several submissions");
  QVERIFY2(backend->validationMessages().empty(), joined(backend->validationMessages()).c_str());
}

/// What was measured takes the place of the first guess, which is a cautious one: from then on a run is not cut more
/// often than at first, unless its ops really took so long. How Cutter cuts by given times is tested above.
void TestVulkanRunning::runsAreCutByWhatTheyTook() {
  if (!m_backend->isSoftware()) QSKIP("a card does this program in one submission from the start");
  auto backend = watchedBackend();
  const Shape shape{1000, 1000};
  Builder builder;
  const Value x = builder.input("x", real(shape));
  Value value = x;
  for (int i = 0; i < 12; ++i) value = ops::negate(builder, value);
  const auto plan = backend->prepare(builder.finish({{"y", value}}), Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> inputs = {randomTensor(shape, 1)};
  const auto submissionsOfARun = [&] {
    const std::uint64_t before = backend->submissions();
    std::ignore = runOn(*backend, *plan, inputs);
    return backend->submissions() - before;
  };
  const std::uint64_t first = submissionsOfARun();
  QVERIFY(first > 1);
  // On a busy machine single runs take longer; one of many does not.
  std::uint64_t fewest = first + 1;
  for (int run = 0; run < 50 && fewest > first; ++run) fewest = std::min(fewest, submissionsOfARun());
  QVERIFY2(fewest <= first, fmt::format("{} submissions, then {} at least", first, fewest).c_str());
}

void TestVulkanRunning::stopsInsideOneOp() {
  const std::int64_t size = 1500;
  Builder builder;
  const Value x = builder.input("x", real({size, size}));
  Value value = x;
  for (int i = 0; i < 3; ++i) value = ops::scale(builder, ops::matmul(builder, value, x), 0.01);
  const auto plan = m_backend->prepare(builder.finish({{"y", value}}), Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> inputs = {randomTensor({size, size}, 1)};
  std::stop_source source;
  ThreadPool pool(1);
  KernelContext kernel{source.get_token(), pool, 0};
  Progress progress;
  RunContext context{kernel, &progress, nullptr};
  std::chrono::steady_clock::time_point asked;
  const std::jthread stopper([&] {
    while (progress.fraction() == 0.0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    asked = std::chrono::steady_clock::now();
    source.request_stop();
  });
  if (!m_backend->isSoftware()) QSKIP("a card is done before it can be stopped");
  QVERIFY_THROWS_EXCEPTION(Cancelled, std::ignore = m_backend->run(*plan, inputs, context));
  const auto waited = std::chrono::steady_clock::now() - asked;
  qInfo("stopped after %.1f ms", std::chrono::duration<double, std::milli>(waited).count());
  QVERIFY2(waited < std::chrono::seconds(5), "a generous watchdog: the bound is that of the cutter");
}

/// Ops that do not wait for each other, and one that waits for all of them, over memory that is used again.
void TestVulkanRunning::independentOpsAgree() {
  Builder builder;
  const Value x = builder.input("x", real({37, 41}));
  std::vector<Value> parts;
  for (int i = 0; i < 40; ++i) {
    const Value scaled = ops::scale(builder, x, 0.1 * i);
    parts.push_back(i % 2 == 0 ? ops::tanh(builder, scaled) : ops::softmax(builder, scaled));
  }
  const Value all = ops::concatenate(builder, parts, 1);
  Value sum = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i) sum = ops::add(builder, sum, parts[i]);
  // Sums of 40 numbers below 1, one after the other.
  QVERIFY(distance(builder.finish({{"all", all}, {"sum", sum}}), {randomTensor({37, 41}, 2)}) <= 5e-6);
}

/// Values that are overwritten by their successors, and some that may not be.
void TestVulkanRunning::inPlaceAgrees() {
  Builder builder;
  const Value x = builder.input("x", real({23, 29}));
  const Value row = ops::tanh(builder, ops::slice(builder, x, 0, 0, 1));
  const Value a = ops::tanh(builder, x);
  const Value b = ops::add(builder, row, a);           // a ends, the row does not fit
  const Value c = ops::multiply(builder, b, b);        // both operands end at once
  const Value d = ops::reshape(builder, c, {29, 23});  // no element moves
  const Value e = ops::select(builder, ops::less(builder, d, builder.constant(0.5)), d, ops::exp(builder, d));
  const Value f = ops::subtract(builder, ops::reshape(builder, e, {23, 29}), ops::multiply(builder, row, row));
  // A dozen roundings of numbers below 60.
  QVERIFY(distance(builder.finish({{"f", f}, {"row", row}}), {randomTensor({23, 29}, 3)}) <= 2e-6);
}

/// 160 MiB, where storage buffers end at 128, and more groups than a dimension takes.
void TestVulkanRunning::tensorsBeyondABindingAgree() {
  const Shape shape{(std::int64_t{160} << 18U) + 13};
  Builder builder;
  const Value x = builder.input("x", real({1}));
  const Value wide = ops::broadcastTo(builder, x, shape);
  const Value y = ops::negate(builder, ops::scale(builder, wide, 3.0));
  const Value end = ops::slice(builder, y, 0, shape[0] - 5, shape[0]);
  const Value largest = ops::reduceMax(builder, ops::reshape(builder, y, {1, shape[0]}), {1}, ops::KeepDimensions::No);
  const auto program = builder.finish({{"y", y}, {"end", end}, {"largest", largest}});
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const std::vector<Tensor> found = runOn(*m_backend, *plan, std::vector{Tensor::fromFloats({1}, {0.5F})});
  QCOMPARE(found[0].floats().size(), static_cast<std::size_t>(shape[0]));
  QVERIFY(std::ranges::all_of(found[0].floats(), [](float element) { return element == -1.5F; }));
  QVERIFY(std::ranges::all_of(found[1].floats(), [](float element) { return element == -1.5F; }));
  QCOMPARE(found[2].floats()[0], -1.5F);
}

void TestVulkanRunning::emptyAndScalarTensorsAgree() {
  Builder builder;
  const Value none = builder.input("none", real({0, 4}));
  const Value one = builder.input("one", real({}));
  const Value more = builder.input("more", real({2, 4}));
  const Value joined = ops::concatenate(builder, std::vector{ops::tanh(builder, none), more}, 0);
  const Value sum = ops::reduceSum(builder, none, {0}, ops::KeepDimensions::No);
  const Value product = ops::matmul(builder, ops::transpose(builder, none, 0, 1), none);
  const Value scalar = ops::exp(builder, ops::negate(builder, one));
  const auto program = builder.finish({{"none", ops::negate(builder, none)},
                                       {"joined", joined},
                                       {"sum", sum},
                                       {"product", product},
                                       {"scalar", scalar},
                                       {"scaled", ops::multiply(builder, joined, scalar)}});
  const std::vector<Tensor> inputs = {Tensor::fromFloats({0, 4}, {}), Tensor::fromFloats({}, {0.25F}),
                                      randomTensor({2, 4}, 4)};
  QVERIFY(distance(program, inputs) <= 5e-7);
}

QTEST_GUILESS_MAIN(TestVulkanRunning)
#include "tst_vulkan_running.moc"
