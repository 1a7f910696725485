#pragma once

#include "tests/gpu/vulkan_random/random_values.h"

#include <span>
#include <string_view>

namespace heed::test {

/// Appends one op with operands that it can take. What comes of it is added to the values; where the drawn operands do
/// not fit after all, nothing is added or core::Error is thrown.
struct RandomOp {
  std::string_view name;
  void (*append)(RandomValues& values);
};

/// One for each op of the registry.
[[nodiscard]] std::span<const RandomOp> randomOps();

/// A scan over a body of a few random steps.
void appendScan(RandomValues& values);

}  // namespace heed::test
