#pragma once

#include "core/ops/shared/op_support.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What attention and its gradient share.
namespace heed::core {

/// Where the operands stand: query, key, value, then the mask and the bias if there are any.
struct AttentionOperands {
  explicit AttentionOperands(const Attributes& attributes);

  int mask = -1;
  int bias = -1;
  std::size_t count = 3;
};

/// The dimensions before the matrix.
[[nodiscard]] Shape leadingDimensions(const Shape& shape);
[[nodiscard]] Shape withMatrix(const Shape& batch, std::int64_t rows, std::int64_t columns);
[[nodiscard]] Shape scoreShape(const Shape& query, const Shape& key);

/// Throws core::Error{Shape} unless the first operands are those of attention.
void checkAttentionOperands(std::string_view op, std::span<const ValueType> inputs, const AttentionOperands& operands);

/// The operand at that position, or none for -1.
[[nodiscard]] Value operandAt(std::span<const Value> inputs, int position);

/// The gradients of attention in plain ops, each over the whole batch: not yet summed where an operand was stretched.
struct AttentionGradient {
  Value query;
  Value key;
  Value value;
  Value scores;  ///< of the scores with their bias
};

/// With weights A = softmax(S): dV = A^T dO, dA = dO V^T, dS = A (dA - sum of dA A over the row), and from S = s Q K^T
/// + B the rest. The weights are computed again.
[[nodiscard]] AttentionGradient attentionGradientOf(Builder& builder, std::span<const Value> inputs,
                                                    const Attributes& attributes, Value cotangent);

/// The weights of one query, in float64; `batch` counts the products of `scores`.
[[nodiscard]] std::vector<double> attentionWeightsOf(const ExplainCall& call, const Shape& scores, std::int64_t batch,
                                                     std::int64_t row);

/// PyTorch's expression for the mask and the bias together.
[[nodiscard]] std::string attentionMaskText(std::span<const std::string> operands, const AttentionOperands& places);

/// Softmax in place over the allowed columns; zeros elsewhere, and everywhere if none is allowed.
template <typename Real>
void softmaxAllowed(Real* row, std::int64_t columns, const std::uint8_t* mask, std::int64_t maskStride) {
  const auto isAllowed = [&](std::int64_t i) { return mask == nullptr || mask[i * maskStride] != 0; };
  Real largest = -std::numeric_limits<Real>::infinity();
  for (std::int64_t i = 0; i < columns; ++i) {
    if (isAllowed(i) && row[i] > largest) largest = row[i];
  }
  Real sum{0};
  bool any = false;
  for (std::int64_t i = 0; i < columns; ++i) {
    if (!isAllowed(i)) {
      row[i] = Real{0};
      continue;
    }
    row[i] = std::exp(row[i] - largest);
    sum += row[i];
    any = true;
  }
  if (!any) return;
  for (std::int64_t i = 0; i < columns; ++i) {
    if (isAllowed(i)) row[i] /= sum;
  }
}

}  // namespace heed::core
