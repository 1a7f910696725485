#pragma once

#include "ui/theme/appearance.h"

#include <QPalette>
#include <QSize>

class QAbstractButton;
class QApplication;
class QMenu;

namespace heed::ui {

/// How a button stands out. A checked button is filled with ink whatever its look.
enum class ButtonLook {
  Plain,    ///< surface with an edge
  Primary,  ///< filled with ink: the one thing to do here
  Flat      ///< no edge until the pointer is on it
};

void setButtonLook(QAbstractButton& button, ButtonLook look);
[[nodiscard]] ButtonLook buttonLook(const QAbstractButton& button);

/// Gives the icons of a menu this size, in pixels: pictures in the place of signs.
void setMenuPictureSize(QMenu& menu, QSize size);

/// The theme as Qt's colour roles.
[[nodiscard]] QPalette paletteOf(const Theme& theme);

/// Gives the application the look of the appearance: style, palette, fonts, tool tips, and the ring around what has the
/// keyboard focus. Whenever the appearance changes the application follows at once, without a restart.
/// `appearance` must outlive the application's widgets; calling it again replaces the earlier appearance.
void applyStyle(QApplication& application, const Appearance& appearance);

}  // namespace heed::ui
