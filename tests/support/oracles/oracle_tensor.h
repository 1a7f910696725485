#pragma once

#include "core/base/json.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <vector>

/// Tensors of oracle files, and the ways to put their elements into another order. Nothing here computes.
namespace heed::test {

/// A tensor as any of the files write one: {"shape", "data"}, nested lists, a list of tensors (stacked), a number or a
/// boolean. Float64.
[[nodiscard]] core::Tensor tensorOf(const core::JsonValue& json);

/// [a, b] as [b, a].
[[nodiscard]] core::Tensor transposed(const core::Tensor& matrix);
/// Columns [begin, end) of the last axis.
[[nodiscard]] core::Tensor columns(const core::Tensor& tensor, std::int64_t begin, std::int64_t end);
/// The part of the first axis at a place, without that axis.
[[nodiscard]] core::Tensor part(const core::Tensor& tensor, std::int64_t place);
/// Parts [begin, end) of the first axis.
[[nodiscard]] core::Tensor parts(const core::Tensor& tensor, std::int64_t begin, std::int64_t end);
/// [heads, in, width] as [in, heads * width]: the heads' columns side by side.
[[nodiscard]] core::Tensor sideBySide(const core::Tensor& heads);
/// A tensor with one number everywhere.
[[nodiscard]] core::Tensor filled(const core::Shape& shape, double number);
/// The pairs (source j, target i) of an adjacency matrix whose row i says whom node i attends to: Float64 [e, 2].
[[nodiscard]] core::Tensor edgesOf(const core::Tensor& adjacency);

}  // namespace heed::test
