#include "core/autodiff/gradients.h"
#include "core/base/error.h"
#include "core/program/rewrite.h"
#include "tests/core/op_example_program.h"
#include "tests/core/program_run.h"

#include <QtTest>

#include <fmt/format.h>
#include <filesystem>
#include <numeric>
#include <set>

using namespace heed::core;

namespace {

/// float64 kernels and the terms recombined differ by the order of a few hundred additions at most.
constexpr double kFloat64Tolerance = 1e-12;
/// Central differences with a step of 1e-5 are off by h^2 f'''/6, some 1e-11, and by 1e-16 |loss| / h, some 1e-10.
constexpr double kDifferenceStep = 1e-5;
constexpr double kDifferenceTolerance = 1e-7;

struct Row {
  const OpDef* op;
  OpExample example;
};

/// Every op with every example; the row's number is the test's datum.
const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> result;
    for (const OpDef* op : allOps()) {
      for (const OpExample& example : op->examples()) result.push_back({op, example});
    }
    return result;
  }();
  return all;
}

void addRows(const std::function<bool(const Row&)>& wanted) {
  QTest::addColumn<int>("row");
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const Row& row = rows()[i];
    if (wanted(row))
      QTest::addRow("%s: %s", std::string(row.op->name).c_str(), row.example.label.c_str()) << static_cast<int>(i);
  }
}

const Row& currentRow() {
  QFETCH(int, row);
  return rows()[static_cast<std::size_t>(row)];
}

std::string sentence(double distance, double tolerance) {
  return fmt::format("differs by {} where {} is allowed", distance, tolerance);
}

Tensor randomLike(const Shape& shape, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  std::vector<double> elements(static_cast<std::size_t>(shape.elementCount()));
  for (double& element : elements) element = uniform(random);
  return Tensor::fromDoubles(shape, std::move(elements));
}

/// The sum of all real outputs, each element times a fixed random number, so that no gradient is hidden by symmetry.
Value weightedLoss(OpExampleProgram& program, std::mt19937_64& random) {
  Builder& builder = program.builder;
  Value loss = builder.constant(0.0);
  for (const Value output : program.outputs) {
    if (builder.type(output).kind != ValueKind::Real) continue;
    const Value weights = builder.constant(randomLike(builder.shape(output), random));
    const Value sum = ops::reduceSum(builder, ops::multiply(builder, output, weights), {}, ops::KeepDimensions::No);
    loss = ops::add(builder, loss, sum);
  }
  return loss;
}

double withNudge(CpuBackend& backend, Plan& plan, std::vector<Tensor> inputs, std::size_t input, std::int64_t offset,
                 double nudge) {
  std::vector<double> elements = inputs[input].toDoubles();
  elements[static_cast<std::size_t>(offset)] += nudge;
  inputs[input] = Tensor::fromDoubles(inputs[input].shape(), std::move(elements));
  return ProgramRun().again(backend, plan, inputs)[0].at(0);
}

/// Elements to look at: all of a small tensor, a random choice of a large one.
std::vector<std::int64_t> someOffsets(std::int64_t count, std::size_t limit, std::mt19937_64& random) {
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(count));
  std::iota(offsets.begin(), offsets.end(), std::int64_t{0});
  std::ranges::shuffle(offsets, random);
  if (offsets.size() > limit) offsets.resize(limit);
  return offsets;
}

/// A copy of a value by an op that computes, so that the planner gives it memory of its own.
Value copyOf(Builder& builder, Value value) {
  if (builder.type(value).kind == ValueKind::Bool) return ops::logicalOr(builder, value, value);
  return ops::multiply(builder, value, builder.constant(1.0));
}

}  // namespace

