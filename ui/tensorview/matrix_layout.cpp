#include "ui/tensorview/matrix_layout.h"

#include "ui/tensorview/matrix_panel.h"
#include "ui/tensorview/matrix_view.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace heed::ui {

namespace {

/// Beside each other from this width on, in labels' heights; below it the panel goes under the matrix.
constexpr double kWideEnough = 40;
constexpr double kPanelWidth = 9.5;
/// The ink's height of a line beside another, as a share of its size.
constexpr double kUprightLine = 1.03;
/// Left and right of a number together, as a share of its size: it never touches the edge.
constexpr double kNumberPadding = 0.42;

/// The steps of one layout. Each reads what the ones before it have set.
class MatrixLayouter {
 public:
  MatrixLayouter(const MatrixView& view, QSizeF room, const FigureStyle& style)
      : m_view(view),
        m_options(view.options()),
        m_room(room),
        m_style(style),
        m_result(Panel(Panel::Flow::Column, room.width(), style)) {}

  MatrixLayout layout() {
    const bool hasPanel = m_options.panel == PanelShown::Yes;
    m_beside = hasPanel && m_room.width() >= kWideEnough * m_style.labelSize;
    m_panelWidth = m_beside ? kPanelWidth * m_style.labelSize : m_room.width();
    m_result.asImage = m_view.rows() > kMostVectorCells || m_view.columns() > kMostVectorCells;
    measureRows();
    setWidths();
    setHeader();
    setHeights(FocusNumbers::InCells);
    chooseNumbers();
    // What the cells cannot hold stands below them, which takes height from them.
    if (!numbersInCells()) setHeights(FocusNumbers::InPanel);
    placeColumns();
    placeRows();
    placeAxisWords();
    placePanel();
    return std::move(m_result);
  }

 private:
  QString rowLetter() const { return m_options.rowRole == Role::Query ? QStringLiteral("q") : QString(); }
  QString columnLetter() const { return m_options.columnRole == Role::Key ? QStringLiteral("k") : QString(); }
  std::optional<Role> focusOfRow(std::int64_t row) const {
    return m_options.focusRow == row ? std::optional(m_options.rowRole) : std::nullopt;
  }
  std::optional<Role> focusOfColumn(std::int64_t column) const {
    return m_options.focusColumn == column ? std::optional(m_options.columnRole) : std::nullopt;
  }
  double size() const { return m_style.labelSize; }
  double panelGap() const { return m_style.px(18); }
  double labelGap() const { return m_style.px(10); }

  PlacedLabel axisWord(const QString& word, const QString& arrow, Role role) const {
    PlacedLabel label = makeLabel({word + arrow, {}, false}, m_style, size(), role, {});
    if (role == Role::None) label.style.color = m_style.theme.text2;
    return label;
  }

  /// Measures the row labels; whether all or every tenth are shown is known only with the cells' height.
  void measureRows() {
    m_rowTexts = shownLabels(m_options.rowLabels, m_view.rows());
    m_columnTexts = shownLabels(m_options.columnLabels, m_view.columns());
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
    m_rowLabelWidth = widest;
  }

  /// Cell widths, with room for labels that lean out over the last column.
  void setWidths() {
    const double left = m_rowLabelWidth + labelGap();
    const double right = m_beside ? m_panelWidth + panelGap() : 0;
    const double columns = static_cast<double>(m_view.columns());
    double free = std::max(m_room.width() - left - right, m_style.px(8));
    for (int pass = 0; pass < 3; ++pass) {
      m_result.cellWidth = std::min(free / columns, m_style.px(42));
      m_result.cells = QRectF(left, 0, m_result.cellWidth * columns, 0);
      m_result.columnMode = columnLabelMode(m_columnTexts, m_result.cellWidth, m_style);
      const double over = columnOverhang() - (m_room.width() - m_result.cells.right());
      if (over <= 0.01) break;
      free = std::max(free - over, m_style.px(8));
    }
    // Cells with room for a number are as high as a line of text asks for; smaller ones are square.
    m_naturalHeight = m_result.cellWidth >= m_style.px(24) ? m_style.px(28) : m_result.cellWidth;
  }

