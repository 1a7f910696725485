#include "ui/tensorview/heat_image.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace heed::ui {

namespace {

bool replaces(float candidate, float held, Largest largest) {
  if (std::isnan(held)) return false;
  if (std::isnan(candidate)) return true;
  return largest == Largest::Value ? candidate > held : std::abs(candidate) > std::abs(held);
}

/// Folds one row into the row held so far; plain loops without calls, so that the compiler makes vectors of them.
void foldRow(std::span<float> held, std::span<const float> row, Largest largest) {
  const std::size_t count = row.size();
  if (largest == Largest::Value) {
    for (std::size_t j = 0; j < count; ++j) held[j] = (row[j] > held[j] || row[j] != row[j]) ? row[j] : held[j];
  } else {
    for (std::size_t j = 0; j < count; ++j) {
      held[j] = (std::abs(row[j]) > std::abs(held[j]) || row[j] != row[j]) ? row[j] : held[j];
    }
  }
}

struct Block {
  std::int64_t firstRow, lastRow, firstColumn, lastColumn;
};

CoarseMatrix emptyCoarse(std::int64_t rows, std::int64_t columns, std::int64_t rowBlock, std::int64_t columnBlock) {
  CoarseMatrix coarse;
  coarse.rows = (rows + rowBlock - 1) / rowBlock;
  coarse.columns = (columns + columnBlock - 1) / columnBlock;
  coarse.values.resize(static_cast<std::size_t>(coarse.rows * coarse.columns));
  return coarse;
}

CoarseMatrix reducedMasked(std::span<const float> values, std::span<const std::uint8_t> allowed, std::int64_t rows,
                           std::int64_t columns, std::int64_t rowBlock, std::int64_t columnBlock, Largest largest) {
  CoarseMatrix coarse = emptyCoarse(rows, columns, rowBlock, columnBlock);
  coarse.allowed.assign(coarse.values.size(), 0);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const auto from = static_cast<std::size_t>(i * columns + j);
      if (allowed[from] == 0) continue;
      const auto to = static_cast<std::size_t>(i / rowBlock * coarse.columns + j / columnBlock);
      if (coarse.allowed[to] == 0 || replaces(values[from], coarse.values[to], largest))
        coarse.values[to] = values[from];
      coarse.allowed[to] = 1;
    }
  }
  return coarse;
}

/// What a pixel shows: an entry of the map, or one of these.
constexpr std::uint16_t kMasked = 256;
constexpr std::uint16_t kGlyph = 257;

/// ValueScale and ColorMap in one step for the many cells of an image.
class CellCoder {
 public:
  explicit CellCoder(const ValueScale& scale) : m_scale(scale), m_direct(!scale.logarithmic) {
    const double span = scale.high - scale.low;
    m_factor = span > 0 ? 255 / span : 0;
    m_offset = span > 0 ? -scale.low * m_factor + 0.5 : ColorMap::indexOf(scale.position(0)) + 0.5;
  }

  [[nodiscard]] std::uint16_t code(float element) const {
    const auto value = static_cast<double>(element);
    if (!std::isfinite(element)) return kGlyph;
    if ((m_scale.fixed || element < 0) && m_scale.glyph(value) != CellGlyph::None) return kGlyph;
    if (!m_direct) return static_cast<std::uint16_t>(ColorMap::indexOf(m_scale.position(value)));
    return static_cast<std::uint16_t>(std::clamp(value * m_factor + m_offset, 0.0, 255.0));
  }

 private:
  ValueScale m_scale;
  bool m_direct;
  double m_factor = 0;
  double m_offset = 0;
};

}  // namespace

CoarseMatrix reducedByLargest(std::span<const float> values, std::span<const std::uint8_t> allowed, std::int64_t rows,
                              std::int64_t columns, std::int64_t rowBlock, std::int64_t columnBlock, Largest largest) {
  if (!allowed.empty()) return reducedMasked(values, allowed, rows, columns, rowBlock, columnBlock, largest);
  CoarseMatrix coarse = emptyCoarse(rows, columns, rowBlock, columnBlock);
  std::vector<float> held(static_cast<std::size_t>(columns));
  for (std::int64_t row = 0; row < coarse.rows; ++row) {
    const std::int64_t first = row * rowBlock;
    const std::int64_t last = std::min(first + rowBlock, rows);
    const auto rowOf = [&](std::int64_t i) {
      return values.subspan(static_cast<std::size_t>(i * columns), static_cast<std::size_t>(columns));
    };
    std::ranges::copy(rowOf(first), held.begin());
    for (std::int64_t i = first + 1; i < last; ++i) foldRow(held, rowOf(i), largest);
    for (std::int64_t column = 0; column < coarse.columns; ++column) {
      const std::int64_t end = std::min((column + 1) * columnBlock, columns);
      float best = held[static_cast<std::size_t>(column * columnBlock)];
      for (std::int64_t j = column * columnBlock + 1; j < end; ++j) {
        if (replaces(held[static_cast<std::size_t>(j)], best, largest)) best = held[static_cast<std::size_t>(j)];
      }
      coarse.values[static_cast<std::size_t>(row * coarse.columns + column)] = best;
    }
  }
  return coarse;
}

QImage heatImage(const MatrixSpan& matrix, const ValueScale& scale, const ColorMap& map, const Theme& theme, QSize size,
                 double hatchWidth, double hatchPeriod) {
  QImage image(size, QImage::Format_RGB32);
  const auto width = static_cast<std::size_t>(size.width());
  std::vector<std::size_t> columnOf(width);
  for (std::size_t x = 0; x < width; ++x) {
    columnOf[x] = static_cast<std::size_t>((2 * static_cast<std::int64_t>(x) + 1) * matrix.columns /
                                           (std::int64_t{2} * size.width()));
  }
  const double step = hatchPeriod * std::numbers::sqrt2;
  const double stripe = hatchWidth * std::numbers::sqrt2;
  const QRgb ground = theme.sunken.rgb();
  const QRgb hatch = theme.hatch.rgb();
  const CellCoder coder(scale);
  std::vector<std::uint16_t> codes(width);
  std::int64_t coded = -1;
  for (int y = 0; y < size.height(); ++y) {
    const std::int64_t row = (2 * static_cast<std::int64_t>(y) + 1) * matrix.rows / (std::int64_t{2} * size.height());
    const auto start = static_cast<std::size_t>(row * matrix.columns);
    if (row != coded) {
      for (std::size_t x = 0; x < width; ++x) codes[x] = coder.code(matrix.values[start + columnOf[x]]);
      for (std::size_t x = 0; x < width && !matrix.allowed.empty(); ++x) {
        if (matrix.allowed[start + columnOf[x]] == 0) codes[x] = kMasked;
      }
      coded = row;
    }
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
    for (std::size_t x = 0; x < width; ++x) {
      const std::uint16_t code = codes[x];
      if (code < kMasked) {
        line[x] = map.table()[code];
      } else if (code == kMasked) {
        line[x] = std::fmod(static_cast<double>(x) + y, step) < stripe ? hatch : ground;
      } else {
        line[x] = ((x + static_cast<std::size_t>(y)) % 2 == 0 ? theme.glyphInk : theme.glyphGround).rgb();
      }
    }
  }
  return image;
}

}  // namespace heed::ui
