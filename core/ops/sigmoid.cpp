#include "core/ops/shared/element_op.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("sigmoid", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return decltype(x)(1) / (decltype(x)(1) + std::exp(-x)); });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Value rest = ops::subtract(call.builder, call.builder.constant(1.0), call.outputs[0]);
  const Value slope = ops::multiply(call.builder, call.outputs[0], rest);
  return {ops::multiply(call.builder, call.cotangents[0], slope)};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "sigmoid");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.sigmoid({})", operands[0]);
}

std::vector<OpExample> examples() {
  return mapExamples(-6.0, 6.0);
}

}  // namespace

const OpDef& sigmoidOp() {
  static const OpDef op{
      .name = "sigmoid",
      .summary = "The logistic function 1 / (1 + exp(-x)) of every element.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {3e-7, "the C library's float function is within one unit in the last place"},
      .inPlace = true,
  };
  return op;
}

Value ops::sigmoid(Builder& builder, Value a) {
  return builder.appendOne(sigmoidOp(), {a});
}

}  // namespace heed::core
