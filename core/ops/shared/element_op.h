#pragma once

#include "core/ops/shared/op_support.h"

/// What the element-wise ops share beyond op_support.h: their shapes, their examples and zero branches of gradients.
namespace heed::core {

/// One real operand; the output has its shape.
[[nodiscard]] std::vector<ValueType> inferMap(std::string_view op, std::span<const ValueType> inputs);
/// Two operands of that kind; the output is `result` with the broadcast shape.
[[nodiscard]] std::vector<ValueType> inferPair(std::string_view op, std::span<const ValueType> inputs,
                                               ValueKind operands, ValueKind result);
/// Two operands, both real or both int; the output is Bool with the broadcast shape.
[[nodiscard]] std::vector<ValueType> inferComparison(std::string_view op, std::span<const ValueType> inputs);

/// Throws Error{Shape} if there are rows along the last axis but nothing in them.
void requireElementsInRows(std::string_view op, const ValueType& operand);

/// output 0 = relation(input 0, input 1) for operands of either kind, as bytes 0 or 1.
template <typename Relation>
void compareElements(const KernelCall& call, Relation relation) {
  const auto holds = [relation](auto a, auto b) { return static_cast<std::uint8_t>(relation(a, b) ? 1 : 0); };
  if (call.inputs[0].kind == ElementKind::Int32) {
    mapPairs<std::int32_t, std::uint8_t>(call, holds);
  } else {
    withReal(call.precision, [&]<typename Real>(Real) { mapPairs<Real, std::uint8_t>(call, holds); });
  }
}

/// output 0 = function(input 0, input 1) for operands of type Real, which the function sees as float or double.
template <typename Function>
void mapRealPairs(const KernelCall& call, Function function) {
  withReal(call.precision, [&]<typename Real>(Real) { mapPairs<Real, Real>(call, function); });
}

/// output 0 = function(input 0) for a real operand, which the function sees as float or double.
template <typename Function>
void mapReals(const KernelCall& call, Function function) {
  withReal(call.precision, [&]<typename Real>(Real) { mapElements<Real, Real>(call, function); });
}

/// The cotangent where the condition holds and 0 elsewhere.
[[nodiscard]] Value keepWhere(Builder& builder, Value condition, Value cotangent);
/// The cotangent where the condition does not hold and 0 elsewhere.
[[nodiscard]] Value dropWhere(Builder& builder, Value condition, Value cotangent);

[[nodiscard]] ExampleInput realInput(Shape shape, double low = -1.0, double high = 1.0);
/// Apart from each other and from 0, for ops with a kink.
[[nodiscard]] ExampleInput spacedInput(Shape shape, double low = -1.0, double high = 1.0);
/// Integers in [low, high).
[[nodiscard]] ExampleInput intInput(Shape shape, double low, double high);
/// True with that probability.
[[nodiscard]] ExampleInput boolInput(Shape shape, double probability = 0.5);

/// Examples of an op of one real operand in [low, high]: odd sizes, one element, batch and heads, nothing at all.
[[nodiscard]] std::vector<OpExample> mapExamples(double low, double high, const Attributes& attributes = {});
/// The same with elements apart from a kink at 0.
[[nodiscard]] std::vector<OpExample> spacedMapExamples(double low, double high, const Attributes& attributes = {});
/// Examples of a comparison, in both kinds of operands.
[[nodiscard]] std::vector<OpExample> comparisonExamples();

}  // namespace heed::core
