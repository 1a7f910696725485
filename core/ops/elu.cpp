#include "core/ops/shared/element_op.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("elu", inputs);
}

void evaluate(const KernelCall& call) {
  const double alpha = call.attributes.real("alpha");
  mapReals(call, [alpha](auto x) { return x > 0 ? x : static_cast<decltype(x)>(alpha) * std::expm1(x); });
}

std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const double alpha = call.attributes.real("alpha");
  const Value positive = ops::greater(builder, call.inputs[0], builder.constant(0.0));
  const Value slope = ops::add(builder, call.outputs[0], builder.constant(alpha));
  const Value below = ops::multiply(builder, call.cotangents[0], slope);
  return {ops::select(builder, positive, call.cotangents[0], below)};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "elu", {call.attributes.real("alpha")});
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("torch.nn.functional.elu({}, alpha={})", operands[0], attributes.real("alpha"));
}

std::vector<OpExample> examples() {
  return spacedMapExamples(-3.0, 3.0, {{"alpha", 1.5}});
}

}  // namespace

const OpDef& eluOp() {
  static const OpDef op{
      .name = "elu",
      .summary = "The element where it is positive, else alpha (exp(x) - 1).",
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

Value ops::elu(Builder& builder, Value a, double alpha) {
  return builder.appendOne(eluOp(), {a}, {{"alpha", alpha}});
}

}  // namespace heed::core
