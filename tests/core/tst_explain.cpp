#include "core/exec/arithmetic.h"
#include "core/exec/override.h"
#include "tests/core/attention_program.h"
#include "tests/core/program_run.h"

#include <QtTest>

#include <map>
#include <set>

using namespace heed::core;

namespace {

/// What an evaluator needs, kept alive beside it.
struct Explained {
  std::shared_ptr<const Program> program;
  CpuBackend backend;
  ThreadPool pool{1};
  KernelContext kernel{{}, pool, 7};
  RunContext context{kernel};
  Evaluator evaluator;

  Explained(std::shared_ptr<const Program> explained, std::vector<Tensor> inputs)
      : program(std::move(explained)), evaluator(backend, program, std::move(inputs), Precision::Float64, context) {}

  [[nodiscard]] Value valueOf(const std::string& step) const {
    return program->steps()[static_cast<std::size_t>(program->stepIndex(step))].value;
  }
  [[nodiscard]] std::string stepOf(const ExplainedFactor& factor) const {
    return factor.step < 0 ? std::string() : program->steps()[static_cast<std::size_t>(factor.step)].id;
  }
};

Value labelled(Builder& builder, Value value, const std::string& id) {
  StepSpec spec;
  spec.id = id;
  return builder.step(value, spec);
}

/// The sum of a row of numbers, whose places have names.
Arithmetic sumOf(const std::vector<double>& numbers) {
  Builder builder;
  const auto count = static_cast<std::int64_t>(numbers.size());
  const Value x = builder.input("x", {ValueKind::Real, Shape{count}});
  auto labels = std::make_shared<AxisLabels>();
  for (std::size_t i = 0; i < numbers.size(); ++i) labels->names.push_back(fmt::format("feature {}", i));
  StepSpec spec;
  spec.id = "x";
  spec.axes = {{AxisMeaning::Feature, labels}};
  builder.step(x, spec);
  const Value y = ops::reduceSum(builder, x, {}, ops::KeepDimensions::No);
  Explained explained(builder.finish({{"y", y}}), {Tensor::fromDoubles({count}, numbers)});
  return arithmeticOf(explainCell(explained.evaluator, y, 0), *explained.program);
}

void checkShares(const ThreadNode& node) {
  std::map<int, double> shares;
  for (const ThreadNode& child : node.children) {
    shares[child.term] = child.share;
    checkShares(child);
  }
  double total = 0.0;
  for (const auto& [term, share] : shares) total += share;
  QVERIFY(total <= 1.0 + 1e-12);  // a few additions
}

void collectSteps(const ThreadNode& node, const Program& program, std::set<std::string>& leaves) {
  if (node.children.empty() && !node.isRepeated && node.cell.step >= 0) {
    leaves.insert(program.steps()[static_cast<std::size_t>(node.cell.step)].id);
  }
  for (const ThreadNode& child : node.children) collectSteps(child, program, leaves);
}

}  // namespace

class TestExplain : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aScoreIsASumOfProductsOfNamedSteps();
  void movedElementsAreLookedThrough();
  void aCellMovedFromAStepIsACopyOfIt();
  void inputsExplainThemselves();
  void anOverriddenCellSaysSo();
  void aThreadReachesTheInputs();
  void aThreadKeepsToItsLimits();
  void sharesOfAWeightAreThoseOfItsRow();
  void decimalsAreTheFewestThatClose_data();
  void decimalsAreTheFewestThatClose();
  void longRowsKeepTheLargestTerms();
  void placesAndColumnsHaveNames();
  void numbersAreShownInOneForm_data();
  void numbersAreShownInOneForm();
};

