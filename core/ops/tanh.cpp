#include "core/ops/shared/element_op.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("tanh", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return std::tanh(x); });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Value square = ops::multiply(call.builder, call.outputs[0], call.outputs[0]);
  const Value slope = ops::subtract(call.builder, call.builder.constant(1.0), square);
  return {ops::multiply(call.builder, call.cotangents[0], slope)};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "tanh");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.tanh({})", operands[0]);
}

std::vector<OpExample> examples() {
  return mapExamples(-3.0, 3.0);
}

}  // namespace

const OpDef& tanhOp() {
  static const OpDef op{
      .name = "tanh",
      .summary = "The hyperbolic tangent of every element.",
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

Value ops::tanh(Builder& builder, Value a) {
  return builder.appendOne(tanhOp(), {a});
}

}  // namespace heed::core
