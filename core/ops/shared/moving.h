#pragma once

#include "core/ops/shared/op_support.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// What the ops that move elements share: a tensor seen around one axis, elements as plain bits, explanations of
/// copies.
namespace heed::core {

/// A tensor as [outer, size, inner]: the dimensions before an axis, the axis, those behind it.
struct AxisSplit {
  std::int64_t outer = 1;
  std::int64_t size = 1;
  std::int64_t inner = 1;
};
[[nodiscard]] AxisSplit splitAt(const Shape& shape, int axis);

/// The attribute "axis" counted from 0. Throws Error{Shape} naming the op if it is outside the shape.
[[nodiscard]] int axisOf(const char* op, const Attributes& attributes, int rank);
/// An axis that is inside [-rank, 0) counted from 0; any other stays, so that infer names it as it was given.
[[nodiscard]] std::int64_t countedAxis(int axis, int rank);

[[nodiscard]] std::vector<std::int64_t> integersOf(const Shape& shape);

/// Calls body with an unsigned number as wide as an element of the kind, for kernels that only move bits.
template <typename Body>
void withBits(ElementKind kind, Body&& body) {
  switch (bytesPerElement(kind)) {
    case 1:
      body(std::uint8_t{});
      break;
    case 8:
      body(std::uint64_t{});
      break;
    default:
      body(std::uint32_t{});
  }
}

/// Rows of `length` elements in a piece of parallel work, so that a piece is about kElementGrain elements.
[[nodiscard]] std::int64_t rowGrain(std::int64_t length);

/// Throws Error{Parameter} if an index is outside [0, size).
void checkIndices(std::string_view op, const std::int32_t* indices, std::int64_t count, std::int64_t size);

/// The element is one element of an input.
[[nodiscard]] CellExplanation explainCopy(const ExplainCall& call, int input, std::int64_t offset);
/// The element is made by the op itself.
[[nodiscard]] CellExplanation explainConstant(const ExplainCall& call);

/// No arithmetic; every element read and written once.
[[nodiscard]] Cost moveCost(std::span<const ValueType> inputs, std::span<const ValueType> outputs,
                            const Attributes& attributes);

/// "(2, 3,)" as Python writes a tuple of sizes; "()" for a scalar.
[[nodiscard]] std::string pythonTuple(std::span<const std::int64_t> sizes);
/// ":, :, " for axis 2: what stands before the index of an axis in Python's brackets.
[[nodiscard]] std::string pythonLeadingColons(std::int64_t axis);

}  // namespace heed::core