class TestOps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void recordIsComplete_data();
  void recordIsComplete();
  void namesAreUniqueAndFound();
  void float32AgreesWithFloat64_data() { everyRow(); }
  void float32AgreesWithFloat64();
  void gradientMatchesFiniteDifferences_data();
  void gradientMatchesFiniteDifferences();
  void termsRecombineToTheElement_data() { everyRow(); }
  void termsRecombineToTheElement();
  void expansionEqualsTheDirectKernel_data();
  void expansionEqualsTheDirectKernel();
  void inPlaceEqualsOutOfPlace_data();
  void inPlaceEqualsOutOfPlace();
  void threadsDoNotChangeBits_data() { everyRow(); }
  void threadsDoNotChangeBits();
  void stopsBeforeItStarts_data() { everyRow(); }
  void stopsBeforeItStarts();
  void printsAndHashesAlike_data() { everyRow(); }
  void printsAndHashesAlike();

 private:
  static void everyRow() {
    addRows([](const Row&) { return true; });
  }
};

void TestOps::recordIsComplete_data() {
  QTest::addColumn<QString>("name");
  for (const OpDef* op : allOps()) {
    const auto name = QByteArray::fromStdString(std::string(op->name));
    QTest::addRow("%s", name.constData()) << QString::fromUtf8(name);
  }
}

void TestOps::recordIsComplete() {
  QFETCH(QString, name);
  const OpDef& op = *findOp(name.toStdString());
  const std::filesystem::path folder = std::filesystem::path(HEED_SOURCE_DIR) / "core/ops";
  QVERIFY2(std::filesystem::exists(folder / fmt::format("{}.cpp", op.name)), "an op is called as its file is");
  QVERIFY2(op.summary.ends_with('.'), "the summary is a sentence");
  QVERIFY2(op.summary.find(' ') != std::string_view::npos, "the summary is a sentence");
  QVERIFY(op.infer != nullptr);
  QVERIFY(op.explain != nullptr);
  QVERIFY(op.cost != nullptr);
  QVERIFY(op.pytorch != nullptr);
  QVERIFY2(op.evaluate != nullptr || op.expand != nullptr, "there is a way to compute it");
  QVERIFY2((op.vjp == nullptr) != op.noGradient.empty(), "there is either a gradient or the reason for none");
  QVERIFY2(!op.tolerance.reason.empty(), "a tolerance stands beside its reason");
  QVERIFY(op.examples != nullptr);
  std::set<std::string> labels;
  for (const OpExample& example : op.examples()) {
    QVERIFY2(!example.label.empty() && labels.insert(example.label).second, "labels tell the examples apart");
    std::vector<std::string> operands;
    for (std::size_t i = 0; i < example.inputs.size(); ++i) operands.push_back(fmt::format("x{}", i));
    const std::string expression = op.pytorch(operands, example.attributes);
    QVERIFY(!expression.empty());
    for (const std::string& operand : operands) {
      QVERIFY2(expression.find(operand) != std::string::npos, expression.c_str());
    }
  }
  QVERIFY(!labels.empty());
}

void TestOps::namesAreUniqueAndFound() {
  std::set<std::string_view> names;
  for (const OpDef* op : allOps()) {
    QVERIFY(names.insert(op->name).second);
    QCOMPARE(findOp(op->name), op);
  }
  QVERIFY(findOp("no_such_op") == nullptr);
}

void TestOps::float32AgreesWithFloat64() {
  const Row& row = currentRow();
  OpExampleProgram example(*row.op, row.example);
  const auto program = example.finish();
  const std::vector<Tensor> exact = ProgramRun()(program, example.tensors);
  for (const FastKernels fast : {FastKernels::Use, FastKernels::LeaveOut}) {
    const ProgramRun run{.precision = Precision::Float32, .options = {Composites::Direct, fast}};
    const std::vector<Tensor> found = run(program, example.tensors);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      const double distance = largestDistance(found[i], exact[i]);
      QVERIFY2(distance <= row.op->tolerance.float32, sentence(distance, row.op->tolerance.float32).c_str());
    }
  }
}

