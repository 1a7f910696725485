#include "core/base/error.h"
#include "core/exec/override.h"
#include "core/program/rewrite.h"
#include "tests/core/attention_program.h"
#include "tests/core/program_run.h"

#include <QtTest>

using namespace heed::core;

namespace {

ValueType real(const Shape& shape) {
  return {ValueKind::Real, shape};
}

Value labelled(Builder& builder, Value value, const std::string& id) {
  StepSpec spec;
  spec.id = id;
  return builder.step(value, spec);
}

std::vector<std::string> stepIds(const Program& program) {
  std::vector<std::string> ids;
  for (const Step& step : program.steps()) ids.push_back(step.id);
  return ids;
}

std::shared_ptr<const Program> sumWithConstant(double number) {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  return builder.finish({{"y", ops::add(builder, x, builder.constant(number))}});
}

}  // namespace

class TestProgram : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void shapesAreCheckedWhileBuilding();
  void stepIdsHoldTheirGroupsAndAreUnique();
  void groupsEndWithTheirScope();
  void theLastLabelOfAValueCounts();
  void textListsInputsOpsStepsAndOutputs();
  void hashKnowsConstantsAndAttributes();
  void expansionKeepsStepsAndAddsItsOwn();
  void slicingDropsWhatIsNotNeeded();
  void aBuilderGoesOnFromAProgram();
  void overriddenStepsShowTheGivenNumber();
  void overridesOfNothingAreRefused();
};

void TestProgram::shapesAreCheckedWhileBuilding() {
  Builder builder;
  const Value x = builder.input("x", real({2, 3}));
  const Value y = builder.input("y", real({4}));
  const auto layer = builder.group("layer", text("Test", "Layer"));
  const auto head = builder.group("head", text("Test", "Head"));
  try {
    std::ignore = ops::add(builder, x, y);
    QFAIL("2 x 3 and 4 do not broadcast");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::Shape);
    QCOMPARE(error.where(), (std::vector<std::string>{"add", "head", "layer"}));
    const std::string sentence = error.text().english();
    QVERIFY2(sentence.find("2 x 3") != std::string::npos && sentence.find('4') != std::string::npos, sentence.c_str());
  }
}

void TestProgram::stepIdsHoldTheirGroupsAndAreUnique() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  labelled(builder, x, "x");
  for (int i = 0; i < 2; ++i) {
    const auto head = builder.group("head", text("Test", "Head"));
    labelled(builder, ops::negate(builder, x), "minus");
    labelled(builder, ops::negate(builder, x), "minus");
  }
  const auto program = builder.finish({});
  QCOMPARE(stepIds(*program),
           (std::vector<std::string>{"x", "head/minus", "head/minus~2", "head~2/minus", "head~2/minus~2"}));
  QCOMPARE(program->stepIndex("head~2/minus"), 3);
  QCOMPARE(program->stepIndex("head/plus"), -1);
}

void TestProgram::groupsEndWithTheirScope() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  {
    const auto layer = builder.group("layer", text("Test", "Layer"));
    const auto head = builder.group("head", text("Test", "Head"));
    std::ignore = ops::negate(builder, x);
  }
  std::ignore = ops::negate(builder, x);
  const auto program = builder.finish({});
  QCOMPARE(program->groupPath(program->nodes()[0].group), std::string("layer/head"));
  QCOMPARE(program->groupPath(program->nodes()[1].group), std::string());
}

void TestProgram::theLastLabelOfAValueCounts() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  QVERIFY(builder.labelOf(x) == nullptr);
  labelled(builder, x, "first");
  labelled(builder, x, "second");
  QCOMPARE(builder.labelOf(x)->id, std::string("second"));
  QCOMPARE(builder.soFar().labelIndex(x), 1);
}

void TestProgram::textListsInputsOpsStepsAndOutputs() {
  const auto program = AttentionProgram().finish();
  const QString expected = QStringLiteral(
      "%0 = input \"X\" : real 3 x 4\n"
      "%1 = input \"query weights\" : real 4 x 2\n"
      "%2 = input \"key weights\" : real 4 x 2\n"
      "%3 = input \"value weights\" : real 4 x 2\n"
      "%4 = matmul(%0, %1) {transposeA=false, transposeB=false} : real 3 x 2\n"
      "%5 = matmul(%0, %2) {transposeA=false, transposeB=false} : real 3 x 2\n"
      "%6 = matmul(%0, %3) {transposeA=false, transposeB=false} : real 3 x 2\n"
      "%7 = matmul(%4, %5) {transposeA=false, transposeB=true} : real 3 x 3\n"
      "%8 = scale(%7) {factor=0.5} : real 3 x 3\n"
      "%9 = softmax(%8) {mask=false} : real 3 x 3\n"
      "%10 = matmul(%9, %6) {transposeA=false, transposeB=false} : real 3 x 2\n"
      "step X = %0\n"
      "step query weights = %1\n"
      "step key weights = %2\n"
      "step value weights = %3\n"
      "step head/Q = %4\n"
      "step head/K = %5\n"
      "step head/V = %6\n"
      "step head/scores = %7\n"
      "step head/scaled = %8\n"
      "step head/weights = %9\n"
      "step head/output = %10\n"
      "output \"output\" = %10\n");
  QCOMPARE(QString::fromStdString(program->toText()), expected);
}

