#include "ui/step/stage_painter.h"

#include "ui/tensorview/cell_marks.h"
#include "ui/tensorview/heat_image.h"
#include "ui/tensorview/number_text.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kLeastGapCell = 8;   ///< smaller cells touch
constexpr double kSignedNumber = 34;  ///< widths from which numbers stand in cells
constexpr double kShareNumber = 23;
constexpr double kNumberHeight = 15;
constexpr double kStrongContrast = 7;
constexpr float kSoftNumber = 0.8F;
constexpr qsizetype kMostImages = 24;

const core::Tensor& valuesOf(const StageMatrix& matrix, const PlacedMatrix& placed) {
  return placed.values ? *placed.values : matrix.values;
}

QString imageKey(const core::Tensor& values, const PlacedMatrix& placed, const FigureStyle& style, QSize pixels,
                 std::int64_t onlyRow) {
  return QStringLiteral("%1 %2 %3 %4 %5 %6 %7 %8")
      .arg(reinterpret_cast<quintptr>(values.floats().data()))
      .arg(static_cast<int>(placed.part))
      .arg(pixels.width())
      .arg(pixels.height())
      .arg(style.theme.name)
      .arg(onlyRow)
      .arg(placed.rowBlock)
      .arg(placed.columnBlock);
}

/// The places of consecutive bands from the first on; a map has no folds.
struct Extent {
  std::int64_t first = 0, count = 0;
};
Extent extentOf(const Bands& bands) {
  return {bands.all().front().place, static_cast<std::int64_t>(bands.all().size())};
}

}  // namespace

QImage StageImages::image(const StagePicture& picture, const PlacedMatrix& placed, const FigureStyle& style,
                          QSize pixels) {
  const StageMatrix& matrix = *picture.matrix(placed.part, placed.index);
  const core::Tensor& values = valuesOf(matrix, placed);
  const Extent rows = extentOf(placed.rows);
  const Extent columns = extentOf(placed.columns);
  const QString key = imageKey(values, placed, style, pixels, rows.count == 1 ? rows.first : -1);
  if (const auto found = m_images.constFind(key); found != m_images.constEnd()) return *found;
  const ValueScale& scale = picture.scale(placed.part, placed.index);
  const std::int64_t width = matrix.columnCount();
  const auto start = static_cast<std::size_t>(rows.first * width);
  const auto length = static_cast<std::size_t>(rows.count * width);
  MatrixSpan span{values.floats().subspan(start, length), {}, rows.count, width};
  if (!matrix.allowed.isNull()) span.allowed = matrix.allowed.bools().subspan(start, length);
  CoarseMatrix coarse;
  if (placed.rowBlock > 1 || placed.columnBlock > 1) {
    coarse = reducedByLargest(span.values, span.allowed, span.rows, span.columns, placed.rowBlock, placed.columnBlock,
                              scale.centred ? Largest::Magnitude : Largest::Value);
    span = {coarse.values, coarse.allowed, coarse.rows, coarse.columns};
  }
  const auto& stops = scale.centred ? style.theme.signedMap : style.theme.viridis;
  QImage made =
      heatImage(span, scale, ColorMap::fromStops(stops), style.theme, pixels, style.hatchWidth, style.hatchPeriod);
  ++m_madeCount;
  Q_UNUSED(columns);
  if (m_images.size() >= kMostImages) m_images.clear();
  m_images.insert(key, made);
  return made;
}

StagePainter::StagePainter(const StagePicture& picture, const StageLayout& layout, const FigureStyle& style,
                           StageImages& images)
    : m_picture(picture),
      m_layout(layout),
      m_style(style),
      m_images(images),
      m_shares(ColorMap::fromStops(style.theme.viridis)),
      m_signed(ColorMap::fromStops(style.theme.signedMap)) {}

void StagePainter::paint(QPainter& painter) const {
  painter.save();
  painter.scale(m_style.unit, m_style.unit);
  for (const PlacedMatrix& placed : m_layout.matrices) paintMatrix(painter, placed);
  painter.setRenderHint(QPainter::Antialiasing, true);
  paintLegends(painter);
  paintLines(painter);
  paintBoxes(painter);
  FigureStyle design = m_style;
  design.unit = 1;
  design.outline = 1.5 * m_layout.lineScale;
  paintFormula(painter, design);
  for (const PlacedLabel& label : m_layout.labels) paintLabel(painter, label, design);
  for (const StageText& text : m_layout.texts) {
    m_style.letters.draw(painter, text.baseline, text.text, text.style, text.alignment);
  }
  paintMarks(painter);
  painter.restore();
}

bool StagePainter::isFocusCell(const PlacedMatrix& placed, const Band& row, const Band& column) const {
  if (!m_picture.focus) return true;
  const bool isRow = row.place == m_picture.focus->row;
  const bool isColumn = column.place == m_picture.focus->column;
  if (placed.part == StagePart::Left) return isRow;
  if (placed.part == StagePart::Top) return isColumn;
  return isRow || isColumn;
}

