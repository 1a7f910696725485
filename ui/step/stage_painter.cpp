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
constexpr double kNarrowNumber = 40;  ///< in narrower cells numbers are a little smaller
constexpr double kNarrowSize = 11;
constexpr double kNumberMargin = 4;  ///< beside a number: the gap, and 2 pixels to each edge with what digits leave
constexpr double kDigitWidth = 0.6;  ///< of a digit to the size of its font
constexpr double kNumberHeight = 15;
constexpr double kForwardSize = 0.8;  ///< of a number of the forward pass, to that of its gradient
constexpr double kForwardGap = 2.5;   ///< half of what is between both
constexpr double kForwardRoom = 4;
constexpr double kStrongContrast = 7;
constexpr float kSoftNumber = 0.8F;
constexpr qsizetype kMostImages = 24;

const core::Tensor& valuesOf(const StageMatrix& matrix, const PlacedMatrix& placed) {
  return placed.values ? *placed.values : matrix.values;
}

const core::Tensor& allowedOf(const StagePicture& picture, const StageMatrix& matrix, const PlacedMatrix& placed) {
  return placed.values ? picture.earlierAllowed() : matrix.allowed;
}

bool isAllowedAt(const core::Tensor& allowed, std::int64_t place) {
  return allowed.isNull() || allowed.at(place) != 0;
}

QString imageKey(const core::Tensor& values, const PlacedMatrix& placed, const FigureStyle& style, QSize pixels,
                 const MapPart& part) {
  return QStringLiteral("%1 %2 %3 %4 %5 %6 %7 %8 %9")
      .arg(reinterpret_cast<quintptr>(values.floats().data()))
      .arg(pixels.width())
      .arg(pixels.height())
      .arg(style.theme.name)
      .arg(part.firstRow)
      .arg(part.rows)
      .arg(part.firstColumn)
      .arg(part.columns)
      .arg(placed.rowBlock * 100'000 + placed.columnBlock);
}

/// Places that follow each other without a fold between them.
struct Run {
  std::int64_t first = 0, count = 0;
  double from = 0, to = 0;
};

std::vector<Run> runsOf(const Bands& bands) {
  std::vector<Run> runs;
  for (const Band& band : bands.all()) {
    const bool goesOn =
        !runs.empty() && band.place == runs.back().first + runs.back().count && band.from <= runs.back().to + 0.5;
    if (!goesOn) runs.push_back({band.place, 0, band.from, band.to});
    ++runs.back().count;
    runs.back().to = band.to;
  }
  return runs;
}

/// The cells of a part of a matrix, one row after the other.
template <typename Element>
std::vector<Element> cutOut(std::span<const Element> elements, std::int64_t width, const MapPart& part) {
  std::vector<Element> result;
  result.reserve(static_cast<std::size_t>(part.rows * part.columns));
  for (std::int64_t row = part.firstRow; row < part.firstRow + part.rows; ++row) {
    const auto start = elements.begin() + static_cast<std::ptrdiff_t>(row * width + part.firstColumn);
    result.insert(result.end(), start, start + static_cast<std::ptrdiff_t>(part.columns));
  }
  return result;
}

}  // namespace

QImage StageImages::image(const StagePicture& picture, const PlacedMatrix& placed, const MapPart& part,
                          const FigureStyle& style, QSize pixels) {
  const StageMatrix& matrix = *picture.matrix(placed.part, placed.index);
  const core::Tensor& values = valuesOf(matrix, placed);
  const QString key = imageKey(values, placed, style, pixels, part);
  if (const auto found = m_images.constFind(key); found != m_images.constEnd()) return *found;
  const ValueScale& scale = placed.scale ? *placed.scale : picture.scale(placed.part, placed.index);
  const std::int64_t width = matrix.columnCount();
  const core::Tensor& mask = allowedOf(picture, matrix, placed);
  // Whole rows are read where they are; only a part between folds is copied.
  const bool isWhole = part.columns == width;
  const auto start = static_cast<std::size_t>(part.firstRow * width);
  const auto length = static_cast<std::size_t>(part.rows * width);
  std::vector<float> cells;
  std::vector<std::uint8_t> allowed;
  MatrixSpan span{{}, {}, part.rows, part.columns};
  if (isWhole) {
    span.values = values.floats().subspan(start, length);
    if (!mask.isNull()) span.allowed = mask.bools().subspan(start, length);
  } else {
    cells = cutOut(values.floats(), width, part);
    span.values = cells;
    if (!mask.isNull()) allowed = cutOut(mask.bools(), width, part);
    span.allowed = allowed;
  }
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
  FigureStyle design = m_style;
  design.unit = 1;
  design.outline = 1.5 * m_layout.lineScale;
  paintPicture(painter, design);
  paintLegends(painter);
  paintSettledLift(painter, design);
  paintLines(painter);
  paintBoxes(painter);
  paintFormula(painter, design);
  for (const PlacedLabel& label : m_layout.labels) paintLabel(painter, label, design);
  for (const StageText& text : m_layout.texts) {
    m_style.letters.draw(painter, text.baseline, text.text, text.style, text.alignment);
  }
  paintMarks(painter);
  painter.restore();
}

