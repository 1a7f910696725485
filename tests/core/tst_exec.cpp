#include "core/base/error.h"
#include "core/exec/trace.h"
#include "core/program/rewrite.h"
#include "tests/core/attention_program.h"
#include "tests/core/node_times.h"
#include "tests/core/program_run.h"

#include <QtTest>

#include <chrono>
#include <numeric>
#include <thread>

using namespace heed::core;

namespace {

ValueType real(const Shape& shape) {
  return {ValueKind::Real, shape};
}

/// x -> tanh(x) * 1.0 + x0 ... again and again: each value is needed by the next op only.
std::shared_ptr<const Program> chain(int length, const Shape& shape) {
  Builder builder;
  const Value x = builder.input("x", real(shape));
  Value value = x;
  for (int i = 0; i < length; ++i) value = ops::add(builder, ops::tanh(builder, value), builder.constant(0.5));
  return builder.finish({{"y", value}});
}

/// h <- tanh(h + x[t]); returns the last state and all of them.
std::shared_ptr<const Program> recurrence(std::int64_t steps) {
  Builder body;
  const Value carry = body.input("h", real({2}));
  const Value slice = body.input("x", real({2}));
  const Value next = ops::tanh(body, ops::add(body, carry, slice));
  const auto bodyProgram = body.finish({{"h", next}, {"all", next}});
  Builder builder;
  const Value start = builder.input("start", real({2}));
  const Value sequence = builder.input("sequence", real({steps, 2}));
  const std::vector<Value> carries{start};
  const std::vector<Value> sequences{sequence};
  const ops::ScanResult result = ops::scan(builder, bodyProgram, {}, carries, sequences);
  return builder.finish({{"last", result.carries[0]}, {"all", result.stacked[0]}});
}

std::unique_ptr<Plan> planOf(const std::shared_ptr<const Program>& program, Keep keep = Keep::Outputs) {
  return CpuBackend().prepare(program, keep, Precision::Float64);
}

Tensor filled(const Shape& shape, double number) {
  return Tensor::fromDoubles(shape, std::vector<double>(static_cast<std::size_t>(shape.elementCount()), number));
}

}  // namespace

class TestExec : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void buffersAreReusedAlongAChain();
  void constantsAreFoldedOnce();
  void deadOpsDoNotRun();
  void outputsMayBeInputsConstantsOrTheSameValue();
  void twoRunsOfOnePlanAreEqual();
  void inputsAreConvertedAndChecked();
  void traceEqualsThePlainRunBitForBit_data();
  void traceEqualsThePlainRunBitForBit();
  void traceKeepsWhatTheBudgetAllows();
  void tracePrefixesChooseSteps();
  void theFirstStepThatIsNotFiniteIsFound();
  void evaluatorFillsInWhatTheTraceDidNotKeep();
  void errorsSayWhereTheyHappened();
  void scanRunsItsBody();
  void fastKernelsKeepTheMeaningOfMasksAndNaN_data();
  void fastKernelsKeepTheMeaningOfMasksAndNaN();
  void aLongKernelStops_data();
  void aLongKernelStops();
  void progressEndsNearOne();
  void timesAreTakenOnRequest();
};

void TestExec::buffersAreReusedAlongAChain() {
  const Shape shape{64, 16};
  const std::size_t shortChain = planOf(chain(5, shape))->peakBytes();
  QCOMPARE(planOf(chain(200, shape))->peakBytes() - 195 * sizeof(double), shortChain);  // the constants grow in number
  QVERIFY(shortChain <= 3 * 64 * 16 * sizeof(double) + 5 * sizeof(double));
}

void TestExec::constantsAreFoldedOnce() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  const Value folded = ops::exp(builder, builder.constant(0.0));
  const auto program = builder.finish({{"y", ops::add(builder, x, folded)}, {"folded", folded}});
  const auto found = ProgramRun()(program, {filled({2}, 2.0)});
  QCOMPARE(found[0].toDoubles(), (std::vector<double>{3.0, 3.0}));
  QCOMPARE(found[1].at(0), 1.0);
}

void TestExec::deadOpsDoNotRun() {
  Builder builder;
  const Value x = builder.input("x", real({3}));
  const Value wrongIndex = builder.input("index", {ValueKind::Int, Shape{1}});
  const Value never = ops::gather(builder, x, wrongIndex, 0);
  StepSpec spec;
  spec.id = "never";
  builder.step(never, spec);
  const auto program = builder.finish({{"y", ops::negate(builder, x)}});
  const std::vector<Tensor> inputs{filled({3}, 1.0), Tensor::fromInts({1}, {7})};
  QCOMPARE(ProgramRun()(program, inputs)[0].at(0), -1.0);
  const ProgramRun stepsToo{.keep = Keep::Steps};
  QVERIFY_THROWS_EXCEPTION(Error, std::ignore = stepsToo(program, inputs));
}

