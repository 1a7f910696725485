#include "ui/theme/style_parts.h"

#include <QPainter>
#include <QStyleOption>

#include <algorithm>

namespace heed::ui::style {

namespace {

/// Where the handle of a scroll bar begins and how long it is, along the bar.
struct Span {
  int start = 0;
  int length = 0;
};

Span handleSpan(const Appearance& look, const QStyleOptionSlider& option, int length) {
  const qint64 range = static_cast<qint64>(option.maximum) - option.minimum;
  if (range <= 0) return {0, length};
  const qint64 wanted = static_cast<qint64>(length) * option.pageStep / std::max<qint64>(range + option.pageStep, 1);
  const int handle = std::clamp(static_cast<int>(wanted), std::min(look.px(28), length), length);
  const int start = QStyle::sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                                    length - handle, option.upsideDown);
  return {start, handle};
}

}  // namespace

QRect scrollBarPart(const Appearance& look, const QStyleOptionSlider& option, QStyle::SubControl part) {
  const QRect all = option.rect;
  const bool isHorizontal = option.orientation == Qt::Horizontal;
  const int length = isHorizontal ? all.width() : all.height();
  const Span handle = handleSpan(look, option, length);
  const auto piece = [&](int start, int size) {
    const QRect logical = isHorizontal ? QRect(all.left() + start, all.top(), size, all.height())
                                       : QRect(all.left(), all.top() + start, all.width(), size);
    return QStyle::visualRect(option.direction, all, logical);
  };
  switch (part) {
    case QStyle::SC_ScrollBarSlider:
      return piece(handle.start, handle.length);
    case QStyle::SC_ScrollBarSubPage:
      return piece(0, handle.start);
    case QStyle::SC_ScrollBarAddPage:
      return piece(handle.start + handle.length, length - handle.start - handle.length);
    case QStyle::SC_ScrollBarGroove:
      return all;
    default:
      return {};
  }
}

void paintScrollBar(const Appearance& look, const QStyleOptionSlider& option, QPainter& painter) {
  if (option.maximum <= option.minimum) return;
  const Theme& theme = look.theme();
  const bool isHeld =
      option.state.testFlag(QStyle::State_Sunken) && option.activeSubControls.testFlag(QStyle::SC_ScrollBarSlider);
  const bool isUnderPointer = option.state.testFlag(QStyle::State_MouseOver);
  const QRectF handle(scrollBarPart(look, option, QStyle::SC_ScrollBarSlider));
  const double inset = look.px(isUnderPointer || isHeld ? 2 : 3);
  const QColor color = isHeld ? theme.text2 : (isUnderPointer ? theme.text3 : theme.control);
  const QRectF bar = handle.adjusted(inset, inset, -inset, -inset);
  paintBox(painter, bar, std::min(bar.width(), bar.height()) / 2, color, QColor(), 0);
}

void paintSlider(const Appearance& look, const QStyleOptionSlider& option, QPainter& painter, const QRect& handle) {
  const Theme& theme = look.theme();
  const QColor ink = option.state.testFlag(QStyle::State_Enabled) ? theme.ink : theme.control;
  const double width = look.px(4);
  const QRectF all(option.rect);
  const QPointF middle = QRectF(handle).center();
  QRectF groove = all;
  QRectF filled = all;
  if (option.orientation == Qt::Horizontal) {
    groove = QRectF(all.left() + look.px(2), middle.y() - width / 2, all.width() - look.px(4), width);
    filled = groove;
    const bool fromRight = option.upsideDown;
    if (fromRight) {
      filled.setLeft(middle.x());
    } else {
      filled.setRight(middle.x());
    }
  } else {
    groove = QRectF(middle.x() - width / 2, all.top() + look.px(2), width, all.height() - look.px(4));
    filled = groove;
    if (option.upsideDown) {
      filled.setTop(middle.y());
    } else {
      filled.setBottom(middle.y());
    }
  }
  paintBox(painter, groove, width / 2, theme.strong, QColor(), 0);
  paintBox(painter, filled, width / 2, ink, QColor(), 0);
  const bool isUnderPointer = option.state.testFlag(QStyle::State_MouseOver);
  paintBox(painter, QRectF(handle), handle.width() / 2.0, isUnderPointer ? theme.hover : theme.surface, ink,
           look.px(3));
}

void paintProgress(const Appearance& look, const QStyleOptionProgressBar& option, QPainter& painter) {
  const double height = look.px(4);
  const QRectF all(option.rect);
  const QRectF groove(all.left(), all.center().y() - height / 2, all.width(), height);
  paintBox(painter, groove, height / 2, look.theme().border, QColor(), 0);
  const double range = static_cast<double>(option.maximum) - option.minimum;
  if (range <= 0) return;
  QRectF done = groove;
  const double share = std::clamp((option.progress - option.minimum) / range, 0.0, 1.0);
  done.setWidth(groove.width() * share);
  if (option.direction == Qt::RightToLeft) done.moveRight(groove.right());
  paintBox(painter, done, height / 2, look.theme().ink, QColor(), 0);
}

}  // namespace heed::ui::style