bool StagePainter::isFocusCell(const PlacedMatrix& placed, const Band& row, const Band& column) const {
  if (!m_picture.focus || placed.part == StagePart::Tile) return true;
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
  const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1.0;
  const double factor = m_style.imageResolution > 0 ? m_style.unit * m_style.imageResolution : m_style.unit * ratio;
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  for (const Run& rows : runsOf(placed.rows)) {
    for (const Run& columns : runsOf(placed.columns)) {
      const QRectF area(columns.from, rows.from, columns.to - columns.from, rows.to - rows.from);
      const QSize pixels(std::max(1, static_cast<int>(std::lround(area.width() * factor))),
                         std::max(1, static_cast<int>(std::lround(area.height() * factor))));
      const MapPart part{rows.first, rows.count, columns.first, columns.count};
      painter.drawImage(area, m_images.image(m_picture, placed, part, m_style, pixels));
    }
  }
  if (m_picture.filling && placed.part == StagePart::Result && !placed.values) coverUnfilled(painter, placed);
}

/// What of a map is not there yet: whole rows at once, and single cells of the row that fills.
void StagePainter::coverUnfilled(QPainter& painter, const PlacedMatrix& placed) const {
  for (const Band& row : placed.rows.all()) {
    const bool isFocusRow = m_picture.focus && m_picture.focus->row == row.place;
    if (isFocusRow) {
      for (const Band& column : placed.columns.all()) {
        if (m_picture.isFilled(row.place, column.place)) continue;
        painter.fillRect(QRectF(column.from, row.from, column.size(), row.size()), m_style.theme.sunken);
      }
    } else if (!m_picture.isFilled(row.place, 0)) {
      painter.fillRect(QRectF(placed.columns.from(), row.from, placed.columns.extent(), row.size()),
                       m_style.theme.sunken);
    }
  }
}

