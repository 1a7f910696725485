#include "ui/theme/style.h"
#include "ui/theme/style_parts.h"
#include "ui/widgets/icon.h"

#include <QAbstractButton>
#include <QPainter>
#include <QStyleOption>

namespace heed::ui {

namespace {

constexpr char kLookProperty[] = "heedButtonLook";

}  // namespace

void setButtonLook(QAbstractButton& button, ButtonLook look) {
  button.setProperty(kLookProperty, static_cast<int>(look));
  button.update();
}

ButtonLook buttonLook(const QAbstractButton& button) {
  return static_cast<ButtonLook>(button.property(kLookProperty).toInt());
}

namespace style {

namespace {

ButtonLook lookOf(const QStyleOption& option, const QWidget* widget) {
  const auto* button = qobject_cast<const QAbstractButton*>(widget);
  if (button == nullptr) return ButtonLook::Plain;
  const ButtonLook look = buttonLook(*button);
  const bool isRaised = look != ButtonLook::Plain || !option.state.testFlag(QStyle::State_AutoRaise);
  return isRaised ? look : ButtonLook::Flat;
}

bool isOn(const QStyleOption& option) {
  return option.state.testFlag(QStyle::State_On);
}

}  // namespace

void paintBox(QPainter& painter, const QRectF& rect, double radius, const QColor& fill, const QColor& edge,
              double width) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
  painter.setPen(edge.isValid() ? QPen(edge, width) : QPen(Qt::NoPen));
  const double inset = edge.isValid() ? width / 2 : 0;
  painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius);
  painter.restore();
}

void paintGlyph(QPainter& painter, const QRectF& rect, double size, const QString& name, const QColor& color) {
  const QRectF place(rect.center().x() - size / 2, rect.center().y() - size / 2, size, size);
  icon(name, color).paint(&painter, place.toRect());
}

QColor buttonTextColor(const Appearance& look, const QStyleOption& option, const QWidget* widget) {
  const Theme& theme = look.theme();
  const bool isPrimary = lookOf(option, widget) == ButtonLook::Primary;
  if (!option.state.testFlag(QStyle::State_Enabled)) return theme.text3;
  if (isOn(option) || isPrimary) return theme.onInk;
  if (lookOf(option, widget) == ButtonLook::Flat && !option.state.testFlag(QStyle::State_MouseOver)) return theme.text2;
  return theme.text;
}

void paintButtonPanel(const Appearance& look, const QStyleOption& option, QPainter& painter, const QWidget* widget) {
  const Theme& theme = look.theme();
  const ButtonLook kind = lookOf(option, widget);
  const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
  const bool isDown = option.state.testFlag(QStyle::State_Sunken);
  const bool isUnderPointer = option.state.testFlag(QStyle::State_MouseOver);
  QColor fill = kind == ButtonLook::Flat ? QColor() : theme.surface;
  QColor edge = kind == ButtonLook::Flat ? QColor() : theme.strong;
  if (!isEnabled) {
    fill = kind == ButtonLook::Flat ? QColor() : theme.hover;
    edge = isOn(option) ? theme.control : QColor();
  } else if (isOn(option) || kind == ButtonLook::Primary) {
    fill = isDown ? theme.text2 : theme.ink;
    edge = QColor();
  } else if (isDown) {
    fill = theme.selected;
  } else if (isUnderPointer) {
    fill = theme.hover;
  }
  paintBox(painter, QRectF(option.rect), look.px(6), fill, edge, look.px(1));
}

void paintCheckBox(const Appearance& look, const QStyleOption& option, QPainter& painter) {
  const Theme& theme = look.theme();
  const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
  const bool isPartly = option.state.testFlag(QStyle::State_NoChange);
  const bool isFilled = isOn(option) || isPartly;
  const QRectF box(option.rect);
  const QColor ink = isEnabled ? theme.ink : theme.control;
  const QColor ground = option.state.testFlag(QStyle::State_MouseOver) ? theme.hover : theme.surface;
  paintBox(painter, box, look.px(3), isFilled ? ink : ground, isFilled ? QColor() : theme.control, look.px(1));
  if (isFilled) {
    paintGlyph(painter, box, box.width() * 0.9, isPartly ? QStringLiteral("minus") : QStringLiteral("check"),
               theme.onInk);
  }
}

void paintRadioButton(const Appearance& look, const QStyleOption& option, QPainter& painter) {
  const Theme& theme = look.theme();
  const QRectF box(option.rect);
  const QColor ink = option.state.testFlag(QStyle::State_Enabled) ? theme.ink : theme.control;
  const QColor ground = option.state.testFlag(QStyle::State_MouseOver) ? theme.hover : theme.surface;
  paintBox(painter, box, box.width() / 2, isOn(option) ? ink : ground, isOn(option) ? QColor() : theme.control,
           look.px(1));
  if (!isOn(option)) return;
  const double inset = box.width() * 0.3;
  paintBox(painter, box.adjusted(inset, inset, -inset, -inset), box.width(), theme.onInk, QColor(), 0);
}

QRect splitMenuRect(const Appearance& look, const QStyleOption& option) {
  const int width = look.px(22);
  const QRect logical(option.rect.right() + 1 - width, option.rect.top(), width, option.rect.height());
  return QStyle::visualRect(option.direction, option.rect, logical);
}

QSize pushButtonSize(const Appearance& look, const QStyleOptionButton& option) {
  const QSize text = option.fontMetrics.size(Qt::TextShowMnemonic, option.text);
  int width = text.width() + 2 * look.px(11);
  if (!option.icon.isNull()) width += option.iconSize.width() + (option.text.isEmpty() ? 0 : look.px(6));
  if (option.features.testFlag(QStyleOptionButton::HasMenu)) width += look.px(18);
  const int height = std::max(look.px(28), text.height() + look.px(8));
  return {option.text.isEmpty() ? std::max(height, option.iconSize.width() + look.px(10)) : width, height};
}

}  // namespace style

}  // namespace heed::ui
