#include "core/ops/shared/element_op.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("sqrt", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return std::sqrt(x); });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Value half = ops::scale(call.builder, call.cotangents[0], 0.5);
  return {ops::divide(call.builder, half, call.outputs[0])};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "sqrt");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.sqrt({})", operands[0]);
}

std::vector<OpExample> examples() {
  return mapExamples(0.2, 4.0);
}

}  // namespace

const OpDef& sqrtOp() {
  static const OpDef op{
      .name = "sqrt",
      .summary = "The square root of every element; of a negative number it is NaN.",
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
      .tolerance = {1e-7, "one rounding of float32"},
      .inPlace = true,
  };
  return op;
}

Value ops::sqrt(Builder& builder, Value a) {
  return builder.appendOne(sqrtOp(), {a});
}

}  // namespace heed::core
