#include "ui/tensorview/matrix_labels.h"

#include "ui/tensorview/matrix_layout.h"
#include "ui/tensorview/matrix_view.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace heed::ui {

namespace {

/// The ink's height of a line beside another, as a share of its size.
constexpr double kUprightLine = 1.03;

double angleOf(ColumnLabelMode mode) {
  switch (mode) {
    case ColumnLabelMode::Tilted40:
      return -40;
    case ColumnLabelMode::Tilted60:
      return -60;
    case ColumnLabelMode::Upright:
    case ColumnLabelMode::Stacked:
      return -90;
    case ColumnLabelMode::Flat:
    case ColumnLabelMode::EveryTenth:
      break;
  }
  return 0;
}

}  // namespace

MatrixLabels::MatrixLabels(const MatrixView& view, const FigureStyle& style, MatrixLayout& layout)
    : m_view(view),
      m_options(view.options()),
      m_style(style),
      m_result(layout),
      m_rowTexts(shownLabels(view.options().rowLabels, view.rows())),
      m_columnTexts(shownLabels(view.options().columnLabels, view.columns())),
      m_rowLabelWidth(measuredRows()) {}

QString MatrixLabels::rowLetter() const {
  return m_options.rowRole == Role::Query ? QStringLiteral("q") : QString();
}
QString MatrixLabels::columnLetter() const {
  return m_options.columnRole == Role::Key ? QStringLiteral("k") : QString();
}
std::optional<Role> MatrixLabels::focusOfRow(std::int64_t row) const {
  return m_options.focusRow == row ? std::optional(m_options.rowRole) : std::nullopt;
}
std::optional<Role> MatrixLabels::focusOfColumn(std::int64_t column) const {
  return m_options.focusColumn == column ? std::optional(m_options.columnRole) : std::nullopt;
}

PlacedLabel MatrixLabels::axisWord(const QString& word, const QString& arrow, Role role) const {
  PlacedLabel label = makeLabel({word + arrow, {}, false}, m_style, size(), role, {});
  if (role == Role::None) label.style.color = m_style.theme.text2;
  return label;
}

double MatrixLabels::measuredRows() const {
  double widest = 0;
  for (std::int64_t i = 0; i < m_view.rows(); ++i) {
    const PlacedLabel label =
        makeLabel(m_rowTexts[static_cast<std::size_t>(i)], m_style, size(), focusOfRow(i), rowLetter());
    const double flag = m_view.isFullyMasked(i) ? size() + m_style.px(4) : 0;
    const double chip = label.focused ? m_style.px(9) : 0;
    widest = std::max(widest, label.width + flag + chip);
  }
  if (!m_options.rowAxis.isEmpty())
    widest = std::max(widest, axisWord(m_options.rowAxis, QStringLiteral(" \u2193"), m_options.rowRole).width);
  if (!m_options.columnAxis.isEmpty()) {
    widest = std::max(widest, axisWord(m_options.columnAxis, QStringLiteral(" \u2192"), m_options.columnRole).width);
  }
  return widest;
}

double MatrixLabels::columnCentre(std::int64_t column) const {
  return m_result.cells.left() + (static_cast<double>(column) + 0.5) * m_result.cellWidth - m_result.gap / 2;
}

void MatrixLabels::chooseColumnMode() {
  m_result.columnMode = columnLabelMode(m_columnTexts, m_result.cellWidth, m_style);
}

void MatrixLabels::placeColumns() {
  m_result.columnLabels.clear();
  if (m_result.columnMode == ColumnLabelMode::EveryTenth) {
    placeColumnTicks();
    return;
  }
  for (std::int64_t j = 0; j < m_view.columns(); ++j) placeColumn(j);
}

/// How wide a chip may be above a column: up to the words beside it.
double MatrixLabels::chipRoom(std::int64_t column) const {
  double half = m_result.cellWidth;
  for (const std::int64_t beside : {column - 1, column + 1}) {
    if (beside < 0 || beside >= m_view.columns()) continue;
    const PlacedLabel word = makeLabel(m_columnTexts[static_cast<std::size_t>(beside)], m_style, size(), {}, {});
    half = std::min(half, m_result.cellWidth - word.width / 2 - m_style.px(2));
  }
  return std::max(m_result.cellWidth, 2 * half);
}

