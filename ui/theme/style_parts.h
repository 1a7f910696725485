#pragma once

#include "ui/theme/appearance.h"

#include <QRectF>
#include <QSize>
#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QStyleOptionToolButton;
class QStyleOptionViewItem;
class QWidget;

/// The parts that HeedStyle paints, one function each. Lengths are those of the design, scaled by the appearance.
namespace heed::ui::style {

/// A rounded rectangle whose edge lies inside `rect`; a colour that is not valid is not painted.
void paintBox(QPainter& painter, const QRectF& rect, double radius, const QColor& fill, const QColor& edge,
              double width);
/// The icon `name` of `size` pixels in the middle of `rect`.
void paintGlyph(QPainter& painter, const QRectF& rect, double size, const QString& name, const QColor& color);

// Buttons: style_buttons.cpp
[[nodiscard]] QColor buttonTextColor(const Appearance& look, const QStyleOption& option, const QWidget* widget);
void paintButtonPanel(const Appearance& look, const QStyleOption& option, QPainter& painter, const QWidget* widget);
void paintCheckBox(const Appearance& look, const QStyleOption& option, QPainter& painter);
void paintRadioButton(const Appearance& look, const QStyleOption& option, QPainter& painter);
/// Of a tool button with a menu of its own part.
[[nodiscard]] QRect splitMenuRect(const Appearance& look, const QStyleOption& option);
[[nodiscard]] QSize pushButtonSize(const Appearance& look, const QStyleOptionButton& option);

// Fields: style_fields.cpp
void paintField(const Appearance& look, const QStyleOption& option, QPainter& painter);
void paintComboBox(const Appearance& look, const QStyleOptionComboBox& option, QPainter& painter);
void paintSpinBox(const Appearance& look, const QStyleOptionSpinBox& option, QPainter& painter);
[[nodiscard]] QRect comboBoxPart(const Appearance& look, const QStyleOptionComboBox& option, QStyle::SubControl part);
[[nodiscard]] QRect spinBoxPart(const Appearance& look, const QStyleOptionSpinBox& option, QStyle::SubControl part);

// Bars and sliders: style_sliders.cpp
void paintScrollBar(const Appearance& look, const QStyleOptionSlider& option, QPainter& painter);
[[nodiscard]] QRect scrollBarPart(const Appearance& look, const QStyleOptionSlider& option, QStyle::SubControl part);
void paintSlider(const Appearance& look, const QStyleOptionSlider& option, QPainter& painter, const QRect& handle);
void paintProgress(const Appearance& look, const QStyleOptionProgressBar& option, QPainter& painter);

// Menus, tabs and lists: style_menus.cpp
/// What setMenuPictureSize() gave; empty for a menu with signs.
[[nodiscard]] QSize menuPictureSize(const QWidget* menu);
/// `picture` is the size of the icons, if they are larger than signs.
void paintMenuItem(const Appearance& look, const QStyleOptionMenuItem& option, QPainter& painter, QSize picture);
void paintMenuBarItem(const Appearance& look, const QStyleOptionMenuItem& option, QPainter& painter);
[[nodiscard]] QSize menuItemSize(const Appearance& look, const QStyleOptionMenuItem& option, const QSize& contents,
                                 QSize picture);
void paintTab(const Appearance& look, const QStyleOptionTab& option, QPainter& painter);
void paintItemGround(const Appearance& look, const QStyleOptionViewItem& option, QPainter& painter);

}  // namespace heed::ui::style
