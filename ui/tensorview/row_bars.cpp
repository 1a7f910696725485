#include "ui/tensorview/row_bars.h"

#include "core/base/error.h"
#include "ui/tensorview/cell_marks.h"
#include "ui/tensorview/number_text.h"
#include "ui/tensorview/panel.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed::ui {

struct RowBars::Measures {
  double titleHeight = 0;
  double fieldTop = 0;
  double fieldHeight = 0;
  double pitch = 0;
  ColumnLabelMode labelMode = ColumnLabelMode::Flat;
  double labelHeight = 0;
  double foot = 0;  ///< notes and caption
  [[nodiscard]] double height() const { return fieldTop + fieldHeight + labelHeight + foot; }
};

namespace {

TextStyle titleStyle(const FigureStyle& style) {
  return {style.titleSize, style.theme.text, FontUse::Interface, 600};
}

double angleOf(ColumnLabelMode mode) {
  switch (mode) {
    case ColumnLabelMode::Tilted40:
      return 40;
    case ColumnLabelMode::Tilted60:
      return 60;
    case ColumnLabelMode::Upright:
      return 90;
    default:
      return 0;
  }
}

}  // namespace

RowBars::RowBars(core::Tensor row, RowBarsOptions options) : m_row(std::move(row)), m_options(std::move(options)) {
  if (m_row.shape().rank() != 1) {
    throw core::Error(core::ErrorKind::Shape,
                      core::text("RowBars", "A row of bars has one dimension; this is %1.", m_row.shape().toString()));
  }
  if (!m_options.allowed.isNull() && m_options.allowed.shape() != m_row.shape()) {
    throw core::Error(core::ErrorKind::Shape,
                      core::text("RowBars", "The mask is %1 and the row %2; they must be equal.",
                                 m_options.allowed.shape().toString(), m_row.shape().toString()));
  }
}

bool RowBars::isAllowed(std::int64_t place) const {
  return m_options.allowed.isNull() || m_options.allowed.at(place) != 0.0;
}

std::vector<FigureNumbers> RowBars::numbers() const {
  return {{QString(), m_row}};
}

RowBars::Measures RowBars::measure(QSizeF room, const FigureStyle& style) const {
  Measures measures;
  measures.pitch = room.width() / static_cast<double>(std::max<std::int64_t>(count(), 1));
  if (!m_options.title.isEmpty()) {
    measures.titleHeight = setLines(nullptr, {}, m_options.title, titleStyle(style), room.width(), style) + style.px(8);
  }
  const auto labels = shownLabels(m_options.labels, count());
  measures.labelMode = columnLabelMode(labels, measures.pitch, style);
  double longest = style.labelSize * 1.5;
  const double angle = angleOf(measures.labelMode) * M_PI / 180.0;
  for (const ShownLabel& label : labels) {
    const double width = makeLabel(label, style, style.labelSize).width;
    const double stacked = stackedHeight(label, style.labelSize) + style.px(4);
    const bool isStacked = measures.labelMode == ColumnLabelMode::Stacked;
    longest = std::max(longest, isStacked ? stacked : width * std::sin(angle) + style.labelSize * 1.4);
  }
  measures.labelHeight = measures.labelMode == ColumnLabelMode::EveryTenth ? style.labelSize * 1.6 : longest;
  for (const QString& note : m_options.notes) {
    measures.foot += setLines(nullptr, {}, note, style.small(style.theme.text2), room.width(), style) + style.px(4);
  }
  if (!m_options.caption.isEmpty()) {
    measures.foot += setLines(nullptr, {}, m_options.caption, style.label(style.theme.text2), room.width(), style);
  }
  if (measures.foot > 0) measures.foot += style.px(10);
  measures.fieldTop = measures.titleHeight + style.numberSize * 1.6;
  const double wanted = std::clamp(room.width() * 0.35, style.px(80), style.px(260));
  const double free = room.height() - measures.fieldTop - measures.labelHeight - measures.foot;
  measures.fieldHeight = room.height() > 0 ? std::clamp(free, style.px(24), wanted) : wanted;
  return measures;
}

