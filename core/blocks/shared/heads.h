#pragma once

#include "core/program/builder.h"

#include <cstdint>

/// Heads as a dimension of their own. In a matrix the heads stand side by side, each in a block of columns.
namespace heed::core {

/// [.., n, heads * width] to [.., heads, n, width].
[[nodiscard]] Value splitHeads(Builder& builder, Value joined, std::int64_t heads);

/// [.., heads, n, width] to [.., n, heads * width].
[[nodiscard]] Value joinHeads(Builder& builder, Value split);

}  // namespace heed::core
