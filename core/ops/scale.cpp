#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("scale", inputs);
}

void evaluate(const KernelCall& call) {
  const double factor = call.attributes.real("factor");
  mapReals(call, [factor](auto x) { return x * static_cast<decltype(x)>(factor); });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {ops::scale(call.builder, call.cotangents[0], call.attributes.real("factor"))};
}

CellExplanation explain(const ExplainCall& call) {
  CellExplanation explanation;
  explanation.combination = Combination::Product;
  const double factor = call.attributes.real("factor");
  explanation.terms = {elementTerm(call, 0, call.offset), {{{-1, 0, factor}}, factor}};
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("{} * {}", operands[0], attributes.real("factor"));
}

std::vector<OpExample> examples() {
  return mapExamples(-3.0, 3.0, {{"factor", 0.35}});
}

}  // namespace

const OpDef& scaleOp() {
  static const OpDef op{
      .name = "scale",
      .summary = "Every element times a fixed number.",
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
      .tolerance = {2e-7, "the factor and the product are each rounded to float32"},
      .inPlace = true,
  };
  return op;
}

Value ops::scale(Builder& builder, Value a, double factor) {
  return builder.appendOne(scaleOp(), {a}, {{"factor", factor}});
}

}  // namespace heed::core