void StagePainter::paintMatrix(QPainter& painter, const PlacedMatrix& placed) const {
  if (placed.rows.isEmpty() || placed.columns.isEmpty()) return;
  if (placed.part == StagePart::Mask) {
    paintMask(painter, placed);
    return;
  }
  if (placed.isMap) {
    paintMap(painter, placed);
    return;
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  for (const Band& row : placed.rows.all()) {
    for (const Band& column : placed.columns.all()) paintCell(painter, placed, row, column);
  }
}

void StagePainter::paintMap(QPainter& painter, const PlacedMatrix& placed) const {
  const QRectF area = placed.area();
  const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1.0;
  const double factor = m_style.unit * ratio;
  const bool isPlainTexel = placed.columns.all().front().size() >= 1;
  const QSize pixels(std::max(1, static_cast<int>(std::lround(area.width() * factor))),
                     std::max(1, static_cast<int>(std::lround(area.height() * factor))));
  if (!isPlainTexel || pixels.isEmpty()) return;
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.drawImage(area, m_images.image(m_picture, placed, m_style, pixels));
}

void StagePainter::paintCell(QPainter& painter, const PlacedMatrix& placed, const Band& row, const Band& column) const {
  const bool hasGap = row.size() >= kLeastGapCell && column.size() >= kLeastGapCell;
  const double gapX = column.size() >= kLeastGapCell ? 1 : 0;
  const double gapY = hasGap ? 1 : 0;
  const QRectF cell(column.from, row.from, column.size() - gapX, row.size() - gapY);
  if (placed.isEmptyFrame) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_style.theme.border, 1));
    if (hasGap) painter.drawRect(cell.adjusted(0, 0, -1, -1));
    return;
  }
  const StageMatrix& matrix = *m_picture.matrix(placed.part, placed.index);
  if (row.place >= matrix.rowCount() || column.place >= matrix.columnCount()) return;
  FigureStyle design = m_style;
  design.hatchWidth = 1.6;
  design.hatchPeriod = 6;
  design.unit = design.line = 1;
  if (!matrix.isAllowed(row.place, column.place)) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintHatch(painter, cell, design);
    painter.setRenderHint(QPainter::Antialiasing, false);
    return;
  }
  const ValueScale& scale = m_picture.scale(placed.part, placed.index);
  const double value = valuesOf(matrix, placed).at(row.place * matrix.columnCount() + column.place);
  if (const CellGlyph glyph = scale.glyph(value); glyph != CellGlyph::None && !placed.isPlain) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintGlyph(painter, cell, glyph, design);
    painter.setRenderHint(QPainter::Antialiasing, false);
    return;
  }
  const QRgb ground =
      placed.isPlain ? m_style.theme.surface.rgb() : (scale.centred ? m_signed : m_shares).at(scale.position(value));
  painter.fillRect(cell, QColor(ground));
  if (placed.isPlain && hasGap) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_style.theme.strong, 1));
    painter.drawRect(QRectF(column.from, row.from - 1, column.size() - 1, row.size()));
  }
  paintNumber(painter, placed, row, column, cell, ground);
}

void StagePainter::paintNumber(QPainter& painter, const PlacedMatrix& placed, const Band& row, const Band& column,
                               const QRectF& cell, QRgb ground) const {
  const ValueScale& scale = m_picture.scale(placed.part, placed.index);
  const bool isShare = !scale.centred && scale.high <= 1.0 + 1e-5;
  const double least = (isShare ? kShareNumber : kSignedNumber) * placed.numberSize / 12;
  if (placed.numberSize <= 0 || column.size() < least || row.size() < kNumberHeight) return;
  const bool isFocus = isFocusCell(placed, row, column);
  if (placed.showsFocusOnly && !isFocus) return;
  const StageMatrix& matrix = *m_picture.matrix(placed.part, placed.index);
  QString text = m_picture.cellText(placed.part, placed.index, row.place, column.place,
                                    placed.decimals > 0 ? placed.decimals : m_picture.decimals);
  if (placed.values) {
    const double earlier = placed.values->at(row.place * matrix.columnCount() + column.place);
    text = isShare ? weightCellText(earlier, m_picture.decimals) : signedCellText(earlier, m_picture.decimals);
  }
  if (placed.showsFocusOnly && text.size() > 4) {
    // On a projector's large digits four characters fit.
    text = signedCellText(matrix.value(row.place, column.place), 1);
  }
  QColor color = placed.isPlain ? m_style.theme.text : textOn(ground, m_style.theme);
  if (!isFocus && !placed.isPlain && contrast(color.rgb(), ground) >= kStrongContrast) color.setAlphaF(kSoftNumber);
  const TextStyle number{placed.numberSize, color, FontUse::Numbers, 500};
  m_style.letters.draw(painter, {cell.center().x(), cell.center().y() + placed.numberSize * 0.35}, text, number,
                       Qt::AlignHCenter);
}

void StagePainter::paintMask(QPainter& painter, const PlacedMatrix& placed) const {
  const StageMatrix& matrix = *m_picture.matrix(placed.part);
  FigureStyle design = m_style;
  design.hatchWidth = 1;
  design.hatchPeriod = 4;
  for (const Band& row : placed.rows.all()) {
    for (const Band& column : placed.columns.all()) {
      const QRectF cell(column.from, row.from, column.size(), row.size());
      painter.setRenderHint(QPainter::Antialiasing, false);
      if (matrix.isAllowed(row.place, column.place)) {
        painter.fillRect(cell, m_style.theme.surface);
      } else {
        painter.setRenderHint(QPainter::Antialiasing, true);
        paintHatch(painter, cell, design);
      }
      painter.setRenderHint(QPainter::Antialiasing, false);
      if (column.size() < 5 || row.size() < 5) continue;
      painter.setBrush(Qt::NoBrush);
      painter.setPen(QPen(m_style.theme.border, 1));
      painter.drawRect(cell.adjusted(-1, -1, -1, -1));
    }
  }
}

}  // namespace heed::ui
