#include "core/ops/shared/element_op.h"

#include <cmath>
#include <numbers>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("erf", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return std::erf(x); });
}

std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Value x = call.inputs[0];
  const Value bell = ops::exp(builder, ops::negate(builder, ops::multiply(builder, x, x)));
  const Value slope = ops::scale(builder, bell, 2.0 * std::numbers::inv_sqrtpi);
  return {ops::multiply(builder, call.cotangents[0], slope)};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "erf");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.erf({})", operands[0]);
}

std::vector<OpExample> examples() {
  return mapExamples(-3.0, 3.0);
}

}  // namespace

const OpDef& erfOp() {
  static const OpDef op{
      .name = "erf",
      .summary = "The error function of every element.",
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

Value ops::erf(Builder& builder, Value a) {
  return builder.appendOne(erfOp(), {a});
}

}  // namespace heed::core
