#pragma once

#include "core/program/builder.h"

#include <cstdint>

/// A grid of patches cut into square windows that attend by themselves, shifted from layer to layer (Liu et al., Swin
/// Transformer, ICCV 2021).
namespace heed::core {

/// How the grid is cut: rows x columns of patches, filled up to whole windows.
struct WindowLayout {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t window = 0;      ///< side of a window
  std::int64_t shift = 0;       ///< 0 where one window covers a side of the grid
  std::int64_t paddedRows = 0;  ///< whole windows
  std::int64_t paddedColumns = 0;

  [[nodiscard]] std::int64_t windowCount() const { return paddedRows / window * (paddedColumns / window); }
  [[nodiscard]] std::int64_t windowSize() const { return window * window; }
};

/// [.., rows * columns, c] to the grid as it is cut, [.., padded rows, padded columns, c]: filled up with zeros (false
/// in a mask) and rolled by the shift towards the upper left.
[[nodiscard]] Value shiftedGrid(Builder& builder, Value items, const WindowLayout& layout);

/// [.., padded rows, padded columns, c] to [.., windows, cells, c].
[[nodiscard]] Value partitioned(Builder& builder, Value grid, const WindowLayout& layout);

/// [.., windows, cells, c] to items in their old order, [.., rows * columns, c].
[[nodiscard]] Value restored(Builder& builder, Value windows, const WindowLayout& layout);

/// Which part of the picture each cell of the rolled grid belongs to, Int32 [padded rows, padded columns]. Cells that
/// the roll brought together from opposite sides differ; cells that only fill up a window have the number 9.
[[nodiscard]] Tensor regionNumbers(const WindowLayout& layout);

/// Where the bias of a pair of cells stands in the table of (2 window - 1)^2 offsets, Int32 [cells, cells]: by how far
/// the query is from the key.
[[nodiscard]] Tensor relativeIndex(const WindowLayout& layout);

}  // namespace heed::core
