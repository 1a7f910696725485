#include "ui/tensorview/matrix_layout.h"

#include "ui/tensorview/matrix_labels.h"
#include "ui/tensorview/matrix_panel.h"
#include "ui/tensorview/matrix_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed::ui {

namespace {

/// Beside each other from this width on, in labels' heights; below it the panel goes under the matrix.
constexpr double kWideEnough = 40;
constexpr double kPanelWidth = 9.5;
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
        m_result(Panel(Panel::Flow::Column, room.width(), style)),
        m_labels(view, style, m_result) {}

  MatrixLayout layout() {
    const bool hasPanel = m_options.panel == PanelShown::Yes;
    m_beside = hasPanel && m_room.width() >= kWideEnough * m_style.labelSize;
    m_panelWidth = m_beside ? kPanelWidth * m_style.labelSize : m_room.width();
    m_result.asImage = m_view.rows() > kMostVectorCells || m_view.columns() > kMostVectorCells;
    setWidths();
    setHeader();
    setHeights(FocusNumbers::InCells);
    chooseNumbers();
    // What the cells cannot hold stands below them, which takes height from them.
    if (!numbersInCells()) setHeights(FocusNumbers::InPanel);
    m_labels.placeColumns();
    m_labels.placeRows();
    m_labels.placeAxisWords();
    placePanel();
    return std::move(m_result);
  }

 private:
  double size() const { return m_style.labelSize; }
  double panelGap() const { return m_style.px(18); }
  /// Cell widths, with room for labels that lean out over the last column.
  void setWidths() {
    const double left = m_labels.rowLabelWidth() + m_style.px(10);
    const double right = m_beside ? m_panelWidth + panelGap() : 0;
    const auto columns = static_cast<double>(m_view.columns());
    double free = std::max(m_room.width() - left - right, m_style.px(8));
    for (int pass = 0; pass < 3; ++pass) {
      m_result.cellWidth = std::min(free / columns, m_style.px(42));
      m_result.cells = QRectF(left, 0, m_result.cellWidth * columns, 0);
      m_labels.chooseColumnMode();
      const double over = columnOverhang() - (m_room.width() - m_result.cells.right());
      if (over <= 0.01) break;
      free = std::max(free - over, m_style.px(8));
    }
    // Cells with room for a number are as high as a line of text asks for; smaller ones are square.
    m_naturalHeight = m_result.cellWidth >= m_style.px(24) ? m_style.px(28) : m_result.cellWidth;
  }

  double columnOverhang() {
    m_labels.placeColumns();
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
    const auto rows = static_cast<double>(m_view.rows());
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
  MatrixLabels m_labels;
  bool m_beside = false;
  double m_panelWidth = 0;
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
