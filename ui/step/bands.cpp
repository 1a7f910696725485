#include "ui/step/bands.h"

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kLeastNarrow = 2;

/// Wide places keep their size, the others share the rest; edges stand on whole pixels.
BandPlan mixedBands(double start, double room, const BandWish& wish) {
  std::vector<std::int64_t> wide = wish.wide;
  const auto narrowSize = [&] {
    const auto others = static_cast<double>(wish.count) - static_cast<double>(wide.size());
    return (room - static_cast<double>(wide.size()) * wish.wideSize) / std::max(others, 1.0);
  };
  while (!wide.empty() && narrowSize() < kLeastNarrow) wide.pop_back();
  BandPlan plan;
  plan.narrow = std::min(narrowSize(), wish.wideSize);
  double edge = start;
  for (std::int64_t place = 0; place < wish.count; ++place) {
    const double next = edge + (std::ranges::binary_search(wide, place) ? wish.wideSize : plan.narrow);
    plan.bands.add({place, std::round(edge), std::round(next)});
    edge = next;
  }
  return plan;
}

}  // namespace

Bands Bands::each(double from, double size, std::int64_t count) {
  Bands bands;
  bands.m_bands.reserve(static_cast<std::size_t>(count));
  for (std::int64_t place = 0; place < count; ++place) {
    const double start = from + size * static_cast<double>(place);
    bands.add({place, start, start + size});
  }
  return bands;
}

Bands Bands::blocks(double from, std::int64_t count, std::int64_t block) {
  Bands bands;
  bands.m_bands.reserve(static_cast<std::size_t>(count));
  for (std::int64_t place = 0; place < count; ++place) {
    const std::int64_t pixel = place / block;
    const double start = from + static_cast<double>(pixel);
    bands.add({place, start, start + 1});
  }
  return bands;
}

Bands Bands::folded(double from, double size, std::int64_t count, std::int64_t visible) {
  if (visible >= count) return Bands::each(from, size, count);
  Bands bands;
  const std::int64_t first = (visible + 1) / 2;
  for (std::int64_t i = 0; i < first; ++i) {
    const double start = from + size * static_cast<double>(i);
    bands.add({i, start, start + size});
  }
  for (std::int64_t i = 0; i < visible - first; ++i) {
    const double start = from + size * static_cast<double>(first + 1 + i);
    bands.add({count - (visible - first) + i, start, start + size});
  }
  return bands;
}

Bands Bands::one(std::int64_t place, double from, double size) {
  Bands bands;
  bands.add({place, from, from + size});
  return bands;
}

std::optional<Band> Bands::band(std::int64_t place) const {
  const auto found = std::ranges::lower_bound(m_bands, place, {}, &Band::place);
  return found != m_bands.end() && found->place == place ? std::optional(*found) : std::nullopt;
}

std::optional<std::int64_t> Bands::placeAt(double position) const {
  const auto found = std::ranges::upper_bound(m_bands, position, {}, &Band::to);
  return found != m_bands.end() && position >= found->from ? std::optional(found->place) : std::nullopt;
}

double Bands::largest() const {
  double size = 0;
  for (const Band& band : m_bands) size = std::max(size, band.size());
  return size;
}

BandPlan planBands(double start, double room, const BandWish& wish) {
  const auto count = static_cast<double>(std::max<std::int64_t>(wish.count, 1));
  BandPlan plan;
  if (count * wish.preferred <= room) {
    plan.bands = Bands::each(start, wish.preferred, wish.count);
    return plan;
  }
  const double even = std::floor(room / count);
  if (even >= wish.least) {
    plan.bands = Bands::each(start, even, wish.count);
    return plan;
  }
  if (wish.count <= kMostCells) return mixedBands(start, room, wish);
  plan.isMap = true;
  if (even >= 1) {
    plan.bands = Bands::each(start, even, wish.count);
    return plan;
  }
  plan.block = static_cast<std::int64_t>(std::ceil(count / std::max(std::floor(room), 1.0)));
  plan.bands = Bands::blocks(start, wish.count, plan.block);
  return plan;
}

void makeSquare(BandPlan& columns, BandPlan& rows, double width, double height) {
  const auto columnCount = static_cast<std::int64_t>(columns.bands.all().size());
  const auto rowCount = static_cast<std::int64_t>(rows.bands.all().size());
  const std::int64_t block = std::max(columns.block, rows.block);
  const double texel =
      std::floor(std::min(width / static_cast<double>(columnCount), height / static_cast<double>(rowCount)));
  const auto bands = [&](double from, std::int64_t count) {
    return block > 1 ? Bands::blocks(from, count, block) : Bands::each(from, std::max(texel, 1.0), count);
  };
  columns.bands = bands(columns.bands.from(), columnCount);
  rows.bands = bands(rows.bands.from(), rowCount);
  columns.block = rows.block = block;
}

}  // namespace heed::ui