void StagePainter::paintCell(QPainter& painter, const PlacedMatrix& placed, const Band& row, const Band& column) const {
  const bool hasGap = row.size() >= kLeastGapCell && column.size() >= kLeastGapCell;
  const double gapX = column.size() >= kLeastGapCell ? 1 : 0;
  const double gapY = hasGap ? 1 : 0;
  const QRectF cell(column.from, row.from, column.size() - gapX, row.size() - gapY);
  const bool isFilling = placed.part == StagePart::Result && !placed.values;
  if (placed.isEmptyFrame || (isFilling && !m_picture.isFilled(row.place, column.place))) {
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
  if (!isAllowedAt(allowedOf(m_picture, matrix, placed), row.place * matrix.columnCount() + column.place)) {
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintHatch(painter, cell, design);
    painter.setRenderHint(QPainter::Antialiasing, false);
    return;
  }
  const ValueScale& scale = placed.scale ? *placed.scale : m_picture.scale(placed.part, placed.index);
  const double value = shownValue(placed, row, column);
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

/// The number of a cell; of the one that fills what was added up so far.
double StagePainter::shownValue(const PlacedMatrix& placed, const Band& row, const Band& column) const {
  const bool isResult = placed.part == StagePart::Result && !placed.values;
  if (isResult && m_layout.running && m_picture.focus == Focus::Cell{row.place, column.place}) return *m_layout.running;
  const StageMatrix& matrix = *m_picture.matrix(placed.part, placed.index);
  return valuesOf(matrix, placed).at(row.place * matrix.columnCount() + column.place);
}

void StagePainter::paintNumber(QPainter& painter, const PlacedMatrix& placed, const Band& row, const Band& column,
                               const QRectF& cell, QRgb ground) const {
  if (placed.numberSize <= 0 || row.size() < kNumberHeight) return;
  const bool isFocus = isFocusCell(placed, row, column);
  if (placed.showsFocusOnly && !isFocus) return;
  const double size = column.size() < kNarrowNumber
                          ? std::min(placed.numberSize, std::max(kNarrowSize, m_layout.leastText))
                          : placed.numberSize;
  const QString text = fittingNumber(placed, row, column, size);
  if (text.isEmpty()) return;
  QColor color = placed.isPlain ? m_style.theme.text : textOn(ground, m_style.theme);
  if (!isFocus && !placed.isPlain && contrast(color.rgb(), ground) >= kStrongContrast) color.setAlphaF(kSoftNumber);
  const TextStyle number{size, color, FontUse::Numbers, placed.isStrong ? 600 : 500};
  double baseline = cell.center().y() + size * 0.35;
  if (const QString forward = forwardNumber(placed, row, column); !forward.isEmpty()) {
    const double small = std::max(m_layout.leastSize, size * kForwardSize);
    const double middle = cell.center().y() + 0.5;
    m_style.letters.draw(painter, {cell.center().x(), middle - kForwardGap}, forward,
                         TextStyle{small, color, FontUse::Numbers, 400}, Qt::AlignHCenter);
    baseline = middle + kForwardGap + size * 0.72;
  }
  m_style.letters.draw(painter, {cell.center().x(), baseline}, text, number, Qt::AlignHCenter);
}

/// The number of the forward pass that stands above a gradient; empty where the cell has no room for both.
QString StagePainter::forwardNumber(const PlacedMatrix& placed, const Band& row, const Band& column) const {
  const StageMatrix& matrix = *m_picture.matrix(placed.part, placed.index);
  if (!placed.showsForward || placed.values || matrix.forward.isNull()) return {};
  const double least = m_layout.leastSize;
  if (row.size() < placed.numberSize + least + kForwardRoom) return {};
  const double value = matrix.forward.at(row.place * matrix.columnCount() + column.place);
  if (!std::isfinite(value)) return {};
  const auto room = static_cast<qsizetype>((column.size() - kNumberMargin) / (least * kDigitWidth));
  const bool isShare = matrix.forwardKind == ValueKind::Weights;
  const QString text = isShare ? weightCellText(value, m_picture.decimals) : signedCellText(value, m_picture.decimals);
  return text.size() <= room ? text : QString();
}

/// The number with as many decimals as the cell has room for; empty where none fits.
QString StagePainter::fittingNumber(const PlacedMatrix& placed, const Band& row, const Band& column,
                                    double size) const {
  const auto room = static_cast<qsizetype>((column.size() - kNumberMargin) / (size * kDigitWidth));
  const ValueScale& scale = placed.scale ? *placed.scale : m_picture.scale(placed.part, placed.index);
  const bool isShare = !scale.centred && scale.high <= 1.0 + 1e-5;
  const double value = shownValue(placed, row, column);
  if (const StageMatrix& matrix = *m_picture.matrix(placed.part, placed.index); matrix.isIndex) {
    const QString index = readoutText(value, 0);
    return index.size() <= room ? index : QString();
  }
  if (room < 3) return {};
  // Without its decimal a small number would be a wrong one.
  const int least = isShare || std::abs(value) < 10 ? 1 : 0;
  for (int places = placed.decimals > 0 ? placed.decimals : m_picture.decimals; places >= least; --places) {
    const QString text = isShare ? weightCellText(value, places) : signedCellText(value, places);
    // With one decimal, "<.1" would fill a map with signs that say nothing.
    const bool isBound = text.startsWith(u'<') || text.startsWith(u'>');
    if (isBound && places < m_picture.decimals) return {};
    if (text.size() <= room) return text;
  }
  return {};
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
