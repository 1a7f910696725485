#include "ui/tensorview/figure_style.h"

namespace heed::ui {

namespace {

constexpr double kPointsPerMillimetre = 72.0 / 25.4;
/// Pictures and large maps on paper.
constexpr double kPrintImageResolution = 300.0 / 72.0;
/// The design is drawn with labels of 12 pixels.
constexpr double kDesignLabelSize = 12;

FigureStyle empty(const Theme& theme, const Fonts& fonts, TextMode mode) {
  return {.theme = theme, .letters = Lettering(fonts, mode)};
}

}  // namespace

FigureStyle FigureStyle::screen(const Theme& theme, const Fonts& fonts, double scale) {
  FigureStyle style = empty(theme, fonts, TextMode::Text);
  style.unit = scale;
  style.titleSize = 14 * scale;
  style.labelSize = 12 * scale;
  style.numberSize = 12 * scale;
  style.leastSize = 11 * scale;
  style.readoutSize = 34 * scale;
  style.line = scale;
  style.outline = 1.5 * scale;
  style.ring = 2.5 * scale;
  style.gap = scale;
  style.hatchWidth = 1.6 * scale;
  style.hatchPeriod = 6 * scale;
  style.maximumHeight = 4000 * scale;
  return style;
}

FigureStyle FigureStyle::print(const Theme& theme, const Fonts& fonts, TextMode mode) {
  FigureStyle style = empty(theme, fonts, mode);
  style.titleSize = 9;
  style.labelSize = 8;
  style.numberSize = 7;
  style.leastSize = 7;
  style.readoutSize = 13;
  style.line = 0.5;
  style.outline = 1;
  style.ring = 1.5;
  style.gap = 0.6;
  style.hatchWidth = 0.5;
  style.hatchPeriod = 2;
  style.unit = style.labelSize / kDesignLabelSize;
  style.maximumHeight = 234 * kPointsPerMillimetre;
  style.imageResolution = kPrintImageResolution;
  return style;
}

FigureStyle FigureStyle::slide(const Theme& theme, const Fonts& fonts, TextMode mode) {
  FigureStyle style = empty(theme, fonts, mode);
  style.titleSize = 24;
  style.labelSize = 16;
  style.numberSize = 14;
  style.leastSize = 14;
  style.readoutSize = 24;
  style.line = 1.5;
  style.outline = 1.5;
  style.ring = 2.5;
  style.gap = 1;
  style.hatchWidth = 1;
  style.hatchPeriod = 4;
  style.unit = style.labelSize / kDesignLabelSize;
  style.maximumHeight = 137 * kPointsPerMillimetre;
  style.imageResolution = kPrintImageResolution;
  style.isSlide = true;
  return style;
}

}  // namespace heed::ui
