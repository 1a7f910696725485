#pragma once

#include "core/tensor/shape.h"

#include <cstdint>
#include <vector>

namespace heed::gpu {

using Strides = std::vector<std::int64_t>;

/// How far apart neighbours along each axis lie in row-major order.
[[nodiscard]] Strides rowMajorStrides(const core::Shape& shape);
/// The strides of an operand as seen from the shape that it is broadcast to: 0 where it is stretched.
[[nodiscard]] Strides broadcastStrides(const core::Shape& from, const core::Shape& to);

/// Axes that some operands are walked along together.
struct Walk {
  std::vector<std::int64_t> sizes;
  std::vector<Strides> strides;  ///< one for each operand

  /// The same walk with as few axes as possible: those of size 1 left out, neighbours joined where all operands allow.
  [[nodiscard]] Walk simplified() const;
  /// Rank, sizes, then the strides of each operand.
  [[nodiscard]] std::vector<std::uint32_t> words() const;
};

}  // namespace heed::gpu
