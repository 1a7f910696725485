#include "core/autodiff/gradients.h"
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

Tensor doubles(const Shape& shape, std::vector<double> elements) {
  return Tensor::fromDoubles(shape, std::move(elements));
}

Value total(Builder& builder, Value value) {
  return ops::reduceSum(builder, value, {}, ops::KeepDimensions::No);
}

/// The gradients of a loss, run in float64.
std::vector<Tensor> gradientsOf(Builder& builder, Value loss, const std::vector<Value>& wrt,
                                const std::vector<Tensor>& inputs) {
  std::vector<ProgramOutput> outputs;
  for (const Value value : gradients(builder, loss, wrt)) outputs.push_back({fmt::format("{}", outputs.size()), value});
  return ProgramRun()(builder.finish(outputs), inputs);
}

Value stepValue(const Program& program, const std::string& id) {
  return program.steps()[static_cast<std::size_t>(program.stepIndex(id))].value;
}

}  // namespace

class TestGradients : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyUseOfAValueAddsUp();
  void whatTheLossDoesNotReachGetsZeros();
  void theGradientStopsWhereItIsToldTo();
  void labelledStepsGetLabelledGradients();
  void aCellsGradientMatchesFiniteDifferences();
  void onlyRealCellsHaveAGradient();
  void overriddenCellsLetNothingThrough();
  void aFullyMaskedRowHasAZeroGradient();
  void compositeOpsHaveTheGradientOfTheirInside();
};

void TestGradients::everyUseOfAValueAddsUp() {
  Builder builder;
  const Value x = builder.input("x", real({3}));
  const Value square = ops::multiply(builder, x, x);
  const Value loss = total(builder, ops::add(builder, square, ops::scale(builder, x, 3.0)));
  const Tensor input = doubles({3}, {1.0, -2.0, 0.5});
  const Tensor gradient = gradientsOf(builder, loss, {x}, {input})[0];
  for (std::int64_t i = 0; i < 3; ++i) QCOMPARE(gradient.at(i), 2.0 * input.at(i) + 3.0);
}

void TestGradients::whatTheLossDoesNotReachGetsZeros() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  const Value apart = builder.input("apart", real({2, 2}));
  const Value onlyCompared = builder.input("compared", real({2}));
  const Value mask = ops::greater(builder, onlyCompared, builder.constant(0.0));
  const Value loss = total(builder, ops::select(builder, mask, x, ops::negate(builder, x)));
  const auto found = gradientsOf(builder, loss, {x, apart, onlyCompared},
                                 {doubles({2}, {5.0, 6.0}), doubles({2, 2}, {1, 2, 3, 4}), doubles({2}, {1.0, -1.0})});
  QCOMPARE(found[0].toDoubles(), (std::vector<double>{1.0, -1.0}));
  QCOMPARE(found[1].shape(), (Shape{2, 2}));
  QCOMPARE(found[1].toDoubles(), std::vector<double>(4, 0.0));
  QCOMPARE(found[2].toDoubles(), std::vector<double>(2, 0.0));
}

void TestGradients::theGradientStopsWhereItIsToldTo() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  const Value loss = total(builder, ops::multiply(builder, ops::stopGradient(builder, x), x));
  const auto found = gradientsOf(builder, loss, {x}, {doubles({2}, {3.0, -4.0})});
  QCOMPARE(found[0].toDoubles(), (std::vector<double>{3.0, -4.0}));
}

void TestGradients::labelledStepsGetLabelledGradients() {
  AttentionProgram attention;
  const auto program = attention.finish();
  const auto both = withGradients(*program, {attention.output, 3});
  for (const std::string id : {"X", "query weights", "head/Q", "head/K", "head/V", "head/scores", "head/scaled",
                               "head/weights", "head/output"}) {
    const int position = both->stepIndex(id + ".gradient");
    QVERIFY2(position >= 0, id.c_str());
    const Step& gradient = both->steps()[static_cast<std::size_t>(position)];
    const Step& step = both->steps()[static_cast<std::size_t>(both->stepIndex(id))];
    QVERIFY(both->type(gradient.value) == both->type(step.value));
    QVERIFY(gradient.phase == step.phase);
    QCOMPARE(gradient.axes.size(), step.axes.size());
    QVERIFY(!gradient.caption.isEmpty());
  }
  // The last step comes first on the way back.
  QVERIFY(both->stepIndex("head/output.gradient") < both->stepIndex("head/weights.gradient"));
  QVERIFY(both->stepIndex("head/weights.gradient") < both->stepIndex("head/Q.gradient"));
  QVERIFY(both->stepIndex("head/Q.gradient") < both->stepIndex("X.gradient"));
}