void TestExec::outputsMayBeInputsConstantsOrTheSameValue() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  const Value constant = builder.constant(4.0);
  const Value y = ops::negate(builder, x);
  const auto program = builder.finish({{"x", x}, {"constant", constant}, {"y", y}, {"y again", y}});
  const auto found = ProgramRun()(program, {filled({2}, 3.0)});
  QCOMPARE(found[0].at(1), 3.0);
  QCOMPARE(found[1].at(0), 4.0);
  QCOMPARE(found[2].at(1), -3.0);
  QVERIFY(found[3].identicalTo(found[2]));
}

void TestExec::twoRunsOfOnePlanAreEqual() {
  AttentionProgram attention;
  CpuBackend backend;
  const auto plan = backend.prepare(attention.finish(), Keep::Outputs, Precision::Float32);
  const ProgramRun run{.precision = Precision::Float32};
  const Tensor first = run.again(backend, *plan, attention.tensors)[0];
  std::vector<Tensor> others = attention.tensors;
  others[0] = filled({3, 4}, 0.25);
  const Tensor second = run.again(backend, *plan, others)[0];
  QVERIFY(!second.identicalTo(first));
  QVERIFY(run.again(backend, *plan, attention.tensors)[0].identicalTo(first));
}

void TestExec::inputsAreConvertedAndChecked() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  const auto program = builder.finish({{"y", ops::negate(builder, x)}});
  QCOMPARE(ProgramRun()(program, {Tensor::fromFloats({2}, {1.5F, 2.5F})})[0].at(1), -2.5);
  for (const std::vector<Tensor>& wrong :
       {std::vector<Tensor>{}, {filled({3}, 1.0)}, {Tensor::fromInts({2}, {1, 2})}, {Tensor()}}) {
    QVERIFY_THROWS_EXCEPTION(Error, std::ignore = ProgramRun()(program, wrong));
  }
}

void TestExec::traceEqualsThePlainRunBitForBit_data() {
  QTest::addColumn<bool>("isFloat32");
  QTest::newRow("float32") << true;
  QTest::newRow("float64") << false;
}

void TestExec::traceEqualsThePlainRunBitForBit() {
  QFETCH(bool, isFloat32);
  const Precision precision = isFloat32 ? Precision::Float32 : Precision::Float64;
  AttentionProgram attention;
  const auto program = attention.finish();
  Trace trace(program, {});
  const ProgramRun plain{.precision = precision};
  const ProgramRun traced{.precision = precision, .keep = Keep::Steps, .trace = &trace};
  const Tensor expected = plain(program, attention.tensors)[0];
  QVERIFY(traced(program, attention.tensors)[0].identicalTo(expected));
  for (std::size_t i = 0; i < program->steps().size(); ++i) {
    const Value value = program->steps()[i].value;
    const Tensor alone = plain(sliced(*program, std::span(&value, 1)), attention.tensors)[0];
    QVERIFY2(trace.kept(static_cast<int>(i)).identicalTo(alone), program->steps()[i].id.c_str());
  }
}

void TestExec::traceKeepsWhatTheBudgetAllows() {
  AttentionProgram attention;
  const auto program = attention.finish();
  TraceRequest request;
  request.byteBudget = 200;
  Trace trace(program, request);
  const ProgramRun run{.keep = Keep::Steps, .trace = &trace};
  std::ignore = run(program, attention.tensors);
  QVERIFY(trace.keptBytes() <= request.byteBudget);
  std::size_t bytes = 0;
  int dropped = 0;
  for (int i = 0; i < static_cast<int>(program->steps().size()); ++i) {
    bytes += trace.kept(i).byteCount();
    dropped += trace.kept(i).isNull() ? 1 : 0;
    QVERIFY2(trace.summary(i).has_value(), "a step beyond the budget still has its summary");
  }
  QCOMPARE(bytes, trace.keptBytes());
  QVERIFY(dropped > 0 && dropped < static_cast<int>(program->steps().size()));
  const std::vector<double> features = attention.tensors[0].toDoubles();
  QCOMPARE(trace.summary(0)->minimum, *std::ranges::min_element(features));
  QCOMPARE(trace.summary(0)->maximum, *std::ranges::max_element(features));
  QVERIFY(relativeDistance(trace.summary(0)->mean, std::accumulate(features.begin(), features.end(), 0.0) / 12.0) <=
          1e-12);
}

