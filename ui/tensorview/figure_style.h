#pragma once

#include "ui/theme/lettering.h"
#include "ui/theme/theme.h"

namespace heed::ui {

/// Everything a figure needs besides its content. All lengths follow from one factor and are in the painter's units:
/// pixels in a window, points on paper.
struct FigureStyle {
  Theme theme;
  Lettering letters;

  double unit = 1;  ///< length of one pixel of the design at 100 %
  double titleSize = 0;
  double labelSize = 0;
  double numberSize = 0;   ///< numbers in cells, as long as they fit
  double leastSize = 0;    ///< nothing is written smaller
  double readoutSize = 0;  ///< the number of the focus cell
  double line = 0;         ///< ticks, frames, grids
  double outline = 0;      ///< role lines and chips
  double ring = 0;         ///< focus cell, inside a halo of twice the width
  double gap = 0;          ///< between cells that are large enough
  double hatchWidth = 0;
  double hatchPeriod = 0;
  double maximumHeight = 0;  ///< a figure without a given height grows no taller
  /// Pixels of pictures and large maps per unit; 0 where the painter's own pixels count.
  double imageResolution = 0;
  bool isSlide = false;

  [[nodiscard]] double px(double designPixels) const { return designPixels * unit; }
  [[nodiscard]] TextStyle label(const QColor& color, int weight = 400) const {
    return {labelSize, color, FontUse::Interface, weight};
  }
  [[nodiscard]] TextStyle small(const QColor& color, int weight = 400) const {
    return {leastSize, color, FontUse::Interface, weight};
  }
  [[nodiscard]] TextStyle number(double size, const QColor& color, int weight = 500) const {
    return {size, color, FontUse::Numbers, weight};
  }

  /// For a window; `scale` is 1 at 100 %.
  [[nodiscard]] static FigureStyle screen(const Theme& theme, const Fonts& fonts, double scale = 1);
  /// For paper, in points: title 9, labels 8, least 7; lines 0.5, outlines 1, ring 1.5, hatch 0.5 at 2.
  [[nodiscard]] static FigureStyle print(const Theme& theme, const Fonts& fonts, TextMode mode);
  /// For a slide of 254 x 143 mm, in points: title 24, labels 16, least 14; lines 1.5.
  [[nodiscard]] static FigureStyle slide(const Theme& theme, const Fonts& fonts, TextMode mode);
};

}  // namespace heed::ui
