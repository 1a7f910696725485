#pragma once

#include "ui/tensorview/color_map.h"
#include "ui/tensorview/value_scale.h"

#include <QImage>
#include <QRectF>
#include <QSize>

#include <cstdint>
#include <span>
#include <vector>

namespace heed::ui {

/// A matrix at a coarser level: each element stands for a block of cells.
struct CoarseMatrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<float> values;
  std::vector<std::uint8_t> allowed;  ///< empty where nothing is masked; a block is masked where all its cells are
};

enum class Largest { Value, Magnitude };

/// The largest of each `rowBlock` x `columnBlock` cells, masked ones left out; a NaN makes its block NaN, so it is not
/// lost.
[[nodiscard]] CoarseMatrix reducedByLargest(std::span<const float> values, std::span<const std::uint8_t> allowed,
                                            std::int64_t rows, std::int64_t columns, std::int64_t rowBlock,
                                            std::int64_t columnBlock, Largest largest);

/// A matrix view for colouring, row-major; `allowed` is empty or as large as `values`.
struct MatrixSpan {
  std::span<const float> values;
  std::span<const std::uint8_t> allowed;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
};

/// The matrix as a picture of `size` pixels: only these pixels are coloured, through the map's 256 entries, without
/// smoothing. Masked cells are hatched with the widths given in pixels; values without a place on the map become a
/// chequer of the glyph colours.
[[nodiscard]] QImage heatImage(const MatrixSpan& matrix, const ValueScale& scale, const ColorMap& map,
                               const Theme& theme, QSize size, double hatchWidth, double hatchPeriod);

}  // namespace heed::ui
