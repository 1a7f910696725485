#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("negate", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return -x; });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {ops::negate(call.builder, call.cotangents[0])};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "negate");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("-{}", operands[0]);
}

std::vector<OpExample> examples() {
  return mapExamples(-3.0, 3.0);
}

}  // namespace

const OpDef& negateOp() {
  static const OpDef op{
      .name = "negate",
      .summary = "Changes the sign of every element.",
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

Value ops::negate(Builder& builder, Value a) {
  return builder.appendOne(negateOp(), {a});
}

}  // namespace heed::core
