#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("relu", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return x <= 0 ? decltype(x)(0) : x; });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Value positive = ops::greater(call.builder, call.inputs[0], call.builder.constant(0.0));
  return {keepWhere(call.builder, positive, call.cotangents[0])};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "relu");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.relu({})", operands[0]);
}

std::vector<OpExample> examples() {
  return spacedMapExamples(-3.0, 3.0);
}

}  // namespace

const OpDef& reluOp() {
  static const OpDef op{
      .name = "relu",
      .summary = "The element where it is positive, else 0; NaN stays NaN. Its gradient at 0 is 0.",
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

Value ops::relu(Builder& builder, Value a) {
  return builder.appendOne(reluOp(), {a});
}

}  // namespace heed::core
