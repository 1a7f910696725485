#pragma once

#include "core/base/error.h"
#include "core/ops/ops.h"
#include "core/program/op_def.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What the op files share: checks, loops over elements with broadcasting, the usual explanations and costs.
namespace heed::core {

// ---- checks, for infer

/// Throws Error{Shape} unless there are `count` operands.
void requireOperands(std::string_view op, std::span<const ValueType> inputs, std::size_t count);
/// Throws Error{Shape}: "softmax: operand 1 is int 3 x 3; it must be real".
void requireKind(std::string_view op, std::span<const ValueType> inputs, std::size_t position, ValueKind kind);
/// Throws Error{Shape} unless the operand has at least that many dimensions.
void requireRank(std::string_view op, std::span<const ValueType> inputs, std::size_t position, int minimumRank);

// ---- kernels

/// Calls body with a float or a double, for its type: withReal(call.precision, [&]<typename Real>(Real) { ... }).
template <typename Body>
void withReal(Precision precision, Body&& body) {
  if (precision == Precision::Float32) {
    body(float{});
  } else {
    body(double{});
  }
}

/// Elements per piece of parallel work of cheap element-wise ops.
constexpr std::int64_t kElementGrain = 16384;

/// Where the elements of a broadcast operand lie: maps a position in `to` to the position in `from`.
class BroadcastMap {
 public:
  BroadcastMap(const Shape& from, const Shape& to);
  [[nodiscard]] std::int64_t operator()(std::int64_t offset) const;
  [[nodiscard]] bool isIdentity() const { return m_isIdentity; }
  /// Every position maps to the first element.
  [[nodiscard]] bool isScalar() const { return m_isScalar; }
  /// How far apart neighbours of a row of `to` lie in `from`: 1, or 0 where the row is one element stretched.
  [[nodiscard]] std::int64_t lastStride() const {
    return m_rank == 0 ? 0 : m_strides[static_cast<std::size_t>(m_rank - 1)];
  }

 private:
  int m_rank = 0;
  std::array<std::int64_t, Shape::kMaxRank> m_sizes{};
  std::array<std::int64_t, Shape::kMaxRank> m_strides{};
  bool m_isIdentity = false;
  bool m_isScalar = false;
};

/// Calls body(offset, count) for the parts of [begin, end) that lie in one row each, so that the places of broadcast
/// operands are looked up once a row.
template <typename Body>
void forRowParts(const Shape& shape, std::int64_t begin, std::int64_t end, Body&& body) {
  const std::int64_t length = shape.rank() == 0 ? 1 : shape[-1];
  for (std::int64_t offset = begin; offset < end;) {
    const std::int64_t count = std::min(length - offset % length, end - offset);
    body(offset, count);
    offset += count;
  }
}

/// output 0 = function(input 0), element by element.
template <typename In, typename Out, typename Function>
void mapElements(const KernelCall& call, Function function) {
  const In* in = call.inputs[0].as<In>();
  Out* out = call.outputs[0].as<Out>();
  call.context.pool.parallelFor(call.outputs[0].shape.elementCount(), kElementGrain,
                                [&](std::int64_t begin, std::int64_t end) {
                                  call.context.throwIfStopped();
                                  for (std::int64_t i = begin; i < end; ++i) out[i] = function(in[i]);
                                });
}

/// output 0 = function(input 0, input 1), element by element with broadcasting.
template <typename In, typename Out, typename Function>
void mapPairs(const KernelCall& call, Function function) {
  const In* a = call.inputs[0].as<In>();
  const In* b = call.inputs[1].as<In>();
  Out* out = call.outputs[0].as<Out>();
  const Shape& shape = call.outputs[0].shape;
  const BroadcastMap mapA(call.inputs[0].shape, shape);
  const BroadcastMap mapB(call.inputs[1].shape, shape);
  call.context.pool.parallelFor(shape.elementCount(), kElementGrain, [&](std::int64_t begin, std::int64_t end) {
    call.context.throwIfStopped();
    if (mapA.isIdentity() && mapB.isIdentity()) {
      for (std::int64_t i = begin; i < end; ++i) out[i] = function(a[i], b[i]);
    } else if (mapA.isIdentity() && mapB.isScalar()) {
      for (std::int64_t i = begin; i < end; ++i) out[i] = function(a[i], b[0]);
    } else {
      forRowParts(shape, begin, end, [&](std::int64_t offset, std::int64_t count) {
        const In* rowA = a + mapA(offset);
        const In* rowB = b + mapB(offset);
        for (std::int64_t i = 0; i < count; ++i) {
          out[offset + i] = function(rowA[i * mapA.lastStride()], rowB[i * mapB.lastStride()]);
        }
      });
    }
  });
}

// ---- gradients

/// The cotangent of a broadcast operand: summed over the dimensions that broadcasting added or stretched.
/// The shape is copied: it often comes from the builder, which moves its own when ops are appended.
[[nodiscard]] Value sumToShape(Builder& builder, Value cotangent, Shape shape);

// ---- explanations

/// A term that is one element of one input.
[[nodiscard]] Term elementTerm(const ExplainCall& call, int input, std::int64_t offset);
/// Function of the one element at the same place.
[[nodiscard]] CellExplanation explainUnary(const ExplainCall& call, std::string function,
                                           std::vector<double> parameters = {});
/// Two elements, one of each operand, found by broadcasting.
[[nodiscard]] CellExplanation explainPair(const ExplainCall& call, Combination combination, std::string function = {});

// ---- the rest

/// One operation for each output element, every element read and written once (4 bytes each, 1 for Bool).
[[nodiscard]] Cost elementCost(std::span<const ValueType> inputs, std::span<const ValueType> outputs,
                               const Attributes& attributes);
/// The bytes of values in float32.
[[nodiscard]] double byteCount(std::span<const ValueType> types);

/// The step id of a part of a composite op's result: the label's own id with ".part" behind it; empty without a label.
[[nodiscard]] std::string subStepId(const ExpandCall& call, std::string_view part);

}  // namespace heed::core