void TestProgram::hashKnowsConstantsAndAttributes() {
  QCOMPARE(sumWithConstant(1.0)->hash(), sumWithConstant(1.0)->hash());
  QVERIFY(sumWithConstant(1.0)->hash() != sumWithConstant(2.0)->hash());
  QCOMPARE(sumWithConstant(1.0)->toText(), sumWithConstant(2.0)->toText());
  const auto scaledBy = [](double factor) {
    Builder builder;
    const Value x = builder.input("x", real({2}));
    return builder.finish({{"y", ops::scale(builder, x, factor)}})->hash();
  };
  QVERIFY(scaledBy(0.5) != scaledBy(0.25));
}

void TestProgram::expansionKeepsStepsAndAddsItsOwn() {
  const auto program = AttentionProgram().finish();
  const auto inside = fullyExpanded(*program);
  for (const Node& node : inside->nodes()) QVERIFY(node.op->expand == nullptr);
  const std::vector<std::string> ids = stepIds(*inside);
  for (const Step& step : program->steps()) {
    const int position = inside->stepIndex(step.id);
    QVERIFY2(position >= 0, step.id.c_str());
    const Step& kept = inside->steps()[static_cast<std::size_t>(position)];
    QVERIFY(kept.phase == step.phase);
    QVERIFY(inside->type(kept.value) == program->type(step.value));
    QCOMPARE(kept.axes.size(), step.axes.size());
    QCOMPARE(kept.depth, StepDepth::Step);
  }
  const auto subSteps = std::ranges::count(inside->steps(), StepDepth::SubStep, &Step::depth);
  QVERIFY2(subSteps >= 3, "a softmax shows its maximum, exponentials and sum");
  QCOMPARE(static_cast<std::size_t>(subSteps) + program->steps().size(), ids.size());
}

void TestProgram::slicingDropsWhatIsNotNeeded() {
  AttentionProgram attention;
  const Value wanted = attention.scores;
  const auto program = attention.finish();
  const auto part = sliced(*program, std::span(&wanted, 1));
  QCOMPARE(part->nodes().size(), std::size_t{3});
  QCOMPARE(part->inputs().size(), program->inputs().size());
  QVERIFY(part->stepIndex("head/scores") >= 0);
  QCOMPARE(part->stepIndex("head/V"), -1);
  const Tensor whole = ProgramRun()(program, attention.tensors)[0];
  QCOMPARE(whole.shape(), (Shape{3, 2}));
  QCOMPARE(ProgramRun()(part, attention.tensors)[0].shape(), (Shape{3, 3}));
}

void TestProgram::aBuilderGoesOnFromAProgram() {
  AttentionProgram attention;
  const auto program = attention.finish();
  Builder builder(*program);
  const Value doubled = ops::scale(builder, attention.output, 2.0);
  const auto longer = builder.finish({{"doubled", doubled}});
  const Tensor once = ProgramRun()(program, attention.tensors)[0];
  const Tensor twice = ProgramRun()(longer, attention.tensors)[0];
  for (std::int64_t i = 0; i < once.elementCount(); ++i) QCOMPARE(twice.at(i), 2.0 * once.at(i));
}

void TestProgram::overriddenStepsShowTheGivenNumber() {
  AttentionProgram attention;
  const auto program = attention.finish();
  const Override change{"head/weights", 4, 0.25};
  const auto changed = withOverrides(*program, std::span(&change, 1));
  const Value weights = changed->steps()[static_cast<std::size_t>(changed->stepIndex("head/weights"))].value;
  const Value value = changed->steps()[static_cast<std::size_t>(changed->stepIndex("head/V"))].value;
  const std::vector<Value> wanted{weights, value, changed->outputs()[0].value};
  const std::vector<Tensor> found = ProgramRun()(sliced(*changed, wanted), attention.tensors);
  QCOMPARE(found[0].at(4), 0.25);
  // Row 1 of the output is the overridden row of weights times the values.
  for (std::int64_t column = 0; column < 2; ++column) {
    double expected = 0.0;
    for (std::int64_t token = 0; token < 3; ++token)
      expected += found[0].at(3 + token) * found[1].at(2 * token + column);
    QVERIFY(relativeDistance(found[2].at(2 + column), expected) <= 1e-12);  // three products of float64
  }
}

void TestProgram::overridesOfNothingAreRefused() {
  const auto program = AttentionProgram().finish();
  for (const Override& wrong :
       {Override{"head/nothing", 0, 1.0}, Override{"head/weights", 9, 1.0}, Override{"head/weights", -1, 1.0}}) {
    try {
      std::ignore = withOverrides(*program, std::span(&wrong, 1));
      QFAIL(wrong.step.c_str());
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Parameter);
      QVERIFY(error.text().english().find(wrong.step) != std::string::npos);
    }
  }
}

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