  double columnOverhang() {
    m_result.columnLabels.clear();
    placeColumnLabels();
    double right = m_result.cells.right();
    for (const PlacedLabel& label : m_result.columnLabels) {
      right = std::max(right, label.area(m_style).boundingRect().right());
    }
    return right - m_result.cells.right();
  }

  /// What stands above the cells and, as the caption, below everything.
  void setHeader() {
    m_titleHeight = 0;
    if (!m_options.title.isEmpty()) {
      const TextStyle title{m_style.titleSize, m_style.theme.text, FontUse::Interface, 600};
      m_titleHeight = setLines(nullptr, {}, m_options.title, title, m_room.width(), m_style) + m_style.px(8);
    }
    m_result.titleWidth = m_room.width();
    double header = 0;
    for (const PlacedLabel& label : m_result.columnLabels) {
      header = std::max(header, -label.area(m_style).boundingRect().top());
    }
    const int words = (m_options.rowAxis.isEmpty() ? 0 : 1) + (m_options.columnAxis.isEmpty() ? 0 : 1);
    m_headerHeight = std::max(header, words * size() * 1.35 + m_style.px(14)) + m_style.px(2);
    m_result.captionWidth = m_room.width();
    m_captionHeight = 0;
    if (!m_options.caption.isEmpty()) {
      const TextStyle caption = m_style.label(m_style.theme.text2);
      m_captionHeight = setLines(nullptr, {}, m_options.caption, caption, m_room.width(), m_style) + m_style.px(10);
    }
  }

  void setHeights(FocusNumbers numbers) {
    double around = m_titleHeight + m_headerHeight + m_captionHeight;
    if (!m_beside) {
      const double below = panelOf(numbers).height();
      around += below > 0 ? below + m_style.px(14) : 0;
    }
    const double most = m_room.height() > 0 ? m_room.height() : m_style.maximumHeight;
    const double rows = static_cast<double>(m_view.rows());
    const double free = std::max(most - around, m_style.px(8));
    m_result.cellHeight = std::min(m_naturalHeight, free / rows);
    const double top = m_titleHeight + m_headerHeight;
    m_result.cells = QRectF(m_result.cells.left(), top, m_result.cells.width(), m_result.cellHeight * rows);
    const double smaller = std::min(m_result.cellWidth, m_result.cellHeight);
    m_result.gap = !m_result.asImage && smaller >= m_style.px(8) ? m_style.gap : 0;
  }

  bool numbersInCells() const { return m_result.numbersInFocus || m_options.numbers == CellNumbers::None; }

  bool fits(double numberSize, qsizetype characters) const {
    const TextStyle style = m_style.number(numberSize, m_style.theme.text);
    const double width = m_style.letters.width(QString(characters, u'0'), style);
    return width + kNumberPadding * numberSize <= m_result.cellWidth - m_result.gap &&
           numberSize * 1.35 <= m_result.cellHeight - m_result.gap;
  }

  /// All numbers, those of the focus row and column, or none, at the usual size or at the least.
  void chooseNumbers() {
    if (m_result.asImage || m_options.numbers == CellNumbers::None) return;
    qsizetype longest = 0;
    qsizetype longestInFocus = 0;
    for (std::int64_t i = 0; i < m_view.rows(); ++i) {
      for (std::int64_t j = 0; j < m_view.columns(); ++j) {
        const qsizetype length = m_view.cellText(i, j).size();
        longest = std::max(longest, length);
        if (m_options.focusRow == i || m_options.focusColumn == j) longestInFocus = std::max(longestInFocus, length);
      }
    }
    const bool focus = m_options.focusRow || m_options.focusColumn;
    for (const double numberSize : {m_style.numberSize, m_style.leastSize}) {
      m_result.numberSize = numberSize;
      m_result.numbersEverywhere = m_options.numbers == CellNumbers::All && fits(numberSize, longest);
      m_result.numbersInFocus = m_result.numbersEverywhere || (focus && fits(numberSize, longestInFocus));
      if (m_result.numbersEverywhere) return;
    }
  }

  double columnCentre(std::int64_t column) const {
    return m_result.cells.left() + (static_cast<double>(column) + 0.5) * m_result.cellWidth - m_result.gap / 2;
  }

