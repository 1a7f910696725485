#include "ui/theme/style.h"
#include "ui/theme/style_parts.h"

#include <QMenu>
#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace heed::ui::style {

namespace {

constexpr int kRow = 28;
constexpr int kMarkColumn = 32;  ///< check mark or icon
constexpr int kSign = 16;
constexpr char kPictureProperty[] = "heedMenuPicture";
constexpr int kArrowColumn = 28;  ///< of a submenu, and the right margin
constexpr int kShortcutGap = 32;

QIcon::Mode iconMode(const QStyleOption& option) {
  return option.state.testFlag(QStyle::State_Enabled) ? QIcon::Normal : QIcon::Disabled;
}

QSize iconSize(const Appearance& look, QSize picture) {
  return picture.isEmpty() ? QSize(look.px(kSign), look.px(kSign)) : picture;
}

/// The column of check marks and icons.
int markColumn(const Appearance& look, QSize picture) {
  return look.px(kMarkColumn - kSign) + iconSize(look, picture).width();
}

void paintMark(const Appearance& look, const QStyleOptionMenuItem& option, QPainter& painter, const QRect& place,
               QSize picture) {
  const QColor color = option.state.testFlag(QStyle::State_Enabled) ? look.theme().ink : look.theme().control;
  if (option.checkType != QStyleOptionMenuItem::NotCheckable && option.checked) {
    paintGlyph(painter, QRectF(place), look.px(kSign), QStringLiteral("check"), color);
  } else if (!option.icon.isNull()) {
    QRect pixels(QPoint(0, 0), iconSize(look, picture));
    pixels.moveCenter(place.center());
    option.icon.paint(&painter, pixels, Qt::AlignCenter, iconMode(option), QIcon::Off);
  }
}

}  // namespace

QSize menuPictureSize(const QWidget* menu) {
  return menu == nullptr ? QSize() : menu->property(kPictureProperty).toSize();
}

void paintMenuItem(const Appearance& look, const QStyleOptionMenuItem& option, QPainter& painter, QSize picture) {
  const Theme& theme = look.theme();
  painter.fillRect(option.rect, theme.surface);
  if (option.menuItemType == QStyleOptionMenuItem::Separator) {
    const QRect line(option.rect.left(), option.rect.center().y(), option.rect.width(), look.px(1));
    painter.fillRect(line, theme.border);
    return;
  }
  const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
  if (option.state.testFlag(QStyle::State_Selected) && isEnabled) {
    painter.fillRect(option.rect, theme.selected);
    const QRect bar(option.rect.left(), option.rect.top(), look.px(3), option.rect.height());
    painter.fillRect(QStyle::visualRect(option.direction, option.rect, bar), theme.ink);
  }
  const auto placed = [&](const QRect& logical) { return QStyle::visualRect(option.direction, option.rect, logical); };
  const int column = markColumn(look, picture);
  const QRect mark(option.rect.left() + look.px(3), option.rect.top(), column - look.px(3), option.rect.height());
  paintMark(look, option, painter, placed(mark), picture);
  const QRect words = option.rect.adjusted(column, 0, -look.px(kArrowColumn) / 2, 0);
  const QString label = option.text.section(QLatin1Char('\t'), 0, 0);
  const QString shortcut = option.text.section(QLatin1Char('\t'), 1);
  const Qt::Alignment alignment = QStyle::visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter);
  painter.setFont(option.font);
  painter.setPen(isEnabled ? theme.text : theme.text3);
  painter.drawText(placed(words), static_cast<int>(alignment) | Qt::TextHideMnemonic | Qt::TextSingleLine, label);
  painter.setPen(theme.text3);
  const Qt::Alignment opposite = QStyle::visualAlignment(option.direction, Qt::AlignRight | Qt::AlignVCenter);
  painter.drawText(placed(words), static_cast<int>(opposite) | Qt::TextSingleLine, shortcut);
  if (option.menuItemType == QStyleOptionMenuItem::SubMenu) {
    const QRect arrow(option.rect.right() - look.px(kArrowColumn - 4), option.rect.top(), look.px(kArrowColumn - 8),
                      option.rect.height());
    const bool isMirrored = option.direction == Qt::RightToLeft;
    paintGlyph(painter, QRectF(placed(arrow)), look.px(14),
               isMirrored ? QStringLiteral("chevl") : QStringLiteral("chev"), theme.text3);
  }
}