void TestExplain::aScoreIsASumOfProductsOfNamedSteps() {
  AttentionProgram attention;
  Explained explained(attention.finish(), attention.tensors);
  const ExplainedCell cell = explainCell(explained.evaluator, attention.scores, 3 * 2 + 1);
  QCOMPARE(cell.op->name, std::string_view("matmul"));
  QCOMPARE(cell.step, explained.program->stepIndex("head/scores"));
  QCOMPARE(cell.terms.size(), std::size_t{AttentionProgram::kChannels});
  double sum = 0.0;
  for (std::size_t channel = 0; channel < cell.terms.size(); ++channel) {
    const auto column = static_cast<std::int64_t>(channel);
    const ExplainedTerm& term = cell.terms[channel];
    QCOMPARE(explained.stepOf(term.factors[0]), std::string("head/Q"));
    QCOMPARE(explained.stepOf(term.factors[1]), std::string("head/K"));
    QCOMPARE(term.factors[0].stepOffset, 2 * AttentionProgram::kChannels + column);
    QCOMPARE(term.factors[1].stepOffset, 1 * AttentionProgram::kChannels + column);
    QCOMPARE(term.factors[0].number, explained.evaluator.value(attention.query).at(term.factors[0].offset));
    sum += term.factors[0].number * term.factors[1].number;
  }
  QVERIFY(relativeDistance(cell.explanation.result, sum) <= 1e-14);  // two products of float64
}

void TestExplain::movedElementsAreLookedThrough() {
  Builder builder;
  const Value x = builder.input("x", {ValueKind::Real, Shape{2, 3}});
  const Value source = labelled(builder, ops::exp(builder, x), "source");
  const Value turned = ops::permute(builder, source, {1, 0});
  const Value flat = ops::reshape(builder, turned, {6});
  const std::vector<Value> parts{flat, ops::slice(builder, flat, 0, 2, 5)};
  const Value joined = ops::concatenate(builder, parts, 0);
  const Value result = ops::negate(builder, joined);
  Explained explained(builder.finish({{"y", result}}), {Tensor::fromDoubles({2, 3}, {0.0, 0.1, 0.2, 0.3, 0.4, 0.5})});
  // Element 7 of the joined row is element 3 of the flat one: row 1, column 1 of the source.
  const ExplainedCell cell = explainCell(explained.evaluator, result, 7);
  const ExplainedFactor& factor = cell.terms[0].factors[0];
  QCOMPARE(explained.stepOf(factor), std::string("source"));
  QCOMPARE(factor.stepOffset, std::int64_t{4});
  QVERIFY(relativeDistance(factor.number, std::exp(0.4)) <= 1e-15);  // one call of exp
}

void TestExplain::aCellMovedFromAStepIsACopyOfIt() {
  Builder builder;
  const Value x = builder.input("x", {ValueKind::Real, Shape{2, 3}});
  const Value source = labelled(builder, ops::exp(builder, x), "source");
  const Value turned = labelled(builder, ops::permute(builder, source, {1, 0}), "turned");
  const Value hidden = ops::negate(builder, x);
  const Value shown = labelled(builder, ops::permute(builder, hidden, {1, 0}), "shown");
  Explained explained(builder.finish({{"y", turned}, {"z", shown}}),
                      {Tensor::fromDoubles({2, 3}, {0.0, 0.1, 0.2, 0.3, 0.4, 0.5})});
  const ExplainedCell copy = explainCell(explained.evaluator, turned, 3);
  QVERIFY(copy.explanation.combination == Combination::Copy);
  QCOMPARE(explained.stepOf(copy.terms[0].factors[0]), std::string("source"));
  QCOMPARE(copy.terms[0].factors[0].stepOffset, std::int64_t{4});
  // What was moved is no step: the op that made the number explains it.
  const ExplainedCell made = explainCell(explained.evaluator, shown, 3);
  QCOMPARE(made.op->name, std::string_view("negate"));
  QCOMPARE(made.step, explained.program->stepIndex("shown"));
  QCOMPARE(made.explanation.result, -0.4);
}

