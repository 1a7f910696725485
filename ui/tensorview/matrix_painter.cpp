#include "ui/tensorview/matrix_painter.h"

#include "ui/tensorview/cell_marks.h"
#include "ui/tensorview/heat_image.h"
#include "ui/tensorview/matrix_layout.h"
#include "ui/tensorview/matrix_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

/// Numbers outside the focus stand back where the cell still leaves them a contrast above 5.
constexpr double kBackgroundShare = 0.8;
constexpr double kFullContrast = 7;

QColor mixed(const QColor& front, const QColor& ground, double share) {
  const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a * share + b * (1 - share))); };
  return QColor(mix(front.red(), ground.red()), mix(front.green(), ground.green()), mix(front.blue(), ground.blue()));
}

class MatrixPainter {
 public:
  MatrixPainter(QPainter& painter, const MatrixView& view, const MatrixLayout& layout, const FigureStyle& style)
      : m_painter(painter),
        m_view(view),
        m_options(view.options()),
        m_layout(layout),
        m_style(style),
        m_map(view.colorMap(style.theme)) {}

  void paint() const {
    if (m_layout.asImage) {
      paintImage();
    } else {
      paintCells();
    }
    paintFocus();
    for (const auto* labels : {&m_layout.rowLabels, &m_layout.columnLabels, &m_layout.axisWords}) {
      for (const PlacedLabel& label : *labels) paintLabel(m_painter, label, m_style);
    }
    for (const QRectF& triangle : m_layout.triangles) paintTriangle(m_painter, triangle, m_style);
    m_layout.panel.paint(m_painter, m_layout.panelAt);
    const QColor titleColor = m_style.theme.role(m_options.titleRole).line;
    setLines(&m_painter, {0, 0}, m_options.title,
             {m_style.titleSize, m_options.titleRole == Role::None ? m_style.theme.text : titleColor,
              FontUse::Interface, 600},
             m_layout.titleWidth, m_style);
    setLines(&m_painter, {0, m_layout.captionTop}, m_options.caption, m_style.label(m_style.theme.text2),
             m_layout.captionWidth, m_style);
  }

 private:
  bool inFocus(std::int64_t row, std::int64_t column) const {
    return m_options.focusRow == row || m_options.focusColumn == column;
  }

  void paintCells() const {
    for (std::int64_t i = 0; i < m_view.rows(); ++i) {
      for (std::int64_t j = 0; j < m_view.columns(); ++j) paintCell(i, j);
    }
  }

  /// Without gaps, cells reach a little under their right and lower neighbours, so that no viewer shows seams.
  QRectF painted(std::int64_t row, std::int64_t column) const {
    QRectF cell = m_layout.cell(row, column);
    if (m_layout.gap > 0) return cell;
    const double bleed = m_style.px(0.4);
    if (column + 1 < m_view.columns()) cell.setWidth(cell.width() + bleed);
    if (row + 1 < m_view.rows()) cell.setHeight(cell.height() + bleed);
    return cell;
  }

  void paintCell(std::int64_t row, std::int64_t column) const {
    if (!m_view.isAllowed(row, column)) {
      paintHatch(m_painter, m_layout.cell(row, column), m_style);
      return;
    }
    const double value = m_view.value(row, column);
    const CellGlyph glyph = m_view.scale().glyph(value);
    if (glyph != CellGlyph::None) {
      paintGlyph(m_painter, m_layout.cell(row, column), glyph, m_style);
      return;
    }
    const QRgb ground = m_map.at(m_view.scale().position(value));
    m_painter.fillRect(painted(row, column), QColor(ground));
    if (m_layout.numbersEverywhere || (m_layout.numbersInFocus && inFocus(row, column)))
      paintNumber(row, column, ground);
  }

  void paintNumber(std::int64_t row, std::int64_t column, QRgb ground) const {
    QColor color = textOn(ground, m_style.theme);
    const bool anyFocus = m_options.focusRow || m_options.focusColumn;
    const bool ring = m_options.focusRow == row && m_options.focusColumn == column;
    if (anyFocus && !inFocus(row, column) && contrast(color.rgb(), ground) >= kFullContrast) {
      color = mixed(color, QColor(ground), kBackgroundShare);
    }
    const TextStyle number = m_style.number(m_layout.numberSize, color, ring ? 700 : 500);
    const QRectF cell = m_layout.cell(row, column);
    const QPointF baseline(cell.center().x(), cell.center().y() + m_style.letters.capHeight(number) / 2);
    m_style.letters.draw(m_painter, baseline, m_view.cellText(row, column), number, Qt::AlignHCenter);
  }