void TestOps::gradientMatchesFiniteDifferences_data() {
  addRows([](const Row& row) { return row.op->vjp != nullptr && row.example.checkGradient; });
}

void TestOps::gradientMatchesFiniteDifferences() {
  const Row& row = currentRow();
  std::mt19937_64 random(11);
  OpExampleProgram example(*row.op, row.example);
  const Value loss = weightedLoss(example, random);
  std::vector<Value> wrt;
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < example.inputs.size(); ++i) {
    if (row.example.inputs[i].type.kind != ValueKind::Real) continue;
    wrt.push_back(example.inputs[i]);
    positions.push_back(i);
  }
  std::vector<ProgramOutput> outputs{{"loss", loss}};
  for (const Value gradient : gradients(example.builder, loss, wrt)) {
    outputs.push_back({fmt::format("gradient {}", outputs.size()), gradient});
  }
  const auto program = example.builder.finish(outputs);
  const std::vector<Value> lossOnly{loss};
  const auto forward = sliced(*program, lossOnly);
  const std::vector<Tensor> found = ProgramRun()(program, example.tensors);
  CpuBackend backend;
  const auto plan = backend.prepare(forward, Keep::Outputs, Precision::Float64);
  for (std::size_t k = 0; k < positions.size(); ++k) {
    const std::size_t input = positions[k];
    QCOMPARE(found[k + 1].shape(), example.tensors[input].shape());
    for (const std::int64_t offset : someOffsets(found[k + 1].elementCount(), 40, random)) {
      const double above = withNudge(backend, *plan, example.tensors, input, offset, kDifferenceStep);
      const double below = withNudge(backend, *plan, example.tensors, input, offset, -kDifferenceStep);
      const double expected = (above - below) / (2.0 * kDifferenceStep);
      const double distance = relativeDistance(found[k + 1].at(offset), expected);
      QVERIFY2(distance <= kDifferenceTolerance,
               fmt::format("input {}, element {}: the gradient is {}, the difference quotient {}", input, offset,
                           found[k + 1].at(offset), expected)
                   .c_str());
    }
  }
}

void TestOps::termsRecombineToTheElement() {
  const Row& row = currentRow();
  OpExampleProgram example(*row.op, row.example);
  const auto program = example.finish();
  std::mt19937_64 random(5);
  for (const Precision precision : {Precision::Float64, Precision::Float32}) {
    const ProgramRun run{.precision = precision};
    const std::vector<Tensor> outputs = run(program, example.tensors);
    std::vector<Tensor> inputs;
    for (const Tensor& tensor : example.tensors) {
      inputs.push_back(tensor.converted(elementKind(valueKind(tensor.kind()), precision)));
    }
    const double tolerance = precision == Precision::Float64 ? kFloat64Tolerance : row.op->tolerance.float32;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      for (const std::int64_t offset : someOffsets(outputs[k].elementCount(), 25, random)) {
        const CellExplanation explanation =
            row.op->explain({inputs, outputs, row.example.attributes, static_cast<int>(k), offset});
        QCOMPARE(explanation.result, outputs[k].at(offset));
        for (const Term& term : explanation.terms) {
          double product = 1.0;
          for (const Factor& factor : term.factors) {
            product *= factor.number;
            if (factor.input < 0) continue;
            QCOMPARE(factor.number, inputs[static_cast<std::size_t>(factor.input)].at(factor.offset));
          }
          if (!term.factors.empty()) QVERIFY(relativeDistance(term.value, product) <= kFloat64Tolerance);
        }
        const double distance = relativeDistance(recombine(explanation), outputs[k].at(offset));
        QVERIFY2(distance <= tolerance, fmt::format("{}: output {}, element {} {}", toString(precision), k, offset,
                                                    sentence(distance, tolerance))
                                            .c_str());
      }
    }
  }
}

void TestOps::expansionEqualsTheDirectKernel_data() {
  addRows([](const Row& row) { return row.op->expand != nullptr && row.op->evaluate != nullptr; });
}

