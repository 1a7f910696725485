#include "core/ops/shared/element_op.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("abs", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return std::abs(x); });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Value sign = ops::sign(call.builder, call.inputs[0]);
  return {ops::multiply(call.builder, call.cotangents[0], sign)};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "abs");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.abs({})", operands[0]);
}

std::vector<OpExample> examples() {
  return spacedMapExamples(-3.0, 3.0);
}

}  // namespace

const OpDef& absOp() {
  static const OpDef op{
      .name = "abs",
      .summary = "The magnitude of every element. Its gradient at 0 is 0.",
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
      .tolerance = {1e-7, "exact; the operand is rounded to float32"},
      .inPlace = true,
  };
  return op;
}

Value ops::abs(Builder& builder, Value a) {
  return builder.appendOne(absOp(), {a});
}

}  // namespace heed::core
