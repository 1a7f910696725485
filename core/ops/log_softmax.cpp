#include "core/ops/shared/element_op.h"
#include "core/ops/shared/row_kernels.h"
#include "core/ops/shared/sub_step.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("log_softmax", inputs, 1);
  requireKind("log_softmax", inputs, 0, ValueKind::Real);
  requireRank("log_softmax", inputs, 0, 1);
  requireElementsInRows("log_softmax", inputs[0]);
  return {inputs[0]};
}

void evaluate(const KernelCall& call) {
  const std::int64_t length = call.inputs[0].shape[-1];
  const std::int64_t rows = length == 0 ? 0 : call.inputs[0].shape.elementCount() / length;
  withReal(call.precision, [&]<typename Real>(Real) {
    forRows(call, rows, length, [&](std::int64_t row) {
      const Real* in = call.inputs[0].as<Real>() + row * length;
      Real* out = call.outputs[0].as<Real>() + row * length;
      const LogSum<Real> logSum = logSumOf(in, length);
      for (std::int64_t i = 0; i < length; ++i) out[i] = in[i] - logSum.largest - logSum.logOfSum;
    });
  });
}

/// dZ = dL - softmax(Z) rowsum(dL), with softmax(Z) = exp of the output.
std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Value probabilities = ops::exp(builder, call.outputs[0]);
  const Value sum = ops::reduceSum(builder, call.cotangents[0], {-1}, ops::KeepDimensions::Yes);
  return {ops::subtract(builder, call.cotangents[0], ops::multiply(builder, probabilities, sum))};
}

std::vector<Value> expand(const ExpandCall& call) {
  Builder& builder = call.builder;
  const Value scores = call.inputs[0];
  const Value maximum =
      subStep(call, ops::reduceMax(builder, scores, {-1}, ops::KeepDimensions::Yes),
              {"maximum", text("Op", "Row maximum"), text("Op", "The largest score of each row."), "m", {}});
  const Value shifted = subStep(call, ops::subtract(builder, scores, maximum),
                                {"shifted",
                                 text("Op", "Subtract maximum"),
                                 text("Op", "No exponential can overflow now, and the result stays the same."),
                                 "Z - m",
                                 {}});
  const Value exponential = subStep(
      call, ops::exp(builder, shifted),
      {"exponential", text("Op", "Exponential"), text("Op", "Every score becomes positive."), "\\exp(Z - m)", {}});
  const Value sum = ops::reduceSum(builder, exponential, {-1}, ops::KeepDimensions::Yes);
  const Value logOfSum = subStep(call, ops::log(builder, sum),
                                 {"log_sum",
                                  text("Op", "Logarithm of the row sum"),
                                  text("Op", "Subtracting it is dividing the exponentials by their sum."),
                                  "\\log \\Sigma",
                                  {}});
  return {ops::subtract(builder, shifted, logOfSum)};
}

CellExplanation explain(const ExplainCall& call) {
  const std::int64_t length = call.inputs[0].shape()[-1];
  const std::int64_t first = call.offset - call.offset % length;
  CellExplanation explanation;
  explanation.combination = Combination::Function;
  explanation.function = "log_softmax";
  for (std::int64_t i = 0; i < length; ++i) explanation.terms.push_back(elementTerm(call, 0, first + i));
  explanation.selected = static_cast<int>(call.offset - first);
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  constexpr double kOperationsPerElement = 5.0;
  return {kOperationsPerElement * static_cast<double>(inputs.front().shape.elementCount()),
          byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.log_softmax({}, dim=-1)", operands[0]);
}

std::vector<OpExample> examples() {
  return {{"odd sizes", {realInput({3, 7}, -3.0, 3.0)}, {}},
          {"one element", {realInput({1})}, {}},
          {"batch and heads", {realInput({2, 3, 4, 9}, -3.0, 3.0)}, {}},
          {"extreme scores", {realInput({3, 5}, -1000.0, 1000.0)}, {}, false},
          {"no rows", {realInput({0, 4})}, {}, false}};
}

}  // namespace

const OpDef& logSoftmaxOp() {
  static const OpDef op{
      .name = "log_softmax",
      .summary = "The logarithm of softmax along the last axis, without its underflow.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = expand,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Row,
      .tolerance = {1e-6,
                    "a few roundings of float32, relative to the result; on the CPU the bits of the expansion, as both "
                    "use the same loops"},
      .inPlace = true,
  };
  return op;
}

Value ops::logSoftmax(Builder& builder, Value a) {
  return builder.appendOne(logSoftmaxOp(), {a});
}

}  // namespace heed::core