  void placeColumns() {
    m_result.columnLabels.clear();
    placeColumnLabels();
  }

  void placeColumnLabels() {
    if (m_result.columnMode == ColumnLabelMode::EveryTenth) {
      placeColumnTicks();
      return;
    }
    for (std::int64_t j = 0; j < m_view.columns(); ++j) placeColumnLabel(j);
  }

  void placeColumnLabel(std::int64_t column) {
    const ShownLabel& text = m_columnTexts[static_cast<std::size_t>(column)];
    const double top = m_result.cells.top() - m_style.px(6);
    const double centre = columnCentre(column);
    const ColumnLabelMode mode = m_result.columnMode;
    const double least = std::clamp(m_result.cellWidth / kUprightLine, m_style.leastSize, size());
    PlacedLabel label = makeLabel(text, m_style, mode == ColumnLabelMode::Upright ? least : size(),
                                  focusOfColumn(column), mode == ColumnLabelMode::Flat ? QString() : columnLetter());
    double angle = 0;
    if (mode == ColumnLabelMode::Stacked) {
      if (isStackable(text.text)) {
        label.form = LabelForm::Stacked;
        label.letter.clear();
        label.chip = label.focused && m_result.cellWidth >= size() * 1.8;
        label.anchor = {centre, 0};
        label.anchor.ry() = top - label.area(m_style).boundingRect().height() + (label.chip ? m_style.px(2) : 0);
        m_result.columnLabels.push_back(label);
        return;
      }
      angle = label.width <= m_result.cellWidth ? 0 : -90;
    } else if (mode == ColumnLabelMode::Tilted40) {
      angle = -40;
    } else if (mode == ColumnLabelMode::Tilted60) {
      angle = -60;
    } else if (mode == ColumnLabelMode::Upright) {
      angle = -90;
    }
    label.angle = angle;
    if (angle == 0) {
      if (label.focused && mode == ColumnLabelMode::Flat) {
        const PlacedLabel lettered = makeLabel(text, m_style, size(), m_options.columnRole, columnLetter());
        if (lettered.width + m_style.px(8) <= m_result.cellWidth) {
          label = lettered;
          label.chip = true;
        }
      }
      label.anchor = {centre - label.width / 2, top - label.descent - (label.chip ? m_style.px(2) : 0)};
    } else {
      const double lean = std::sin(-angle * std::numbers::pi / 180);
      label.anchor = {centre + lean * 0.36 * label.style.size, top - (label.focused ? m_style.px(3) : 0)};
      const double across = m_result.cellWidth * lean;
      label.chip = label.focused && across >= 1.9 * size();
    }
    m_result.columnLabels.push_back(label);
  }

  PlacedLabel tick(const QString& text) const {
    PlacedLabel label = makeLabel({text, {}, false}, m_style, m_style.leastSize);
    label.style.color = m_style.theme.text3;
    return label;
  }

