#pragma once

#include "ui/theme/theme.h"

#include <QColor>

#include <array>
#include <span>

namespace heed::ui {

/// 256 colours from a map's stops. Values between two entries take the nearer one: there is no further interpolation.
class ColorMap {
 public:
  /// Interpolates linearly in sRGB between the stops, which stand at equal distances. Needs two stops or more.
  [[nodiscard]] static ColorMap fromStops(std::span<const QColor> stops);

  /// The colour at `position` from 0 to 1; positions outside take the end.
  [[nodiscard]] QRgb at(double position) const { return m_table[static_cast<std::size_t>(indexOf(position))]; }
  /// The entry of a position, 0 to 255; NaN gives 0.
  [[nodiscard]] static int indexOf(double position);
  [[nodiscard]] const std::array<QRgb, 256>& table() const { return m_table; }

 private:
  std::array<QRgb, 256> m_table{};
};

/// The position of a signed value on a map centred on 0: -limit gives 0, 0 gives 1/2, limit gives 1.
[[nodiscard]] double centredPosition(double value, double limit);

/// Relative luminance of an sRGB colour, 0 to 1 (WCAG 2.2, "relative luminance").
[[nodiscard]] double relativeLuminance(QRgb color);

/// Contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio").
[[nodiscard]] double contrast(QRgb a, QRgb b);

/// The theme's dark or light cell text, whichever contrasts more with `ground`.
[[nodiscard]] QColor textOn(QRgb ground, const Theme& theme);

}  // namespace heed::ui