void TestOps::expansionEqualsTheDirectKernel() {
  const Row& row = currentRow();
  OpExampleProgram example(*row.op, row.example);
  const auto program = example.finish();
  QVERIFY(fullyExpanded(*program)->nodes().size() > program->nodes().size());
  for (const Precision precision : {Precision::Float64, Precision::Float32}) {
    const ProgramRun direct{.precision = precision, .options = {Composites::Direct, FastKernels::LeaveOut}};
    const ProgramRun inside{.precision = precision, .options = {Composites::Expanded, FastKernels::LeaveOut}};
    const bool promisesBits = row.op->tolerance.reason.find("the bits of the expansion") != std::string_view::npos;
    // Each of the two is within the op's tolerance of the exact number.
    const double tolerance = precision == Precision::Float64 ? kFloat64Tolerance : 2.0 * row.op->tolerance.float32;
    const std::vector<Tensor> expected = direct(program, example.tensors);
    const std::vector<Tensor> found = inside(program, example.tensors);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (promisesBits) QVERIFY(found[i].identicalTo(expected[i]));
      const double distance = largestDistance(found[i], expected[i]);
      QVERIFY2(distance <= tolerance, sentence(distance, tolerance).c_str());
    }
  }
}

void TestOps::inPlaceEqualsOutOfPlace_data() {
  addRows([](const Row& row) { return row.op->inPlace && row.example.inputs[0].type.kind != ValueKind::Int; });
}

void TestOps::inPlaceEqualsOutOfPlace() {
  const Row& row = currentRow();
  OpExampleProgram example(*row.op, row.example);
  const auto apart = example.finish();
  Builder builder;
  std::vector<Value> inputs;
  for (std::size_t i = 0; i < row.example.inputs.size(); ++i) {
    inputs.push_back(builder.input(fmt::format("input {}", i), row.example.inputs[i].type));
  }
  inputs[0] = copyOf(builder, inputs[0]);
  const std::vector<Value> results = builder.append(*row.op, inputs, row.example.attributes);
  const auto between = builder.finish({{"output 0", copyOf(builder, results[0])}});
  for (const Precision precision : {Precision::Float64, Precision::Float32}) {
    const ProgramRun run{.precision = precision};
    const std::vector<Tensor> expected = run(apart, example.tensors);
    QVERIFY(run(between, example.tensors)[0].identicalTo(expected[0]));
  }
}

void TestOps::threadsDoNotChangeBits() {
  const Row& row = currentRow();
  OpExampleProgram example(*row.op, row.example);
  const auto program = example.finish();
  for (const Precision precision : {Precision::Float64, Precision::Float32}) {
    const std::vector<Tensor> one = ProgramRun{.precision = precision, .threads = 1}(program, example.tensors);
    const std::vector<Tensor> two = ProgramRun{.precision = precision, .threads = 2}(program, example.tensors);
    for (std::size_t i = 0; i < one.size(); ++i) QVERIFY(two[i].identicalTo(one[i]));
  }
}

void TestOps::stopsBeforeItStarts() {
  const Row& row = currentRow();
  OpExampleProgram example(*row.op, row.example);
  const auto program = example.finish();
  std::stop_source source;
  source.request_stop();
  const ProgramRun run{.stop = source.get_token()};
  QVERIFY_THROWS_EXCEPTION(Cancelled, std::ignore = run(program, example.tensors));
}

void TestOps::printsAndHashesAlike() {
  const Row& row = currentRow();
  const auto first = OpExampleProgram(*row.op, row.example).finish();
  const auto second = OpExampleProgram(*row.op, row.example).finish();
  QCOMPARE(QString::fromStdString(first->toText()), QString::fromStdString(second->toText()));
  QCOMPARE(first->hash(), second->hash());
  QVERIFY(first->toText().find(" = " + std::string(row.op->name) + "(") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestOps)
#include "tst_ops.moc"