  /// Indices below, the focus word in a line of its own above them.
  void placeColumnTicks() {
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

  double rowBaseline(std::int64_t row, const PlacedLabel& label) const {
    const double centre =
        m_result.cells.top() + (static_cast<double>(row) + 0.5) * m_result.cellHeight - m_result.gap / 2;
    return centre + m_style.letters.capHeight(label.style) / 2;
  }

  void placeRow(PlacedLabel label, std::int64_t row) {
    const double right = m_rowLabelWidth - (label.chip ? m_style.px(4) : 0);
    label.anchor = {right - label.width, rowBaseline(row, label)};
    if (m_view.isFullyMasked(row)) {
      const double side = label.style.size;
      m_result.triangles.emplace_back(label.anchor.x() - side - m_style.px(4) - (label.chip ? m_style.px(4) : 0),
                                      label.anchor.y() - side * 0.86, side, side);
    }
    m_result.rowLabels.push_back(std::move(label));
  }

  void placeRows() {
    const bool all = m_result.cellHeight >= m_style.leastSize * 1.03;
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
    const std::int64_t step = tickStep(m_result.cellHeight, size() * 1.5);
    const double clear = size() * 1.7;
    for (std::int64_t i = 0; i < m_view.rows(); i += step) {
      const double away =
          m_options.focusRow ? std::abs(static_cast<double>(*m_options.focusRow - i)) * m_result.cellHeight : clear;
      if (away < clear) continue;
      ShownLabel text = m_rowTexts[static_cast<std::size_t>(i)];
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
  PlacedLabel fitted(PlacedLabel label) const {
    const double most = m_rowLabelWidth - (label.focused ? m_style.px(9) : 0);
    if (label.width <= most || label.label.index.isEmpty()) return label;
    ShownLabel shorter{label.label.index, {}, false};
    if (label.focused) shorter = {label.label.text, {}, label.label.die};
    return makeLabel(shorter, m_style, label.style.size,
                     label.focused ? std::optional(m_options.rowRole) : std::nullopt, label.letter);
  }

  void placeAxisWords() {
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

  Panel panelOf(FocusNumbers numbers) const {
    const QSize texel(static_cast<int>(cellsPerTexel(m_view.columns(), m_result.cells.width(), m_style)),
                      static_cast<int>(cellsPerTexel(m_view.rows(), m_result.cells.height(), m_style)));
    const double height = m_room.height() - m_captionHeight - m_titleHeight - m_headerHeight;
    const QSizeF room(m_panelWidth, m_beside && m_room.height() > 0 ? height : 0);
    return matrixPanel(m_view, m_beside ? Panel::Flow::Column : Panel::Flow::Rows, room, numbers,
                       m_result.asImage ? texel : QSize(1, 1), m_style);
  }

  void placePanel() {
    m_result.panel = panelOf(numbersInCells() ? FocusNumbers::InCells : FocusNumbers::InPanel);
    const double panelHeight = m_result.panel.height();
    double bottom = m_result.cells.bottom();
    double right = m_result.cells.right();
    for (const PlacedLabel& label : m_result.columnLabels) {
      right = std::max(right, label.area(m_style).boundingRect().right());
    }
    if (!m_result.panel.isEmpty() && m_beside) {
      m_result.panelAt = {m_result.cells.right() + panelGap(), m_result.cells.top()};
      // A panel that is too tall may begin beside the column labels, where none of them leans over it.
      const double over = m_result.panelAt.y() + panelHeight + m_captionHeight - m_room.height();
      if (m_room.height() > 0 && over > 0 && right <= m_result.panelAt.x()) {
        m_result.panelAt.ry() -= std::min(over, m_headerHeight);
      }
      bottom = std::max(bottom, m_result.panelAt.y() + panelHeight);
      right = std::max(right, m_result.panelAt.x() + m_result.panel.usedWidth());
    } else if (!m_result.panel.isEmpty()) {
      m_result.panelAt = {0, bottom + m_style.px(14)};
      bottom = m_result.panelAt.y() + panelHeight;
      right = std::max(right, m_result.panel.usedWidth());
    }
    m_result.captionTop = bottom + m_style.px(10);
    m_result.size = {right, bottom + m_captionHeight};
  }

  const MatrixView& m_view;
  const MatrixOptions& m_options;
  const QSizeF m_room;
  const FigureStyle& m_style;
  MatrixLayout m_result;
  std::vector<ShownLabel> m_rowTexts;
  std::vector<ShownLabel> m_columnTexts;
  bool m_beside = false;
  double m_panelWidth = 0;
  double m_rowLabelWidth = 0;
  double m_naturalHeight = 0;
  double m_titleHeight = 0;
  double m_headerHeight = 0;
  double m_captionHeight = 0;
};

}  // namespace

QRectF MatrixLayout::cell(std::int64_t row, std::int64_t column) const {
  return {cells.left() + static_cast<double>(column) * cellWidth, cells.top() + static_cast<double>(row) * cellHeight,
          cellWidth - gap, cellHeight - gap};
}

std::int64_t cellsPerTexel(std::int64_t count, double length, const FigureStyle& style) {
  const double pixels = std::max(length * (style.imageResolution > 0 ? style.imageResolution : 1.0), 1.0);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(static_cast<double>(count) / pixels - 1e-9)));
}

MatrixLayout layoutMatrix(const MatrixView& view, QSizeF room, const FigureStyle& style) {
  return MatrixLayouter(view, room, style).layout();
}

}  // namespace heed::ui