void MatrixLabels::placeStacked(PlacedLabel label, std::int64_t column) {
  label.form = LabelForm::Stacked;
  label.letter.clear();
  label.chip = label.focused && m_result.cellWidth >= size() * 1.8;
  label.anchor = {columnCentre(column), 0};
  label.anchor.ry() = m_result.cells.top() - m_style.px(6) - label.area(m_style).boundingRect().height() +
                      (label.chip ? m_style.px(2) : 0);
  m_result.columnLabels.push_back(std::move(label));
}

void MatrixLabels::placeColumn(std::int64_t column) {
  const ShownLabel& text = m_columnTexts[static_cast<std::size_t>(column)];
  const double top = m_result.cells.top() - m_style.px(6);
  const double centre = columnCentre(column);
  const ColumnLabelMode mode = m_result.columnMode;
  const double upright = std::clamp(m_result.cellWidth / kUprightLine, m_style.leastSize, size());
  PlacedLabel label = makeLabel(text, m_style, mode == ColumnLabelMode::Upright ? upright : size(),
                                focusOfColumn(column), mode == ColumnLabelMode::Flat ? QString() : columnLetter());
  if (mode == ColumnLabelMode::Stacked && isStackable(text.text)) {
    placeStacked(std::move(label), column);
    return;
  }
  label.angle = angleOf(mode);
  // A word without Chinese letters among stacked ones: flat where it fits.
  if (mode == ColumnLabelMode::Stacked && label.width <= m_result.cellWidth) label.angle = 0;
  if (label.angle == 0) {
    if (label.focused && mode == ColumnLabelMode::Flat) {
      const double room = chipRoom(column);
      for (const double letters : {size(), m_style.leastSize}) {
        PlacedLabel lettered = makeLabel(text, m_style, letters, m_options.columnRole, columnLetter());
        if (lettered.width + m_style.px(8) > room) continue;
        label = std::move(lettered);
        label.chip = true;
        break;
      }
    }
    label.anchor = {centre - label.width / 2, top - label.descent - (label.chip ? m_style.px(2) : 0)};
  } else {
    const double lean = std::sin(-label.angle * std::numbers::pi / 180);
    label.anchor = {centre + lean * 0.36 * label.style.size, top - (label.focused ? m_style.px(3) : 0)};
    label.chip = label.focused && m_result.cellWidth * lean >= 1.9 * size();
  }
  m_result.columnLabels.push_back(std::move(label));
}

PlacedLabel MatrixLabels::tick(const QString& text) const {
  PlacedLabel label = makeLabel({text, {}, false}, m_style, m_style.leastSize);
  label.style.color = m_style.theme.text3;
  return label;
}

/// Indices below, the focus word in a line of its own above them.
void MatrixLabels::placeColumnTicks() {
  const double baseline = m_result.cells.top() - m_style.px(6);
  const PlacedLabel widest = tick(QString::number(m_view.columns()));
  const std::int64_t step = tickStep(m_result.cellWidth, widest.width * 1.6);
  for (std::int64_t j = 0; j < m_view.columns(); j += step) {
    PlacedLabel label = tick(QString::number(j));
    label.anchor = {columnCentre(j) - label.width / 2, baseline};
    m_result.columnLabels.push_back(label);
  }
  if (!m_options.focusColumn) return;
  ShownLabel word = m_columnTexts[static_cast<std::size_t>(*m_options.focusColumn)];
  if (word.text != QString::number(*m_options.focusColumn)) word.index = QString::number(*m_options.focusColumn);
  PlacedLabel label = makeLabel(word, m_style, size(), m_options.columnRole, columnLetter());
  label.chip = label.focused;
  const double least = m_result.cells.left() + m_style.px(4);
  const double most = std::max(m_result.cells.right() - label.width - m_style.px(4), least);
  label.anchor = {std::clamp(columnCentre(*m_options.focusColumn) - label.width / 2, least, most),
                  baseline - m_style.leastSize * 1.2 - m_style.px(6)};
  m_result.columnLabels.push_back(label);
}

double MatrixLabels::rowBaseline(std::int64_t row, const PlacedLabel& label) const {
  const double centre =
      m_result.cells.top() + (static_cast<double>(row) + 0.5) * m_result.cellHeight - m_result.gap / 2;
  return centre + m_style.letters.capHeight(label.style) / 2;
}