void TestExplain::inputsExplainThemselves() {
  AttentionProgram attention;
  Explained explained(attention.finish(), attention.tensors);
  const ExplainedCell cell = explainCell(explained.evaluator, attention.features, 5);
  QVERIFY(cell.op == nullptr && cell.terms.empty());
  QCOMPARE(cell.explanation.result, attention.tensors[0].at(5));
}

void TestExplain::anOverriddenCellSaysSo() {
  AttentionProgram attention;
  const Override change{"head/scores", 4, 9.5};
  Explained explained(withOverrides(*attention.finish(), std::span(&change, 1)), attention.tensors);
  const Value scores = explained.valueOf("head/scores");
  const ExplainedCell given = explainCell(explained.evaluator, scores, 4);
  QVERIFY(given.explanation.combination == Combination::Choice);
  QCOMPARE(given.explanation.result, 9.5);
  const ExplainedCell computed = explainCell(explained.evaluator, scores, 5);
  QCOMPARE(computed.op->name, std::string_view("matmul"));
  // What follows names the overridden step.
  const ExplainedCell next = explainCell(explained.evaluator, explained.valueOf("head/scaled"), 4);
  QCOMPARE(next.terms[0].factors[0].number, 9.5);
  QCOMPARE(explained.stepOf(next.terms[0].factors[0]), std::string("head/scores"));
}

void TestExplain::aThreadReachesTheInputs() {
  AttentionProgram attention;
  Explained explained(attention.finish(), attention.tensors);
  const ThreadNode thread = followThread(explained.evaluator, attention.output, 1, {});
  QCOMPARE(thread.share, 1.0);
  checkShares(thread);
  std::set<std::string> leaves;
  collectSteps(thread, *explained.program, leaves);
  QCOMPARE(leaves, (std::set<std::string>{"X", "query weights", "key weights", "value weights"}));
  // The largest term comes first.
  const ThreadNode& first = thread.children.front();
  for (const double share : termShares(thread.cell.explanation)) QVERIFY(share <= first.share);
}

void TestExplain::aThreadKeepsToItsLimits() {
  AttentionProgram attention;
  Explained explained(attention.finish(), attention.tensors);
  const ThreadNode cutOff = followThread(explained.evaluator, attention.output, 1, {0, 2});
  QVERIFY(cutOff.children.empty());
  const ThreadNode narrow = followThread(explained.evaluator, attention.output, 1, {1, 1});
  QCOMPARE(narrow.children.size(), std::size_t{2});  // a weight and a value: the factors of one term
  QCOMPARE(narrow.children[0].term, narrow.children[1].term);
  QVERIFY(narrow.children[0].children.empty());
}

void TestExplain::sharesOfAWeightAreThoseOfItsRow() {
  AttentionProgram attention;
  Explained explained(attention.finish(), attention.tensors);
  const ExplainedCell cell = explainCell(explained.evaluator, attention.weights, 4);
  const std::vector<double> shares = termShares(cell.explanation);
  for (std::size_t key = 0; key < 3; ++key) {
    const double weight = explained.evaluator.value(attention.weights).at(3 + static_cast<std::int64_t>(key));
    QVERIFY(relativeDistance(shares[key], weight) <= 1e-14);  // the same exponentials over the same sum
  }
}

void TestExplain::decimalsAreTheFewestThatClose_data() {
  QTest::addColumn<QList<double>>("numbers");
  QTest::addColumn<int>("decimals");
  QTest::addColumn<bool>("closes");
  QTest::addColumn<QString>("result");
  QTest::addColumn<QString>("note");
  // 0.25 + 0.50 = 0.75
  QTest::newRow("two decimals close") << QList<double>{0.25, 0.5} << 2 << true << "0.75" << "";
  // 0.12 + 0.13 is not 0.26, but 0.124 + 0.132 = 0.256
  QTest::newRow("three are needed") << QList<double>{0.124, 0.132} << 3 << true << "0.256" << "";
  // 0.33 + 0.33 + 0.33, 0.333 ..., 0.3333 ... never give 1
  QTest::newRow("none closes") << QList<double>{1.0 / 3, 1.0 / 3, 1.0 / 3} << 2 << false << "1.00"
                               << "(rounded; full sum 1.0000)";
  QTest::newRow("no zero for what is none") << QList<double>{0.001, 0.002} << 3 << true << "0.003" << "";
  QTest::newRow("negative") << QList<double>{-1.5, 0.25} << 2 << true << "−1.25" << "";
}

