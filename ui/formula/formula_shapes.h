#pragma once

#include <QPainterPath>
#include <QString>

namespace heed::ui {

/// A bracket as tall as what it holds.
struct BracketShape {
  QPainterPath path;  ///< filled; x from 0, y as on the baseline
  double width = 0;   ///< with the space on both sides
};

/// The bracket `sign`, one of ()[]{}|‖⌊⌋⌈⌉⟨⟩, from `top` down to `bottom`, beside letters of `size`.
[[nodiscard]] BracketShape bracketShape(const QString& sign, double top, double bottom, double size);

/// The sign of a root whose bar lies at `top`, `thickness` thick, and is `width` long behind the sign.
struct RootShape {
  QPainterPath path;
  double signWidth = 0;  ///< where the radicand begins
};
[[nodiscard]] RootShape rootShape(double top, double bottom, double width, double thickness, double size);

}  // namespace heed::ui
