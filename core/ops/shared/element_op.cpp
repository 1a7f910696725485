#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<OpExample> examplesOf(const std::function<ExampleInput(Shape)>& input, const Attributes& attributes) {
  return {{"odd sizes", {input({3, 5})}, attributes},
          {"one element", {input({1})}, attributes},
          {"scalar", {input({})}, attributes},
          {"batch and heads", {input({2, 3, 4, 7})}, attributes},
          {"nothing", {input({0, 4})}, attributes, false}};
}

}  // namespace

std::vector<ValueType> inferMap(std::string_view op, std::span<const ValueType> inputs) {
  requireOperands(op, inputs, 1);
  requireKind(op, inputs, 0, ValueKind::Real);
  return {inputs[0]};
}

std::vector<ValueType> inferPair(std::string_view op, std::span<const ValueType> inputs, ValueKind operands,
                                 ValueKind result) {
  requireOperands(op, inputs, 2);
  requireKind(op, inputs, 0, operands);
  requireKind(op, inputs, 1, operands);
  return {{result, broadcast(inputs[0].shape, inputs[1].shape, std::string(op).c_str())}};
}

std::vector<ValueType> inferComparison(std::string_view op, std::span<const ValueType> inputs) {
  requireOperands(op, inputs, 2);
  if (inputs[0].kind == ValueKind::Int) return inferPair(op, inputs, ValueKind::Int, ValueKind::Bool);
  return inferPair(op, inputs, ValueKind::Real, ValueKind::Bool);
}

void requireElementsInRows(std::string_view op, const ValueType& operand) {
  if (operand.shape[-1] == 0 && operand.shape.without(-1).elementCount() > 0) {
    throw Error(ErrorKind::Shape,
                text("Op", "%1: operand 0 is %2; its rows have no elements to normalise", op, toString(operand)));
  }
}

Value keepWhere(Builder& builder, Value condition, Value cotangent) {
  return ops::select(builder, condition, cotangent, builder.constant(0.0));
}

Value dropWhere(Builder& builder, Value condition, Value cotangent) {
  return ops::select(builder, condition, builder.constant(0.0), cotangent);
}

ExampleInput realInput(Shape shape, double low, double high) {
  return {{ValueKind::Real, shape}, low, high};
}

ExampleInput spacedInput(Shape shape, double low, double high) {
  return {{ValueKind::Real, shape}, low, high, true};
}

ExampleInput intInput(Shape shape, double low, double high) {
  return {{ValueKind::Int, shape}, low, high};
}

ExampleInput boolInput(Shape shape, double probability) {
  return {{ValueKind::Bool, shape}, 0.0, probability};
}

std::vector<OpExample> mapExamples(double low, double high, const Attributes& attributes) {
  return examplesOf([=](Shape shape) { return realInput(shape, low, high); }, attributes);
}

std::vector<OpExample> spacedMapExamples(double low, double high, const Attributes& attributes) {
  return examplesOf([=](Shape shape) { return spacedInput(shape, low, high); }, attributes);
}

std::vector<OpExample> comparisonExamples() {
  return {{"same shape", {realInput({3, 5}), realInput({3, 5})}, {}, false},
          {"a row for every row", {realInput({2, 3, 5}), realInput({5})}, {}, false},
          {"both stretched", {realInput({4, 1, 3}), realInput({2, 1})}, {}, false},
          {"integers, often equal", {intInput({5, 7}, 0, 3), intInput({5, 7}, 0, 3)}, {}, false},
          {"positions", {intInput({6, 1}, 0, 6), intInput({1, 6}, 0, 6)}, {}, false},
          {"one element", {realInput({}), realInput({})}, {}, false}};
}

}  // namespace heed::core
