#include "core/ops/shared/element_op.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferPair("maximum", inputs, ValueKind::Real, ValueKind::Real);
}

void evaluate(const KernelCall& call) {
  mapRealPairs(call, [](auto a, auto b) { return a >= b || std::isnan(a) ? a : b; });
}

std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Value cotangent = call.cotangents[0];
  const Value first = ops::greaterEqual(builder, call.inputs[0], call.inputs[1]);
  std::vector<Value> result(2);
  if (call.wanted[0] != 0) {
    result[0] = sumToShape(builder, keepWhere(builder, first, cotangent), builder.shape(call.inputs[0]));
  }
  if (call.wanted[1] != 0) {
    result[1] = sumToShape(builder, dropWhere(builder, first, cotangent), builder.shape(call.inputs[1]));
  }
  return result;
}

CellExplanation explain(const ExplainCall& call) {
  CellExplanation explanation = explainPair(call, Combination::Maximum);
  explanation.selected = explanation.terms[0].value >= explanation.terms[1].value ? 0 : 1;
  return explanation;
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.maximum({}, {})", operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  return {{"same shape", {spacedInput({3, 5}), realInput({3, 5}, 0.01, 0.04)}, {}},
          {"a row for every row", {spacedInput({2, 3, 5}), realInput({5}, 0.01, 0.04)}, {}},
          {"both stretched", {spacedInput({4, 1, 3}), realInput({2, 1}, 0.01, 0.04)}, {}},
          {"scalar", {spacedInput({7}), realInput({}, 0.01, 0.04)}, {}},
          {"nothing", {realInput({0, 4}), realInput({4})}, {}, false}};
}

}  // namespace

const OpDef& maximumOp() {
  static const OpDef op{
      .name = "maximum",
      .summary =
          "The larger of two elements, stretching dimensions of size 1; NaN if either is. Between equal ones the "
          "gradient goes to the first.",
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
      .inPlace = false,
  };
  return op;
}

Value ops::maximum(Builder& builder, Value a, Value b) {
  return builder.appendOne(maximumOp(), {a, b});
}

}  // namespace heed::core