void TestExec::tracePrefixesChooseSteps() {
  AttentionProgram attention;
  const auto program = attention.finish();
  TraceRequest request;
  request.prefixes = {"head/s", "X"};
  Trace trace(program, request);
  const ProgramRun run{.keep = Keep::Steps, .trace = &trace};
  std::ignore = run(program, attention.tensors);
  for (const Step& step : program->steps()) {
    const bool chosen = step.id == "X" || step.id == "head/scores" || step.id == "head/scaled";
    QCOMPARE(!trace.kept(program->stepIndex(step.id)).isNull(), chosen);
  }
}

void TestExec::theFirstStepThatIsNotFiniteIsFound() {
  AttentionProgram attention;
  const auto program = attention.finish();
  std::vector<double> elements = attention.tensors[2].toDoubles();
  elements[1] = std::numeric_limits<double>::quiet_NaN();
  std::vector<Tensor> inputs = attention.tensors;
  inputs[2] = Tensor::fromDoubles(inputs[2].shape(), elements);
  Trace trace(program, {});
  Trace clean(program, {});
  std::ignore = ProgramRun{.keep = Keep::Steps, .trace = &trace}(program, inputs);
  std::ignore = ProgramRun{.keep = Keep::Steps, .trace = &clean}(program, attention.tensors);
  QCOMPARE(trace.firstNotFinite(), program->stepIndex("key weights"));
  QCOMPARE(trace.summary(program->stepIndex("head/K"))->nanCount, std::int64_t{3});
  QCOMPARE(trace.summary(program->stepIndex("head/V"))->nanCount, std::int64_t{0});
  QCOMPARE(clean.firstNotFinite(), -1);
}

void TestExec::evaluatorFillsInWhatTheTraceDidNotKeep() {
  AttentionProgram attention;
  const auto program = attention.finish();
  TraceRequest request;
  request.prefixes = {"head/scores"};
  Trace trace(program, request);
  std::ignore = ProgramRun{.keep = Keep::Steps, .trace = &trace}(program, attention.tensors);
  Trace whole(program, {});
  std::ignore = ProgramRun{.keep = Keep::Steps, .trace = &whole}(program, attention.tensors);
  CpuBackend backend;
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 7};
  RunContext context{kernel};
  Evaluator evaluator(backend, program, attention.tensors, Precision::Float64, context);
  evaluator.use(trace);
  for (std::size_t i = program->steps().size(); i-- > 0;) {
    QVERIFY(evaluator.value(program->steps()[i].value).identicalTo(whole.kept(static_cast<int>(i))));
  }
}

void TestExec::errorsSayWhereTheyHappened() {
  Builder builder;
  const Value x = builder.input("x", real({3}));
  const Value index = builder.input("index", {ValueKind::Int, Shape{2}});
  const auto layer = builder.group("layer", text("Test", "Layer"));
  const auto program = builder.finish({{"y", ops::gather(builder, x, index, 0)}});
  try {
    std::ignore = ProgramRun()(program, {filled({3}, 1.0), Tensor::fromInts({2}, {0, 3})});
    QFAIL("index 3 is outside");
  } catch (const Error& error) {
    QCOMPARE(error.where(), (std::vector<std::string>{"gather", "layer"}));
    QVERIFY(error.text().english().find('3') != std::string::npos);
  }
}

void TestExec::scanRunsItsBody() {
  const auto program = recurrence(4);
  const Tensor sequence = Tensor::fromDoubles({4, 2}, {0.1, -0.2, 0.3, 0.4, -0.5, 0.6, 0.7, 0.8});
  const auto found = ProgramRun()(program, {filled({2}, 0.25), sequence});
  std::vector<double> state{0.25, 0.25};
  for (std::int64_t time = 0; time < 4; ++time) {
    for (std::int64_t i = 0; i < 2; ++i) {
      double& number = state[static_cast<std::size_t>(i)];
      number = std::tanh(number + sequence.at(2 * time + i));
      QVERIFY(relativeDistance(found[1].at(2 * time + i), number) <= 1e-14);  // the same two operations
    }
  }
  QCOMPARE(found[0].toDoubles(), (std::vector<double>{found[1].at(6), found[1].at(7)}));
}

void TestExec::fastKernelsKeepTheMeaningOfMasksAndNaN_data() {
  QTest::addColumn<QString>("op");
  for (const char* op : {"softmax", "masked softmax", "attention", "masked attention", "biased attention", "matmul"}) {
    QTest::newRow(op) << op;
  }
}

