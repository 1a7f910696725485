#include "ui/tensorview/value_scale.h"

#include "ui/tensorview/color_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::ui {

namespace {

/// Up to here one key can hold most of the weight, so the whole scale is used.
constexpr std::int64_t kFewKeys = 24;
constexpr std::int64_t kManyKeys = 64;
constexpr double kDecades = 4;
/// Rounding puts a sum of weights a little above one; that is no value outside the scale.
constexpr double kRounding = 1e-5;

struct Extent {
  float largest = 0;
  float smallest = 0;
};

/// Of the finite values; a comparison with a NaN is false, and the limits keep infinities out.
Extent extentOf(std::span<const float> values, std::span<const std::uint8_t> allowed) {
  constexpr float kMost = std::numeric_limits<float>::max();
  Extent extent;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float value = values[i];
    if (value > extent.largest && value <= kMost && (allowed.empty() || allowed[i] != 0)) extent.largest = value;
    if (value < extent.smallest && value >= -kMost && (allowed.empty() || allowed[i] != 0)) extent.smallest = value;
  }
  return extent;
}

}  // namespace

double ValueScale::position(double value) const {
  if (centred) return centredPosition(value, high);
  if (!logarithmic) return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0.0;
  if (!(value > low) || !(high > low)) return 0;
  return std::clamp(std::log(value / low) / std::log(high / low), 0.0, 1.0);
}

CellGlyph ValueScale::glyph(double value) const {
  if (std::isnan(value)) return CellGlyph::NotANumber;
  if (std::isinf(value)) return value > 0 ? CellGlyph::PositiveInfinity : CellGlyph::NegativeInfinity;
  const double slack = kRounding * high;
  if (fixed && value > high + slack) return CellGlyph::AboveScale;
  // A scale that starts at 0 has no colour for a negative number, whatever its end.
  if ((fixed || !centred) && value < (centred ? -high : 0) - slack) return CellGlyph::BelowScale;
  return CellGlyph::None;
}

ValueScale ValueScale::choose(std::span<const float> values, std::span<const std::uint8_t> allowed, std::int64_t keys,
                              ValueKind kind, ScaleRange range, double fixedMaximum, ScaleShape shape) {
  const Extent extent = extentOf(values, allowed);
  ValueScale scale;
  scale.centred = kind == ValueKind::Signed || (kind == ValueKind::Other && extent.smallest < 0);
  const bool fixedWeights = range == ScaleRange::Automatic && kind == ValueKind::Weights && keys <= kFewKeys;
  scale.fixed = range == ScaleRange::Fixed || fixedWeights;
  if (scale.fixed) {
    scale.high = fixedWeights ? 1.0 : fixedMaximum;
  } else {
    scale.high = static_cast<double>(scale.centred ? std::max(extent.largest, -extent.smallest) : extent.largest);
  }
  const bool automaticLog = shape == ScaleShape::Automatic && kind == ValueKind::Weights && keys > kManyKeys;
  scale.logarithmic = !scale.centred && scale.high > 0 && (shape == ScaleShape::Logarithmic || automaticLog);
  scale.low = scale.centred ? -scale.high : scale.logarithmic ? scale.high * std::pow(10.0, -kDecades) : 0.0;
  return scale;
}

}  // namespace heed::ui
