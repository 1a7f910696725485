#include "core/blocks/shared/windows.h"

#include "core/ops/ops.h"

#include <vector>

namespace heed::core {

namespace {

/// Fills an axis up with zeros (false in a mask) at its end.
Value padded(Builder& builder, Value grid, int axis, std::int64_t size) {
  return builder.shape(grid)[axis] == size ? grid : ops::unslice(builder, grid, axis, size, 0);
}

/// Moves everything by `shift` places towards the start; what leaves there comes in at the end.
Value rolled(Builder& builder, Value grid, int axis, std::int64_t shift) {
  const std::int64_t size = builder.shape(grid)[axis];
  if (size == 0 || shift % size == 0) return grid;
  const std::int64_t cut = (shift % size + size) % size;
  const std::vector<Value> parts = {ops::slice(builder, grid, axis, cut, size),
                                    ops::slice(builder, grid, axis, 0, cut)};
  return ops::concatenate(builder, parts, axis);
}

/// The order of axes that brings rows of windows, rows, columns of windows, columns into windows and cells; it is its
/// own inverse.
std::vector<int> windowOrder(int leading) {
  std::vector<int> order;
  for (int i = 0; i < leading; ++i) order.push_back(i);
  for (const int i : {0, 2, 1, 3, 4}) order.push_back(leading + i);
  return order;
}

/// [.., windows, cells, c] back to [.., padded rows, padded columns, c].
Value merged(Builder& builder, Value windows, const WindowLayout& layout) {
  const Shape shape = builder.shape(windows);
  const int leading = shape.rank() - 3;
  const Shape apart = shape.withSize(leading, layout.paddedRows / layout.window)
                          .withInserted(leading + 1, layout.paddedColumns / layout.window)
                          .withSize(leading + 2, layout.window)
                          .withInserted(leading + 3, layout.window);
  const Value grid = ops::permute(builder, ops::reshape(builder, windows, apart), windowOrder(leading));
  return ops::reshape(builder, grid,
                      shape.withSize(leading, layout.paddedRows).withSize(leading + 1, layout.paddedColumns));
}

}  // namespace

Value shiftedGrid(Builder& builder, Value items, const WindowLayout& layout) {
  const Shape shape = builder.shape(items);
  const int row = shape.rank() - 2;
  Value grid = ops::reshape(builder, items, shape.withSize(row, layout.rows).withInserted(row + 1, layout.columns));
  grid = padded(builder, padded(builder, grid, row, layout.paddedRows), row + 1, layout.paddedColumns);
  return rolled(builder, rolled(builder, grid, row, layout.shift), row + 1, layout.shift);
}

Value partitioned(Builder& builder, Value grid, const WindowLayout& layout) {
  const Shape shape = builder.shape(grid);
  const int leading = shape.rank() - 3;
  const Shape cut = shape.withSize(leading, layout.paddedRows / layout.window)
                        .withInserted(leading + 1, layout.window)
                        .withSize(leading + 2, layout.paddedColumns / layout.window)
                        .withInserted(leading + 3, layout.window);
  const Value windows = ops::permute(builder, ops::reshape(builder, grid, cut), windowOrder(leading));
  const Shape result = shape.withSize(leading, layout.windowCount()).withSize(leading + 1, layout.windowSize());
  return ops::reshape(builder, windows, result);
}

Value restored(Builder& builder, Value windows, const WindowLayout& layout) {
  Value grid = merged(builder, windows, layout);
  const int row = builder.shape(grid).rank() - 3;
  grid = rolled(builder, rolled(builder, grid, row, -layout.shift), row + 1, -layout.shift);
  if (layout.paddedRows != layout.rows) grid = ops::slice(builder, grid, row, 0, layout.rows);
  if (layout.paddedColumns != layout.columns) grid = ops::slice(builder, grid, row + 1, 0, layout.columns);
  const Shape shape = builder.shape(grid);
  return ops::reshape(builder, grid, shape.without(row).withSize(row, layout.rows * layout.columns));
}

Tensor regionNumbers(const WindowLayout& layout) {
  const auto band = [&](std::int64_t place, std::int64_t size) {
    if (layout.shift == 0 || place < size - layout.window) return 0;
    return place < size - layout.shift ? 1 : 2;
  };
  TensorBuffer regions(ElementKind::Int32, {layout.paddedRows, layout.paddedColumns});
  for (std::int64_t row = 0; row < layout.paddedRows; ++row) {
    for (std::int64_t column = 0; column < layout.paddedColumns; ++column) {
      const bool isPadding = (row + layout.shift) % layout.paddedRows >= layout.rows ||
                             (column + layout.shift) % layout.paddedColumns >= layout.columns;
      const int region = 3 * band(row, layout.paddedRows) + band(column, layout.paddedColumns);
      regions.setAt(row * layout.paddedColumns + column, isPadding ? 9 : region);
    }
  }
  return regions.finish();
}

Tensor relativeIndex(const WindowLayout& layout) {
  const std::int64_t cells = layout.windowSize();
  const std::int64_t reach = 2 * layout.window - 1;
  TensorBuffer index(ElementKind::Int32, {cells, cells});
  for (std::int64_t query = 0; query < cells; ++query) {
    for (std::int64_t key = 0; key < cells; ++key) {
      const std::int64_t down = query / layout.window - key / layout.window + layout.window - 1;
      const std::int64_t right = query % layout.window - key % layout.window + layout.window - 1;
      index.setAt(query * cells + key, static_cast<double>(down * reach + right));
    }
  }
  return index.finish();
}

}  // namespace heed::core