/// Row 0 is usual, row 1 holds a NaN, row 2 is -infinity alone; the mask hides the NaN, and all of row 3.
void TestExec::fastKernelsKeepTheMeaningOfMasksAndNaN() {
  QFETCH(QString, op);
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  constexpr double kLow = -std::numeric_limits<double>::infinity();
  Builder builder;
  const Value scores = builder.input("scores", real({4, 3}));
  const Value eye = builder.constant(Tensor::fromDoubles({3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1}));
  const Value query = builder.constant(Tensor::fromDoubles({4, 3}, {1, 2, 3, 0, 1, 0, 2, 2, 1, 1, 1, 1}));
  const Value mask = op.startsWith("masked")
                         ? builder.constant(Tensor::fromBools({4, 3}, {1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0}))
                         : Value();
  Value result;
  if (op.endsWith("softmax")) result = ops::softmax(builder, scores, mask);
  if (op == "matmul") result = ops::matmul(builder, scores, eye);
  if (op == "biased attention") result = ops::attention(builder, query, eye, eye, mask, scores, 0.5);
  if (op == "attention" || op == "masked attention") result = ops::attention(builder, scores, eye, eye, mask, {}, 1.0);
  const auto program = builder.finish({{"result", result}});
  const std::vector<Tensor> inputs{
      Tensor::fromDoubles({4, 3}, {0.5, 2.0, -1.0, 1.0, kNaN, 0.25, kLow, kLow, kLow, 3.0, 2.0, 1.0})};
  const ProgramRun fast{.precision = Precision::Float32};
  const ProgramRun own{.precision = Precision::Float32, .options = {Composites::Direct, FastKernels::LeaveOut}};
  const Tensor found = fast(program, inputs)[0];
  const Tensor expected = own(program, inputs)[0];
  for (std::int64_t i = 0; i < found.elementCount(); ++i) {
    QCOMPARE(std::isnan(found.at(i)), std::isnan(expected.at(i)));
    QVERIFY(relativeDistance(found.at(i), expected.at(i)) <= 1e-6);  // a few roundings of float32
  }
}

void TestExec::aLongKernelStops_data() {
  QTest::addColumn<bool>("isFloat32");
  QTest::addColumn<bool>("isAttention");
  QTest::newRow("matmul, float32") << true << false;
  QTest::newRow("matmul, float64") << false << false;
  QTest::newRow("attention, float32") << true << true;
  QTest::newRow("attention, float64") << false << true;
}

void TestExec::aLongKernelStops() {
  QFETCH(bool, isFloat32);
  QFETCH(bool, isAttention);
  const Precision precision = isFloat32 ? Precision::Float32 : Precision::Float64;
  Builder builder;
  const Shape shape{16, 1024, 1024};
  const Value x = builder.input("x", real(shape));
  const Value y = isAttention ? ops::attention(builder, x, x, x, {}, {}, 0.1) : ops::matmul(builder, x, x);
  CpuBackend backend;
  const auto plan = backend.prepare(builder.finish({{"y", y}}), Keep::Outputs, precision);
  const std::vector<Tensor> inputs{Tensor::zeros(elementKind(ValueKind::Real, precision), shape)};
  std::stop_source source;
  std::chrono::steady_clock::time_point asked;
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    asked = std::chrono::steady_clock::now();
    source.request_stop();
  });
  const ProgramRun run{.threads = 2, .stop = source.get_token()};
  bool hasStopped = false;
  try {
    std::ignore = run.again(backend, *plan, inputs);
  } catch (const Cancelled&) {
    hasStopped = true;
  }
  other.join();
  QVERIFY2(hasStopped, "17 thousand million multiply-adds were over before the stop was seen");
  QVERIFY2(std::chrono::steady_clock::now() - asked < std::chrono::seconds(5),
           "a generous watchdog: the work between two looks at the token takes milliseconds");
}

void TestExec::progressEndsNearOne() {
  const auto program = chain(10, {8});
  CpuBackend backend;
  const auto plan = backend.prepare(program, Keep::Outputs, Precision::Float64);
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 0};
  Progress progress;
  RunContext context{kernel, &progress};
  const std::vector<Tensor> inputs{filled({8}, 0.5)};
  std::ignore = backend.run(*plan, inputs, context);
  QVERIFY(progress.fraction() > 0.9 && progress.fraction() <= 1.0);
}

void TestExec::timesAreTakenOnRequest() {
  const auto program = chain(10, {50000});
  CpuBackend backend;
  const auto plan = backend.prepare(program, Keep::Outputs, Precision::Float32);
  ThreadPool pool(1);
  KernelContext kernel{{}, pool, 0};
  NodeTimes times;
  RunContext context{.kernel = kernel, .times = &times};
  const std::vector<Tensor> inputs{filled({50000}, 0.5)};
  const RunResult result = backend.run(*plan, inputs, context);
  QCOMPARE(times.seconds.size(), plan->program().nodes().size());
  for (const auto& [node, seconds] : times.seconds) QVERIFY(seconds >= 0.0);
  QVERIFY2(times.total() > 0.0, "half a million elements cost something");
  QVERIFY2(times.total() <= result.seconds, "the ops are parts of the run, by the same clock");
}

QTEST_GUILESS_MAIN(TestExec)
#include "tst_exec.moc"
