#include "core/ops/shared/element_op.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("exp", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return std::exp(x); });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {ops::multiply(call.builder, call.cotangents[0], call.outputs[0])};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "exp");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.exp({})", operands[0]);
}

std::vector<OpExample> examples() {
  return mapExamples(-3.0, 3.0);
}

}  // namespace

const OpDef& expOp() {
  static const OpDef op{
      .name = "exp",
      .summary = "The exponential of every element.",
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

Value ops::exp(Builder& builder, Value a) {
  return builder.appendOne(expOp(), {a});
}

}  // namespace heed::core
