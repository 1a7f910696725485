#include "ui/theme/style_parts.h"

#include <QPainter>
#include <QStyleOption>

namespace heed::ui::style {

namespace {

QColor glyphColor(const Appearance& look, const QStyleOption& option) {
  return option.state.testFlag(QStyle::State_Enabled) ? look.theme().text2 : look.theme().control;
}

}  // namespace

void paintField(const Appearance& look, const QStyleOption& option, QPainter& painter) {
  const Theme& theme = look.theme();
  const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
  const bool hasFocus = option.state.testFlag(QStyle::State_HasFocus);
  const QColor edge = hasFocus ? theme.ink : theme.control;
  paintBox(painter, QRectF(option.rect), look.px(4), isEnabled ? theme.surface : theme.hover,
           isEnabled ? edge : QColor(), look.px(1));
}

void paintComboBox(const Appearance& look, const QStyleOptionComboBox& option, QPainter& painter) {
  paintField(look, option, painter);
  if (option.state.testFlag(QStyle::State_MouseOver) && option.state.testFlag(QStyle::State_Enabled) &&
      !option.editable) {
    const QRectF inside = QRectF(option.rect).adjusted(look.px(1), look.px(1), -look.px(1), -look.px(1));
    paintBox(painter, inside, look.px(3), look.theme().hover, QColor(), 0);
  }
  paintGlyph(painter, QRectF(comboBoxPart(look, option, QStyle::SC_ComboBoxArrow)), look.px(14), QStringLiteral("down"),
             glyphColor(look, option));
}

QRect comboBoxPart(const Appearance& look, const QStyleOptionComboBox& option, QStyle::SubControl part) {
  const QRect& all = option.rect;
  const int arrow = look.px(24);
  QRect logical = all;
  if (part == QStyle::SC_ComboBoxArrow) {
    logical = QRect(all.right() + 1 - arrow, all.top(), arrow, all.height());
  } else if (part == QStyle::SC_ComboBoxEditField) {
    logical = all.adjusted(look.px(8), look.px(1), -arrow, -look.px(1));
  }
  return QStyle::visualRect(option.direction, all, logical);
}

void paintSpinBox(const Appearance& look, const QStyleOptionSpinBox& option, QPainter& painter) {
  if (option.frame) paintField(look, option, painter);
  if (option.buttonSymbols == QAbstractSpinBox::NoButtons) return;
  const auto paintStep = [&](QStyle::SubControl part, QAbstractSpinBox::StepEnabledFlag flag, const QString& name) {
    const QRect place = spinBoxPart(look, option, part);
    const bool isPossible = option.stepEnabled.testFlag(flag) && option.state.testFlag(QStyle::State_Enabled);
    if (isPossible && option.activeSubControls == part) {
      paintBox(painter, QRectF(place), look.px(2), look.theme().hover, QColor(), 0);
    }
    paintGlyph(painter, QRectF(place), look.px(10), name, isPossible ? look.theme().text2 : look.theme().strong);
  };
  paintStep(QStyle::SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, QStringLiteral("up"));
  paintStep(QStyle::SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, QStringLiteral("down"));
}

QRect spinBoxPart(const Appearance& look, const QStyleOptionSpinBox& option, QStyle::SubControl part) {
  const QRect inside = option.rect.adjusted(look.px(2), look.px(2), -look.px(2), -look.px(2));
  const int width = option.buttonSymbols == QAbstractSpinBox::NoButtons ? 0 : look.px(18);
  const int half = inside.height() / 2;
  QRect logical = option.rect;
  if (part == QStyle::SC_SpinBoxUp) {
    logical = QRect(inside.right() + 1 - width, inside.top(), width, half);
  } else if (part == QStyle::SC_SpinBoxDown) {
    logical = QRect(inside.right() + 1 - width, inside.top() + half, width, inside.height() - half);
  } else if (part == QStyle::SC_SpinBoxEditField) {
    logical = inside.adjusted(look.px(4), 0, -width, 0);
  }
  return QStyle::visualRect(option.direction, option.rect, logical);
}

}  // namespace heed::ui::style
