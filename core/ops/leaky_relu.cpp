#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("leaky_relu", inputs);
}

void evaluate(const KernelCall& call) {
  const double slope = call.attributes.real("slope");
  mapReals(call, [slope](auto x) { return x > 0 ? x : static_cast<decltype(x)>(slope) * x; });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Value positive = ops::greater(call.builder, call.inputs[0], call.builder.constant(0.0));
  const Value sloped = ops::scale(call.builder, call.cotangents[0], call.attributes.real("slope"));
  return {ops::select(call.builder, positive, call.cotangents[0], sloped)};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "leaky_relu", {call.attributes.real("slope")});
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("torch.nn.functional.leaky_relu({}, negative_slope={})", operands[0], attributes.real("slope"));
}

std::vector<OpExample> examples() {
  return spacedMapExamples(-3.0, 3.0, {{"slope", 0.2}});
}

}  // namespace

const OpDef& leakyReluOp() {
  static const OpDef op{
      .name = "leaky_relu",
      .summary = "The element where it is positive, else `slope` times it. Its gradient at 0 is the slope.",
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
      .tolerance = {2e-7, "the slope and the product are each rounded to float32"},
      .inPlace = true,
  };
  return op;
}

Value ops::leakyRelu(Builder& builder, Value a, double slope) {
  return builder.appendOne(leakyReluOp(), {a}, {{"slope", slope}});
}

}  // namespace heed::core
