#include "ui/tensorview/color_map.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace heed::ui {

ColorMap ColorMap::fromStops(std::span<const QColor> stops) {
  HEED_ASSERT(stops.size() >= 2);
  ColorMap map;
  const auto last = static_cast<double>(stops.size() - 1);
  for (std::size_t entry = 0; entry < map.m_table.size(); ++entry) {
    const double place = static_cast<double>(entry) / 255.0 * last;
    const auto left = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double share = place - static_cast<double>(left);
    const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    const QColor& from = stops[left];
    const QColor& to = stops[left + 1];
    map.m_table[entry] = qRgb(mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue()));
  }
  return map;
}

int ColorMap::indexOf(double position) {
  if (!(position > 0)) return 0;
  if (position >= 1) return 255;
  return static_cast<int>(std::lround(position * 255));
}

double centredPosition(double value, double limit) {
  return limit > 0 ? 0.5 + 0.5 * std::clamp(value / limit, -1.0, 1.0) : 0.5;
}

double relativeLuminance(QRgb color) {
  const auto linear = [](int channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
}

double contrast(QRgb a, QRgb b) {
  const double first = relativeLuminance(a) + 0.05;
  const double second = relativeLuminance(b) + 0.05;
  return std::max(first, second) / std::min(first, second);
}

QColor textOn(QRgb ground, const Theme& theme) {
  const double dark = contrast(theme.cellTextDark.rgb(), ground);
  const double light = contrast(theme.cellTextLight.rgb(), ground);
  return dark >= light ? theme.cellTextDark : theme.cellTextLight;
}

}  // namespace heed::ui