QSize menuItemSize(const Appearance& look, const QStyleOptionMenuItem& option, const QSize& contents, QSize picture) {
  if (option.menuItemType == QStyleOptionMenuItem::Separator) return {contents.width(), look.px(9)};
  const QFontMetrics metrics(option.font);
  const QString label = option.text.section(QLatin1Char('\t'), 0, 0);
  const QString shortcut = option.text.section(QLatin1Char('\t'), 1);
  int width = markColumn(look, picture) + metrics.size(Qt::TextHideMnemonic, label).width() + look.px(kArrowColumn);
  if (!shortcut.isEmpty()) width += look.px(kShortcutGap) + metrics.horizontalAdvance(shortcut);
  const int row = std::max(look.px(kRow), metrics.height() + look.px(8));
  return {width, picture.isEmpty() ? row : std::max(row, picture.height() + look.px(8))};
}

void paintMenuBarItem(const Appearance& look, const QStyleOptionMenuItem& option, QPainter& painter) {
  const Theme& theme = look.theme();
  painter.fillRect(option.rect, theme.window);
  const bool isOpen = option.state.testFlag(QStyle::State_Sunken);
  const bool isMarked = isOpen || option.state.testFlag(QStyle::State_Selected);
  if (isMarked) {
    const QRectF ground = QRectF(option.rect).adjusted(1, look.px(2), -1, -look.px(2));
    paintBox(painter, ground, look.px(4), isOpen ? theme.selected : theme.hover, QColor(), 0);
  }
  painter.setPen(option.state.testFlag(QStyle::State_Enabled) ? (isMarked ? theme.text : theme.text2) : theme.text3);
  painter.setFont(option.font);
  painter.drawText(option.rect, Qt::AlignCenter | Qt::TextHideMnemonic | Qt::TextSingleLine, option.text);
}

void paintTab(const Appearance& look, const QStyleOptionTab& option, QPainter& painter) {
  const Theme& theme = look.theme();
  const QRectF place = QRectF(option.rect).adjusted(look.px(2), look.px(2), -look.px(2), -look.px(2));
  QColor ground;
  if (option.state.testFlag(QStyle::State_Selected)) {
    ground = theme.ink;
  } else if (option.state.testFlag(QStyle::State_MouseOver)) {
    ground = theme.hover;
  }
  paintBox(painter, place, look.px(4), ground, QColor(), 0);
}

void paintItemGround(const Appearance& look, const QStyleOptionViewItem& option, QPainter& painter) {
  const Theme& theme = look.theme();
  if (option.backgroundBrush.style() != Qt::NoBrush) painter.fillRect(option.rect, option.backgroundBrush);
  const bool isSelected = option.state.testFlag(QStyle::State_Selected);
  if (isSelected) {
    painter.fillRect(option.rect, theme.selected);
  } else if (option.state.testFlag(QStyle::State_MouseOver) && option.state.testFlag(QStyle::State_Enabled)) {
    painter.fillRect(option.rect, theme.hover);
  }
  const bool isFirst =
      option.viewItemPosition != QStyleOptionViewItem::Middle && option.viewItemPosition != QStyleOptionViewItem::End;
  if (isSelected && isFirst) {
    const QRect bar(option.rect.left(), option.rect.top(), look.px(3), option.rect.height());
    painter.fillRect(QStyle::visualRect(option.direction, option.rect, bar), theme.ink);
  }
}

}  // namespace heed::ui::style

void heed::ui::setMenuPictureSize(QMenu& menu, QSize size) {
  menu.setProperty(heed::ui::style::kPictureProperty, size);
}
