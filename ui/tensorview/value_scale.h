#pragma once

#include "ui/tensorview/cell_marks.h"

#include <cstdint>
#include <span>

namespace heed::ui {

/// What the numbers of a matrix are, which decides its map and how they are written.
enum class ValueKind {
  Weights,  ///< from 0 to 1
  Signed,   ///< centred on 0
  Other,    ///< centred on 0 where any is negative, else from 0 on
};

enum class ScaleRange {
  Automatic,   ///< weights up to 24 keys: 0 to 1, fixed; everything else: own maximum
  OwnMaximum,  ///< up to the largest finite value (signed: largest magnitude) that is not masked
  Fixed,
};

enum class ScaleShape {
  Automatic,  ///< logarithmic for weights over more than 64 keys, else linear
  Linear,
  Logarithmic,  ///< four decades below the maximum; not for signed values
};

/// From a value to its place on a colour map.
struct ValueScale {
  bool centred = false;
  bool logarithmic = false;
  bool fixed = false;
  double low = 0;   ///< value at the map's start
  double high = 1;  ///< value at the map's end

  /// 0 to 1; values outside take the end.
  [[nodiscard]] double position(double value) const;
  /// The glyph of a value that has no place on the map.
  [[nodiscard]] CellGlyph glyph(double value) const;

  /// `allowed` is empty or has one element a value; what it excludes does not count.
  [[nodiscard]] static ValueScale choose(std::span<const float> values, std::span<const std::uint8_t> allowed,
                                         std::int64_t keys, ValueKind kind, ScaleRange range, double fixedMaximum,
                                         ScaleShape shape);
};

}  // namespace heed::ui
