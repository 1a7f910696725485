#include "ui/theme/appearance.h"

#include <algorithm>
#include <utility>

namespace heed::ui {

Appearance::Appearance(ThemeName name, QObject* parent)
    : QObject(parent), m_theme(Theme::load(name)), m_name(name), m_fonts(Fonts::installed()) {}

QFont Appearance::font(double designPixels, int weight, FontUse use) const {
  QFont font = m_fonts.font(use, weight);
  font.setPixelSize(std::max(px(designPixels), 1));
  return font;
}

void Appearance::setTheme(ThemeName name) {
  if (std::exchange(m_name, name) == name) return;
  m_theme = Theme::load(name);
  Q_EMIT changed();
}

void Appearance::setScale(double scale) {
  const double bounded = std::clamp(scale, 0.75, 3.0);
  if (std::exchange(m_scale, bounded) != bounded) Q_EMIT changed();
}

void Appearance::setLectureSize(bool on) {
  if (std::exchange(m_lectureSize, on) != on) Q_EMIT changed();
}

void Appearance::setMotion(bool on) {
  if (std::exchange(m_motion, on) != on) Q_EMIT changed();
}

void Appearance::setDecimals(int decimals) {
  const int bounded = std::clamp(decimals, 1, 4);
  if (std::exchange(m_decimals, bounded) != bounded) Q_EMIT changed();
}

}  // namespace heed::ui
