#include "ui/theme/appearance.h"

#include <QtMath>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kLeastScale = 0.5;
constexpr double kLargestScale = 4;

}  // namespace

Appearance::Appearance(ThemeName name, QObject* parent)
    : QObject(parent), m_name(name), m_theme(Theme::load(name)), m_fonts(Fonts::installed()) {}

void Appearance::setTheme(ThemeName name) {
  if (name == m_name) return;
  m_theme = Theme::load(name);
  m_name = name;
  Q_EMIT changed();
}

void Appearance::setScale(double scale) {
  scale = std::clamp(scale, kLeastScale, kLargestScale);
  if (scale == m_scale) return;
  m_scale = scale;
  Q_EMIT changed();
}

int Appearance::px(double designPixels) const {
  return qRound(designPixels * m_scale);
}

QFont Appearance::font(double designPixels, int weight, FontUse use) const {
  QFont font = m_fonts.font(use, weight);
  font.setPixelSize(std::max(px(designPixels), 1));
  return font;
}

}  // namespace heed::ui
