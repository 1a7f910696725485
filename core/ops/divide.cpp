#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferPair("divide", inputs, ValueKind::Real, ValueKind::Real);
}

void evaluate(const KernelCall& call) {
  mapRealPairs(call, [](auto a, auto b) { return a / b; });
}

std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Value cotangent = call.cotangents[0];
  std::vector<Value> result(2);
  const Value quotient = ops::divide(builder, cotangent, call.inputs[1]);
  if (call.wanted[0] != 0) result[0] = sumToShape(builder, quotient, builder.shape(call.inputs[0]));
  if (call.wanted[1] != 0) {
    const Value product = ops::negate(builder, ops::multiply(builder, quotient, call.outputs[0]));
    result[1] = sumToShape(builder, product, builder.shape(call.inputs[1]));
  }
  return result;
}

CellExplanation explain(const ExplainCall& call) {
  return explainPair(call, Combination::Quotient);
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("{} / {}", operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  return {{"same shape", {realInput({3, 5}), realInput({3, 5}, 0.5, 2.0)}, {}},
          {"a row for every row", {realInput({2, 3, 5}), realInput({5}, 0.5, 2.0)}, {}},
          {"a column for every column", {realInput({2, 3, 5}), realInput({3, 1}, 0.5, 2.0)}, {}},
          {"both stretched", {realInput({4, 1, 3}), realInput({2, 1}, 0.5, 2.0)}, {}},
          {"scalar", {realInput({7}), realInput({}, 0.5, 2.0)}, {}},
          {"scalar first", {realInput({}), realInput({7}, 0.5, 2.0)}, {}},
          {"nothing", {realInput({0, 4}), realInput({4}, 0.5, 2.0)}, {}, false}};
}

}  // namespace

const OpDef& divideOp() {
  static const OpDef op{
      .name = "divide",
      .summary = "First divided by second, element by element, stretching dimensions of size 1.",
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

Value ops::divide(Builder& builder, Value a, Value b) {
  return builder.appendOne(divideOp(), {a, b});
}

}  // namespace heed::core