void TestExplain::decimalsAreTheFewestThatClose() {
  QFETCH(QList<double>, numbers);
  QFETCH(int, decimals);
  QFETCH(bool, closes);
  QFETCH(QString, result);
  QFETCH(QString, note);
  const Arithmetic shown = sumOf({numbers.begin(), numbers.end()});
  QCOMPARE(shown.decimals, decimals);
  QCOMPARE(shown.closes, closes);
  QCOMPARE(QString::fromStdString(shown.result), result);
  QCOMPARE(QString::fromStdString(shown.note.english()), note);
}

void TestExplain::longRowsKeepTheLargestTerms() {
  std::vector<double> numbers(20, 0.25);
  for (std::size_t i = 3; i < 11; ++i) numbers[i] = -2.0;
  const Arithmetic shown = sumOf(numbers);
  QCOMPARE(shown.lines.size(), std::size_t{8});
  QCOMPARE(shown.lines.front().term, 3);
  QCOMPARE(shown.lines.front().product, std::string("−2.00"));
  QCOMPARE(shown.remainingCount, 12);
  QCOMPARE(shown.remainingSum, std::string("3.00"));
  QCOMPARE(shown.result, std::string("−13.00"));
  QVERIFY(shown.closes);
}

void TestExplain::placesAndColumnsHaveNames() {
  AttentionProgram attention;
  Explained explained(attention.finish(), attention.tensors);
  const Arithmetic query = arithmeticOf(explainCell(explained.evaluator, attention.query, 1), *explained.program);
  QCOMPARE(query.axis, std::string("feature"));
  QCOMPARE(query.lines.size(), std::size_t{4});
  QCOMPARE(query.lines[3].place, std::string("refers"));
  QCOMPARE(query.lines[3].factors.size(), std::size_t{2});
  QCOMPARE(query.columns[0].step, explained.program->stepIndex("X"));
  QCOMPARE(query.columns[0].place, std::string("it"));
  const Arithmetic output = arithmeticOf(explainCell(explained.evaluator, attention.output, 2), *explained.program);
  QCOMPARE(output.lines[1].place, std::string("animal"));
  const Arithmetic weight = arithmeticOf(explainCell(explained.evaluator, attention.weights, 4), *explained.program);
  QCOMPARE(weight.function, std::string("softmax"));
  QVERIFY(weight.lines[1].isSelected && !weight.lines[0].isSelected);
}

void TestExplain::numbersAreShownInOneForm_data() {
  QTest::addColumn<double>("number");
  QTest::addColumn<int>("decimals");
  QTest::addColumn<QString>("shown");
  QTest::newRow("rounded") << 8.766 << 2 << "8.77";
  QTest::newRow("true minus") << -0.5 << 2 << "−0.50";
  QTest::newRow("no sign on zero") << -0.001 << 2 << "0.00";
  QTest::newRow("integer") << 7.0 << 0 << "7";
  QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << 2 << "NaN";
  QTest::newRow("infinity") << -std::numeric_limits<double>::infinity() << 2 << "−∞";
  QTest::newRow("very large") << 2.5e12 << 2 << "2.5e+12";
}

void TestExplain::numbersAreShownInOneForm() {
  QFETCH(double, number);
  QFETCH(int, decimals);
  QFETCH(QString, shown);
  QCOMPARE(QString::fromStdString(shownNumber(number, decimals)), shown);
}

QTEST_GUILESS_MAIN(TestExplain)
#include "tst_explain.moc"
