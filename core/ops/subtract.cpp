#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferPair("subtract", inputs, ValueKind::Real, ValueKind::Real);
}

void evaluate(const KernelCall& call) {
  mapRealPairs(call, [](auto a, auto b) { return a - b; });
}

std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Value cotangent = call.cotangents[0];
  const Value negated = call.wanted[1] != 0 ? ops::negate(builder, cotangent) : Value();
  return {sumToShape(builder, cotangent, builder.shape(call.inputs[0])),
          call.wanted[1] != 0 ? sumToShape(builder, negated, builder.shape(call.inputs[1])) : Value()};
}

CellExplanation explain(const ExplainCall& call) {
  return explainPair(call, Combination::Difference);
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("{} - {}", operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  return {{"same shape", {realInput({3, 5}), realInput({3, 5})}, {}},
          {"a row for every row", {realInput({2, 3, 5}), realInput({5})}, {}},
          {"a column for every column", {realInput({2, 3, 5}), realInput({3, 1})}, {}},
          {"both stretched", {realInput({4, 1, 3}), realInput({2, 1})}, {}},
          {"scalar", {realInput({7}), realInput({})}, {}},
          {"scalar first", {realInput({}), realInput({7})}, {}},
          {"nothing", {realInput({0, 4}), realInput({4})}, {}, false}};
}

}  // namespace

const OpDef& subtractOp() {
  static const OpDef op{
      .name = "subtract",
      .summary = "First minus second, element by element, stretching dimensions of size 1.",
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
      .inPlace = false,
  };
  return op;
}

Value ops::subtract(Builder& builder, Value a, Value b) {
  return builder.appendOne(subtractOp(), {a, b});
}

}  // namespace heed::core