void MatrixLabels::placeRow(PlacedLabel label, std::int64_t row) {
  const double right = m_rowLabelWidth - (label.chip ? m_style.px(4) : 0);
  label.anchor = {right - label.width, rowBaseline(row, label)};
  if (m_view.isFullyMasked(row)) {
    const double side = label.style.size;
    m_result.triangles.emplace_back(label.anchor.x() - side - m_style.px(4) - (label.chip ? m_style.px(4) : 0),
                                    label.anchor.y() - side * 0.86, side, side);
  }
  m_result.rowLabels.push_back(std::move(label));
}

void MatrixLabels::placeRows() {
  const bool hasCrops = !m_rowTexts.empty() && m_rowTexts.front().isCrop();
  const double needed = hasCrops ? cropSide(size()) : m_style.leastSize * 1.03;
  const bool all = m_result.cellHeight >= needed;
  if (all) {
    const double labelSize = std::min(size(), std::max(m_style.leastSize, m_result.cellHeight / 1.03));
    for (std::int64_t i = 0; i < m_view.rows(); ++i) {
      PlacedLabel label =
          makeLabel(m_rowTexts[static_cast<std::size_t>(i)], m_style, labelSize, focusOfRow(i), rowLetter());
      label.chip = label.focused && m_result.cellHeight >= labelSize * 1.6;
      placeRow(std::move(label), i);
    }
    return;
  }
  placeRowTicks();
}

void MatrixLabels::placeRowTicks() {
  const std::int64_t step = tickStep(m_result.cellHeight, size() * 1.5);
  const double clear = size() * 1.7;
  for (std::int64_t i = 0; i < m_view.rows(); i += step) {
    const double away =
        m_options.focusRow ? std::abs(static_cast<double>(*m_options.focusRow - i)) * m_result.cellHeight : clear;
    if (away < clear) continue;
    ShownLabel text = m_rowTexts[static_cast<std::size_t>(i)];
    if (text.isCrop()) text = {QString::number(i), {}, false};
    if (text.text != QString::number(i)) text.index = QString::number(i);
    placeRow(fitted(makeLabel(text, m_style, m_style.leastSize)), i);
  }
  if (!m_options.focusRow) return;
  ShownLabel text = m_rowTexts[static_cast<std::size_t>(*m_options.focusRow)];
  if (text.text != QString::number(*m_options.focusRow)) text.index = QString::number(*m_options.focusRow);
  PlacedLabel label = fitted(makeLabel(text, m_style, size(), m_options.rowRole, rowLetter()));
  label.chip = label.focused;
  placeRow(std::move(label), *m_options.focusRow);
}

/// A label with an index may be wider than the words were: then the index alone remains.
PlacedLabel MatrixLabels::fitted(PlacedLabel label) const {
  const double most = m_rowLabelWidth - (label.focused ? m_style.px(9) : 0);
  if (label.width <= most || label.label.index.isEmpty()) return label;
  ShownLabel shorter{label.label.index, {}, false};
  if (label.focused) shorter = {label.label.text, {}, label.label.die, label.label.crop};
  return makeLabel(shorter, m_style, label.style.size, label.focused ? std::optional(m_options.rowRole) : std::nullopt,
                   label.letter);
}

void MatrixLabels::placeAxisWords() {
  // The first row's label may reach above its row.
  const double above = m_result.rowLabels.empty()
                           ? 0
                           : m_result.cells.top() - m_result.rowLabels.front().area(m_style).boundingRect().top();
  double baseline = m_result.cells.top() - std::max(m_style.px(8), above + m_style.px(7));
  const auto place = [&](const QString& word, const QString& arrow, Role role) {
    if (word.isEmpty()) return;
    PlacedLabel label = axisWord(word, arrow, role);
    label.anchor = {m_rowLabelWidth - label.width, baseline};
    m_result.axisWords.push_back(label);
    baseline -= size() * 1.35;
  };
  place(m_options.rowAxis, QStringLiteral(" \u2193"), m_options.rowRole);
  place(m_options.columnAxis, QStringLiteral(" \u2192"), m_options.columnRole);
}

}  // namespace heed::ui