void TestGradients::aCellsGradientMatchesFiniteDifferences() {
  AttentionProgram attention;
  const auto program = attention.finish();
  const auto both = withGradients(*program, {attention.output, 3});
  QCOMPARE(both->outputs().size(), std::size_t{5});
  QCOMPARE(both->outputs()[1].name, std::string("gradient of X"));
  const std::vector<Tensor> found = ProgramRun()(both, attention.tensors);
  constexpr double kStep = 1e-5;
  for (std::size_t input = 0; input < attention.tensors.size(); ++input) {
    for (std::int64_t i = 0; i < attention.tensors[input].elementCount(); ++i) {
      const auto nudged = [&](double nudge) {
        std::vector<Tensor> inputs = attention.tensors;
        std::vector<double> elements = inputs[input].toDoubles();
        elements[static_cast<std::size_t>(i)] += nudge;
        inputs[input] = doubles(inputs[input].shape(), std::move(elements));
        return ProgramRun()(program, inputs)[0].at(3);
      };
      const double expected = (nudged(kStep) - nudged(-kStep)) / (2.0 * kStep);
      QVERIFY(relativeDistance(found[input + 1].at(i), expected) <= 1e-7);  // h^2 f'''/6 + 1e-16 |f| / h
    }
  }
}

void TestGradients::onlyRealCellsHaveAGradient() {
  Builder builder;
  const Value x = builder.input("x", real({2}));
  const Value mask = ops::greater(builder, x, builder.constant(0.0));
  const auto program = builder.finish({{"mask", mask}, {"x", x}});
  QVERIFY_THROWS_EXCEPTION(Error, std::ignore = withGradients(*program, {mask, 0}));
  QVERIFY_THROWS_EXCEPTION(Error, std::ignore = withGradients(*program, {x, 2}));
}

void TestGradients::overriddenCellsLetNothingThrough() {
  AttentionProgram attention;
  const auto program = attention.finish();
  std::vector<Override> changes;
  for (std::int64_t i = 3; i < 6; ++i) changes.push_back({"head/scaled", i, 0.5});
  const auto changed = withOverrides(*program, changes);
  const auto both = withGradients(*changed, {stepValue(*changed, "head/output"), 3});
  const std::vector<Value> wanted{stepValue(*both, "head/scores.gradient"), stepValue(*both, "head/scaled.gradient"),
                                  stepValue(*both, "head/V.gradient")};
  const std::vector<Tensor> found = ProgramRun()(sliced(*both, wanted), attention.tensors);
  QCOMPARE(found[0].toDoubles(), std::vector<double>(9, 0.0));
  QVERIFY(found[1].at(3) != 0.0);
  // With equal scores the weights are 1/3, and so is the gradient of each value in the cell's column.
  for (std::int64_t token = 0; token < 3; ++token) {
    QVERIFY(relativeDistance(found[2].at(2 * token), 0.0) <= 1e-12);
    QVERIFY(relativeDistance(found[2].at(2 * token + 1), 1.0 / 3.0) <= 1e-12);
  }
}

void TestGradients::aFullyMaskedRowHasAZeroGradient() {
  for (const Composites composites : {Composites::Direct, Composites::Expanded}) {
    Builder builder;
    const Value x = builder.input("x", real({2, 3}));
    const Value mask = builder.constant(Tensor::fromBools({2, 3}, {1, 0, 1, 0, 0, 0}));
    const Value weights = ops::softmax(builder, x, mask);
    const Value factors = builder.constant(doubles({2, 3}, {1, 2, 3, 4, 5, 6}));
    const Value loss = total(builder, ops::multiply(builder, weights, factors));
    const std::vector<Value> wrt{x};
    const Value gradient = gradients(builder, loss, wrt)[0];
    const auto program = builder.finish({{"weights", weights}, {"gradient", gradient}});
    const ProgramRun run{.options = {composites, FastKernels::Use}};
    const auto found = run(program, {doubles({2, 3}, {0.3, 9.0, -0.2, 1.0, 2.0, 3.0})});
    for (std::int64_t i = 3; i < 6; ++i) {
      QCOMPARE(found[0].at(i), 0.0);
      QCOMPARE(found[1].at(i), 0.0);
    }
    QCOMPARE(found[1].at(1), 0.0);
    QVERIFY(found[1].at(0) != 0.0);
    QVERIFY(relativeDistance(found[1].at(0), -found[1].at(2)) <= 1e-12);  // a softmax only moves weight
  }
}

void TestGradients::compositeOpsHaveTheGradientOfTheirInside() {
  AttentionProgram attention;
  const auto program = attention.finish();
  const auto inside = fullyExpanded(*program);
  const auto direct = ProgramRun()(withGradients(*program, {attention.output, 2}), attention.tensors);
  const auto expanded = ProgramRun()(withGradients(*inside, {stepValue(*inside, "head/output"), 2}), attention.tensors);
  QCOMPARE(direct.size(), expanded.size());
  // Both are exact formulas in float64.
  for (std::size_t i = 0; i < direct.size(); ++i) QVERIFY(largestDistance(expanded[i], direct[i]) <= 1e-12);
}

QTEST_GUILESS_MAIN(TestGradients)
#include "tst_gradients.moc"