QSizeF RowBars::sizeFor(double width, const FigureStyle& style) const {
  return {width, measure({width, 0}, style).height()};
}

void RowBars::paintBar(QPainter& painter, const QRectF& field, std::int64_t place, double largest,
                       const FigureStyle& style) const {
  const double pitch = field.width() / static_cast<double>(count());
  const double width = std::min(pitch * 0.72, style.px(40));
  const QRectF column(field.left() + pitch * static_cast<double>(place) + (pitch - width) / 2, field.top(), width,
                      field.height());
  if (!isAllowed(place)) {
    paintHatch(painter, column, style);
    return;
  }
  const double number = value(place);
  if (!std::isfinite(number)) {
    const CellGlyph glyph = std::isnan(number) ? CellGlyph::NotANumber
                            : number > 0.0     ? CellGlyph::PositiveInfinity
                                               : CellGlyph::NegativeInfinity;
    const double side = std::min(width, style.px(18));
    paintGlyph(painter, QRectF(column.center().x() - side / 2, column.bottom() - side, side, side), glyph, style);
    return;
  }
  const double height = std::max(number, 0.0) / largest * field.height();
  const bool isFocus = m_options.focus == place;
  painter.fillRect(QRectF(column.left(), column.bottom() - height, width, height),
                   isFocus || !m_options.focus ? style.theme.weights.line : style.theme.control);
  const QString text = weightCellText(number);
  const TextStyle numberStyle = style.number(style.leastSize, style.theme.text, isFocus ? 700 : 500);
  if (style.letters.width(text, numberStyle) <= pitch) {
    style.letters.draw(painter, {column.center().x(), column.bottom() - height - style.px(4)}, text, numberStyle,
                       Qt::AlignHCenter);
  }
}

void RowBars::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  const Measures measures = measure(rect.size(), style);
  setLines(&painter, rect.topLeft(), m_options.title, titleStyle(style), rect.width(), style);
  const QRectF field(rect.left(), rect.top() + measures.fieldTop, rect.width(), measures.fieldHeight);
  double largest = 0.0;
  for (std::int64_t i = 0; i < count(); ++i) {
    if (isAllowed(i) && std::isfinite(value(i))) largest = std::max(largest, value(i));
  }
  for (std::int64_t i = 0; i < count(); ++i) paintBar(painter, field, i, largest > 0.0 ? largest : 1.0, style);
  painter.setPen(QPen(style.theme.control, style.line));
  painter.drawLine(field.bottomLeft(), field.bottomRight());
  const auto labels = shownLabels(m_options.labels, count());
  const std::int64_t step =
      measures.labelMode == ColumnLabelMode::EveryTenth ? tickStep(measures.pitch, style.labelSize * 3) : 1;
  for (std::int64_t i = 0; i < count(); i += step) {
    const bool isFocus = m_options.focus == i;
    PlacedLabel label = makeLabel(labels[static_cast<std::size_t>(i)], style, style.labelSize,
                                  isFocus ? std::optional(Role::Key) : std::nullopt);
    const double x = field.left() + measures.pitch * (static_cast<double>(i) + 0.5);
    label.angle = angleOf(measures.labelMode);
    label.form = measures.labelMode == ColumnLabelMode::Stacked ? LabelForm::Stacked : LabelForm::Line;
    if (label.form == LabelForm::Stacked) {
      label.anchor = {x, field.bottom() + style.px(4)};
    } else if (label.angle == 0) {
      label.anchor = {x - label.width / 2, field.bottom() + style.labelSize * 1.3};
    } else {
      label.anchor = {x - style.labelSize * 0.3, field.bottom() + style.labelSize * 0.9};
    }
    paintLabel(painter, label, style);
  }
  double y = field.bottom() + measures.labelHeight + style.px(10);
  for (const QString& note : m_options.notes) {
    y += setLines(&painter, {rect.left(), y}, note, style.small(style.theme.text2), rect.width(), style) + style.px(4);
  }
  setLines(&painter, {rect.left(), y}, m_options.caption, style.label(style.theme.text2), rect.width(), style);
}

}  // namespace heed::ui
