#include "core/ops/shared/element_op.h"
#include "core/ops/shared/row_kernels.h"
#include "core/ops/shared/sub_step.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("cross_entropy", inputs, 2);
  requireKind("cross_entropy", inputs, 0, ValueKind::Real);
  requireKind("cross_entropy", inputs, 1, ValueKind::Int);
  requireRank("cross_entropy", inputs, 0, 1);
  const Shape& logits = inputs[0].shape;
  if (inputs[1].shape != logits.without(-1)) {
    throw Error(ErrorKind::Shape, text("Op", "cross_entropy: the classes are %1; the logits, %2, need one for each row",
                                       toString(inputs[1]), toString(inputs[0])));
  }
  if (logits.elementCount() == 0) {
    throw Error(ErrorKind::Shape,
                text("Op", "cross_entropy: the logits are %1; over nothing there is no mean", toString(inputs[0])));
  }
  return {{ValueKind::Real, Shape()}};
}

void requireClasses(const std::int32_t* classes, std::int64_t rows, std::int64_t classCount) {
  for (std::int64_t row = 0; row < rows; ++row) {
    if (classes[row] < 0 || classes[row] >= classCount) {
      throw Error(ErrorKind::Parameter, text("Op", "cross_entropy: the class of row %1 is %2; it must be in [0, %3)",
                                             row, classes[row], classCount));
    }
  }
}

void evaluate(const KernelCall& call) {
  const std::int64_t classCount = call.inputs[0].shape[-1];
  const std::int64_t rows = call.inputs[1].shape.elementCount();
  const auto* classes = call.inputs[1].as<std::int32_t>();
  requireClasses(classes, rows, classCount);
  withReal(call.precision, [&]<typename Real>(Real) {
    std::vector<Real> logarithms(static_cast<std::size_t>(rows));
    forRows(call, rows, classCount, [&](std::int64_t row) {
      const Real* logits = call.inputs[0].as<Real>() + row * classCount;
      const LogSum<Real> logSum = logSumOf(logits, classCount);
      logarithms[static_cast<std::size_t>(row)] = logits[classes[row]] - logSum.largest - logSum.logOfSum;
    });
    const Real sum = sumOf<Real>(rows, [&](std::int64_t row) { return logarithms[static_cast<std::size_t>(row)]; });
    *call.outputs[0].as<Real>() = -(sum / static_cast<Real>(rows));
  });
}

/// dZ = (softmax(Z) - one-hot(class)) dL / rows.
std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Shape shape = builder.shape(call.inputs[0]);
  const Value targets = ops::oneHot(builder, call.inputs[1], shape[-1]);
  const Value difference = ops::subtract(builder, ops::softmax(builder, call.inputs[0]), targets);
  const double share = static_cast<double>(shape[-1]) / static_cast<double>(shape.elementCount());
  return {ops::multiply(builder, ops::scale(builder, difference, share), call.cotangents[0]), Value()};
}

std::vector<Value> expand(const ExpandCall& call) {
  Builder& builder = call.builder;
  const Value logarithms = subStep(
      call, ops::logSoftmax(builder, call.inputs[0]),
      {"log_probabilities", text("Op", "Logarithms of the probabilities"), {}, "\\log \\mathrm{softmax}(Z)", {}});
  const Value own = subStep(call, ops::takeAlongLast(builder, logarithms, call.inputs[1]),
                            {"own",
                             text("Op", "Of the right classes"),
                             text("Op", "Only the probability given to the right class counts."),
                             {},
                             {}});
  return {ops::negate(builder, ops::reduceMean(builder, own, {}, ops::KeepDimensions::No))};
}

/// Terms: all logits; parameters: the number of classes, then the class of each row.
CellExplanation explain(const ExplainCall& call) {
  CellExplanation explanation;
  explanation.combination = Combination::Function;
  explanation.function = "cross_entropy";
  explanation.parameters = {static_cast<double>(call.inputs[0].shape()[-1])};
  for (std::int64_t i = 0; i < call.inputs[1].elementCount(); ++i)
    explanation.parameters.push_back(call.inputs[1].at(i));
  for (std::int64_t i = 0; i < call.inputs[0].elementCount(); ++i) explanation.terms.push_back(elementTerm(call, 0, i));
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  constexpr double kOperationsPerElement = 3.0;
  return {kOperationsPerElement * static_cast<double>(inputs.front().shape.elementCount()),
          byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format(
      "torch.nn.functional.cross_entropy({0}.flatten(0, -2) if {0}.dim() > 1 else {0}, {1}.flatten() if {0}.dim() > 1 "
      "else {1})",
      operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  return {{"rows", {realInput({5, 7}, -3.0, 3.0), intInput({5}, 0, 7)}, {}},
          {"one row", {realInput({3}), intInput({}, 0, 3)}, {}},
          {"batch", {realInput({2, 3, 4}), intInput({2, 3}, 0, 4)}, {}},
          {"one class", {realInput({3, 1}), intInput({3}, 0, 1)}, {}},
          {"extreme logits", {realInput({3, 5}, -1000.0, 1000.0), intInput({3}, 0, 5)}, {}, false}};
}

}  // namespace

const OpDef& crossEntropyOp() {
  static const OpDef op{
      .name = "cross_entropy",
      .summary = "The mean over all rows of -log softmax(logits) at the class of the row.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = expand,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Sequence,
      .tolerance = {1e-6, "a few roundings of float32, relative to the result"},
      .inPlace = false,
  };
  return op;
}

Value ops::crossEntropy(Builder& builder, Value logits, Value classes) {
  return builder.appendOne(crossEntropyOp(), {logits, classes});
}

}  // namespace heed::core