  /// One picture; the painter's own pixels on a raster device, whole factors of the texels in a vector format.
  void paintImage() const {
    const QRectF cells = m_layout.cells;
    const std::int64_t rowBlock = cellsPerTexel(m_view.rows(), cells.height(), m_style);
    const std::int64_t columnBlock = cellsPerTexel(m_view.columns(), cells.width(), m_style);
    CoarseMatrix coarse;
    MatrixSpan span{m_view.floats(), m_view.allowedElements(), m_view.rows(), m_view.columns()};
    if (rowBlock > 1 || columnBlock > 1) {
      const Largest largest = m_view.scale().centred ? Largest::Magnitude : Largest::Value;
      coarse = reducedByLargest(span.values, span.allowed, span.rows, span.columns, rowBlock, columnBlock, largest);
      span = {coarse.values, coarse.allowed, coarse.rows, coarse.columns};
    }
    const double resolution = 2 * std::max(m_style.imageResolution, 1.0);
    const auto factor = [&](double length, std::int64_t texels) {
      return std::max(1, static_cast<int>(std::ceil(length * resolution / static_cast<double>(texels))));
    };
    const QSize size(static_cast<int>(span.columns) * factor(cells.width(), span.columns),
                     static_cast<int>(span.rows) * factor(cells.height(), span.rows));
    const double scale = size.width() / cells.width();
    const QImage image = heatImage(span, m_view.scale(), m_map, m_style.theme, size, m_style.hatchWidth * scale,
                                   m_style.hatchPeriod * scale);
    m_painter.save();
    m_painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    m_painter.setRenderHint(QPainter::LosslessImageRendering, true);
    m_painter.drawImage(cells, image);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_style.theme.strong, m_style.line, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    m_painter.drawRect(cells);
    m_painter.restore();
  }

  void paintBand(const QRectF& band, Role role) const {
    const double out = m_style.outline / 2;
    const QRectF rect = band.adjusted(-out, -out, out, out);
    m_painter.setPen(QPen(m_style.theme.surface, 2 * m_style.outline, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    m_painter.drawRect(rect);
    m_painter.setPen(QPen(m_style.theme.role(role).line, m_style.outline, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    m_painter.drawRect(rect);
  }

  /// A cell that is smaller than its ring fills it.
  void paintEnlarged(const QRectF& area, std::int64_t row, std::int64_t column) const {
    const double value = m_view.value(row, column);
    if (!m_view.isAllowed(row, column)) {
      paintHatch(m_painter, area, m_style);
    } else if (m_view.scale().glyph(value) != CellGlyph::None) {
      paintGlyph(m_painter, area, m_view.scale().glyph(value), m_style);
    } else {
      m_painter.fillRect(area, QColor(m_map.at(m_view.scale().position(value))));
    }
  }

  void paintFocus() const {
    m_painter.save();
    m_painter.setBrush(Qt::NoBrush);
    const std::int64_t lastRow = m_view.rows() - 1;
    const std::int64_t lastColumn = m_view.columns() - 1;
    if (m_options.focusRow) {
      const std::int64_t row = *m_options.focusRow;
      paintBand(m_layout.cell(row, 0).united(m_layout.cell(row, lastColumn)), m_options.rowRole);
    }
    if (m_options.focusColumn) {
      const std::int64_t column = *m_options.focusColumn;
      paintBand(m_layout.cell(0, column).united(m_layout.cell(lastRow, column)), m_options.columnRole);
    }
    if (m_options.focusRow && m_options.focusColumn) {
      QRectF cell = m_layout.cell(*m_options.focusRow, *m_options.focusColumn);
      const double least = m_style.px(8);
      const double wider = std::max(0.0, least - cell.width()) / 2;
      const double taller = std::max(0.0, least - cell.height()) / 2;
      cell.adjust(-wider, -taller, wider, taller);
      if (wider > 0 || taller > 0) paintEnlarged(cell, *m_options.focusRow, *m_options.focusColumn);
      paintRing(m_painter, cell, m_style);
    }
    m_painter.restore();
  }

  QPainter& m_painter;
  const MatrixView& m_view;
  const MatrixOptions& m_options;
  const MatrixLayout& m_layout;
  const FigureStyle& m_style;
  const ColorMap m_map;
};

}  // namespace

void paintMatrix(QPainter& painter, QPointF topLeft, const MatrixView& view, const MatrixLayout& layout,
                 const FigureStyle& style) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.translate(topLeft);
  MatrixPainter(painter, view, layout, style).paint();
  painter.restore();
}

}  // namespace heed::ui
