#include "gpu/backend/strides.h"

#include "gpu/backend/kernel.h"

#include <algorithm>

namespace heed::gpu {

Strides rowMajorStrides(const core::Shape& shape) {
  Strides strides(static_cast<std::size_t>(shape.rank()), 1);
  for (std::size_t i = strides.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[static_cast<int>(i)];
  return strides;
}

Strides broadcastStrides(const core::Shape& from, const core::Shape& to) {
  const Strides own = rowMajorStrides(from);
  const auto added = static_cast<std::size_t>(to.rank() - from.rank());
  Strides strides(static_cast<std::size_t>(to.rank()), 0);
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (from[static_cast<int>(i)] != 1) strides[added + i] = own[i];
  }
  return strides;
}

Walk Walk::simplified() const {
  Walk result;
  result.strides.resize(strides.size());
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    if (sizes[axis] == 1) continue;
    const bool joins = !result.sizes.empty() && std::ranges::all_of(strides, [&](const Strides& operand) {
      const auto position = static_cast<std::size_t>(&operand - strides.data());
      return result.strides[position].back() == operand[axis] * sizes[axis];
    });
    if (joins) {
      result.sizes.back() *= sizes[axis];
    } else {
      result.sizes.push_back(sizes[axis]);
    }
    for (std::size_t i = 0; i < strides.size(); ++i) {
      if (joins) {
        result.strides[i].back() = strides[i][axis];
      } else {
        result.strides[i].push_back(strides[i][axis]);
      }
    }
  }
  return result;
}

std::vector<std::uint32_t> Walk::words() const {
  std::vector<std::uint32_t> words = {word(static_cast<std::int64_t>(sizes.size()))};
  for (const std::int64_t size : sizes) words.push_back(word(size));
  for (const Strides& operand : strides) {
    for (const std::int64_t stride : operand) words.push_back(word(stride));
  }
  return words;
}

}  // namespace heed::gpu
