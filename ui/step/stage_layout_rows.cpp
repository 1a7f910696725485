#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kLeastResultLeft = 288;
constexpr double kColumnWidth = 42;
constexpr double kOperatorHeight = 24;
constexpr double kEarlierHeight = 20;
constexpr double kSlotGap = 54;
constexpr double kFoot = 98;       ///< the cell's arithmetic and what is said below it
constexpr double kShortFoot = 68;  ///< the cell's arithmetic alone
constexpr double kFormulaBottom = 62;
constexpr double kMaskCell = 11;
constexpr double kMaskRoom = 124;
constexpr double kStripHeight = 80;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// A step that makes a row out of a row, or a number out of a row.
class RowWiseLayout {
 public:
  RowWiseLayout(StageDraft& draft, bool isReduction)
      : m_draft(draft),
        m_content(draft.picture.content()),
        m_metrics(draft.metrics),
        m_isReduction(isReduction),
        m_wholePart(isReduction ? StagePart::Before : StagePart::Result),
        m_whole(*draft.picture.matrix(m_wholePart)),
        m_hasColumn(isReduction || m_content.column.has_value()) {}

  void run() {
    chooseColumns();
    chooseRows();
    placeSlot();
    placeMask();
    placeMatrix();
    placeFocus();
    placeFoot();
  }

 private:
  void chooseColumns() {
    const double lecture = m_metrics.lecture;
    const double labels =
        std::clamp(m_draft.rowLabelWidth(m_whole.rows, m_whole.rowCount()), 80 * lecture, 150 * lecture);
    const double column = m_hasColumn && !m_metrics.isLectureSize ? kColumnWidth : 0;
    double left = m_metrics.isLectureSize ? m_metrics.left + labels + column : kLeastResultLeft;
    left = std::max(left, m_metrics.left + labels + column);
    const double room = m_draft.width() - m_metrics.legendRoom - left;
    const bool isTokens = isTokenAxis(m_whole.columns);
    const BandWish wish{.count = m_whole.columnCount(),
                        .preferred = m_metrics.cellWidth,
                        .least = leastWidth(),
                        .wide = isTokens ? wideColumns() : std::vector<std::int64_t>(),
                        .wideSize = m_metrics.cellWidth};
    m_columnPlan = planBands(left, room, wish);
    m_start = left + std::floor((room - m_columnPlan.bands.extent()) / 2);
    if (m_metrics.isLectureSize) {
      // Beside the matrix stands a sentence.
      const double besideWords = m_metrics.left + 300 * lecture + labels + column;
      m_start = std::min(left + room - m_columnPlan.bands.extent(), std::max(m_start, besideWords));
    }
    m_columnPlan = m_columnPlan.isMap ? m_columnPlan : planBands(m_start, room - (m_start - left), wish);
    if (m_columnPlan.isMap) m_start = left;
  }

  /// One number per row has the key wide that it stands at, others the strongest of the locked row.
  [[nodiscard]] std::vector<std::int64_t> wideColumns() const {
    if (!m_isReduction) return m_draft.picture.wideColumns();
    const auto largest = largestColumn(m_draft.picture.layoutFocus);
    return largest ? std::vector<std::int64_t>{*largest} : std::vector<std::int64_t>();
  }

  [[nodiscard]] double leastWidth() const {
    if (m_metrics.isLectureSize) return m_metrics.leastNumberWidth;
    return m_draft.picture.scale(m_wholePart).centred ? m_metrics.leastNumberWidth : 27;
  }

  void chooseRows() {
    const double labels = m_draft.columnLabelHeight(m_whole.columns, std::min(m_whole.columnCount(), kMostCells),
                                                    m_columnPlan.bands.largest());
    m_top = std::max(m_metrics.top, std::min(kFormulaBottom + labels, 210.0) * m_metrics.lecture);
    const double tools = m_draft.picture.toolsHeight;
    m_laterHeight = laterRowsHeight(m_draft.picture, m_columnPlan.isMap);
    const double foot = m_metrics.isLectureSize ? 16 : (m_laterHeight > 0 ? kShortFoot + m_laterHeight : kFoot) + tools;
    // A map, and a matrix with rows under it, need every pixel: the slot above them keeps no air.
    const bool isTight = m_columnPlan.isMap || m_laterHeight > 0;
    const double slotGap = (isTight ? kOperatorHeight + kEarlierHeight + 34 : kSlotGap) + liftHeight();
    const double slotRows = isTight ? 2 : 4;
    const auto count = static_cast<double>(m_whole.rowCount());
    const double room = m_draft.height() - m_top - (m_columnPlan.isMap ? kSlotGap : slotGap) - foot;
    m_rowHeight = std::clamp(std::floor(room / ((m_columnPlan.isMap ? 4 : slotRows) + count)), m_metrics.leastCell,
                             m_metrics.mostCell);
    m_upper = m_top + slotRows * m_rowHeight + slotGap;
    double available = m_draft.height() - m_upper - foot;
    if (m_columnPlan.isMap)
      available = m_draft.height() - m_upper - kStripHeight - stripWeightsHeight(m_draft.picture) - tools;
    std::vector<std::int64_t> wide;
    if (m_draft.picture.layoutFocus) wide.push_back(m_draft.picture.layoutFocus->row);
    const BandWish wish{.count = m_whole.rowCount(),
                        .preferred = m_rowHeight,
                        .least = m_metrics.leastCell,
                        .wide = wide,
                        .wideSize = std::max(m_rowHeight, 22.0)};
    m_rowPlan = planBands(m_upper, available, wish);
    if (m_columnPlan.isMap && m_rowPlan.isMap) {
      makeSquare(m_columnPlan, m_rowPlan, m_draft.width() - m_metrics.legendRoom - m_start, available);
    }
  }

  /// The row of the focus before, the operator, and the row after.
  void placeSlot() {
    const core::Role columnRole = axisRole(m_whole.columns, core::Role::None);
    // Of one number per row the focus has no column: the keys show which of them the number is.
    m_draft.marksFocusColumn = !m_isReduction || largestColumn().has_value();
    m_draft.markedColumn = m_isReduction ? largestColumn() : std::nullopt;
    m_draft.columnLabels(m_columnPlan.bands, m_top, m_whole.columns, columnRole);
    const auto& focus = m_draft.picture.focus;
    if (!focus || focus->row >= m_whole.rowCount()) return;
    const Theme& theme = m_draft.theme();
    m_focus = *focus;
    const double x = m_columnPlan.bands.from() - 10;
    placeRowName();
    if (m_isReduction) {
      placeSlotRow(StagePart::Before, m_top, QString::fromStdString(m_draft.picture.matrix(StagePart::Before)->letter),
                   theme.text);
      m_draft.text({x, m_top + m_rowHeight + 20}, m_content.operation, m_draft.digits(m_metrics.smallSize, theme.text),
                   Qt::AlignRight);
      placeReduced();
      return;
    }
    placeSlotRow(StagePart::Before, m_top, m_draft.picture.matrix(StagePart::Before)->name, theme.text);
    const double after = m_top + m_rowHeight + kOperatorHeight;
    placeArrows(m_top + m_rowHeight, after);
    QString operation = m_content.operation;
    const StageMatrix* column = m_draft.picture.matrix(StagePart::Column);
    if (column != nullptr && m_focus.row < column->rowCount()) {
      operation += u' ' + readoutText(column->value(m_focus.row, 0), 3);
    }
    const TextStyle label = m_draft.digits(m_metrics.smallSize, theme.text);
    if (m_draft.measure(operation, label) > x - 4) operation = m_content.operation;
    if (m_draft.measure(operation, label) <= x - 4) {
      m_draft.text({x, m_top + m_rowHeight + kOperatorHeight / 2 + 4}, operation, label, Qt::AlignRight);
    }
    placeSlotRow(StagePart::Result, after, m_content.result.name, theme.role(m_content.result.role).line);
    m_slotBottom = after + m_rowHeight;
    if (m_content.result.role == core::Role::Weights) {
      m_draft.box(QRectF(m_columnPlan.bands.from(), after, m_columnPlan.bands.extent(), m_rowHeight)
                      .adjusted(-1.5, -1.5, 0.5, 0.5),
                  theme.role(core::Role::Weights).line, 2, 2);
    }
    placeEarlier(after + m_rowHeight + 5);
  }

  /// Where the maximum of the focus row stands.
  [[nodiscard]] std::optional<std::int64_t> largestColumn() const { return largestColumn(m_draft.picture.focus); }
  [[nodiscard]] std::optional<std::int64_t> largestColumn(const std::optional<Focus::Cell>& focus) const {
    if (!m_content.isMaximum || !focus || focus->row >= m_whole.rowCount()) return std::nullopt;
    std::optional<std::int64_t> largest;
    for (std::int64_t column = 0; column < m_whole.columnCount(); ++column) {
      if (!m_whole.isAllowed(focus->row, column)) continue;
      if (!largest || m_whole.value(focus->row, column) > m_whole.value(focus->row, *largest)) largest = column;
    }
    return largest;
  }

  void placeRowName() {
    if (m_metrics.isLectureSize) return;
    const Theme& theme = m_draft.theme();
    const double y = m_top + m_rowHeight / 2 + 4.5;
    const TextStyle strong = m_draft.words(m_metrics.labelSize, theme.role(core::Role::Query).line, 700);
    const bool isGrid = m_whole.rows.labels != nullptr && m_whole.rows.labels->gridRows > 0;
    if (isGrid) {
      m_draft.text({m_metrics.left, y}, placeText(m_whole.rows, m_focus.row), strong);
      return;
    }
    const double after = m_draft.text({m_metrics.left, y}, phrase(QT_TRANSLATE_NOOP("Stage", "row")),
                                      m_draft.words(m_metrics.labelSize, theme.text2));
    m_draft.text({after + 4, y}, placeLabel(m_whole.rows, m_focus.row).text, strong);
  }

  void placeSlotRow(StagePart part, double y, const QString& caption, const QColor& color) {
    PlacedMatrix& placed = m_draft.place(part, Bands::one(m_focus.row, y, m_rowHeight), m_columnPlan.bands);
    placed.isMap = m_columnPlan.isMap;
    placed.columnBlock = m_columnPlan.block;
    const double room = m_columnPlan.bands.from() - 10 - m_metrics.left - (m_metrics.isLectureSize ? 0 : 60);
    QString shown = caption;
    const TextStyle label = m_draft.words(m_metrics.smallSize, color, 600);
    while (shown.size() > 3 && m_draft.measure(shown, label) > room)
      shown = shown.left(shown.size() - 2) + QChar(0x2026);
    m_draft.text({m_columnPlan.bands.from() - 10, y + m_rowHeight / 2 + 4.5}, shown, label, Qt::AlignRight);
  }

  void placeArrows(double from, double to) {
    for (const Band& band : m_columnPlan.bands.all()) {
      if (band.size() < 20 || !m_whole.isAllowed(m_focus.row, band.place)) continue;
      m_draft.arrow({band.centre() - 0.5, from + 4}, {band.centre() - 0.5, to - 4}, m_draft.theme().wire, 1.2);
    }
  }

  /// The number that the row becomes, on a line with its operator.
  void placeReduced() {
    const Focus::Cell cell = m_focus;
    if (cell.row >= m_content.result.rowCount()) return;
    const double y = m_top + m_rowHeight + 20;
    const double left = m_columnPlan.bands.from();
    const double right = m_columnPlan.bands.to();
    m_draft.line({left, m_top + m_rowHeight + 4}, {right - 1, m_top + m_rowHeight + 4}, m_draft.theme().ink, 1.5);
    const auto largest = largestColumn();
    if (const auto band = largest ? m_columnPlan.bands.band(*largest) : std::nullopt) {
      markSlotCell(QRectF(band->from, m_top, band->size() - 1, m_rowHeight), m_top);
    }
    const double size = m_metrics.isLectureSize ? m_metrics.numberSize : m_metrics.arithmeticSize;
    m_draft.text({left + 6, y - 2 + size / 3},
                 QStringLiteral("= ") + readoutText(m_content.result.value(cell.row, 0), 3),
                 m_draft.digits(size, m_draft.theme().text, 700));
  }

  /// Between the row and its values before a change, where a key was taken out.
  [[nodiscard]] double liftHeight() const {
    const bool isBeside = m_draft.picture.earlier() && m_content.result.role == core::Role::Weights;
    return isBeside && !m_columnPlan.isMap ? settledLiftHeight(m_draft.picture) : 0;
  }

  /// The row's values before a change, until they are kept or undone.
  void placeEarlier(double y) {
    const auto& earlier = m_draft.picture.earlier();
    if (!earlier || earlier->shape() != m_content.result.values.shape()) return;
    if (liftHeight() > 0) layoutSettledLift(m_draft, m_columnPlan.bands, y - 3);
    y += liftHeight();
    PlacedMatrix& placed =
        m_draft.place(StagePart::Result, Bands::one(m_focus.row, y, kEarlierHeight), m_columnPlan.bands);
    placed.values = earlier;
    placed.isMap = m_columnPlan.isMap;
    placed.columnBlock = m_columnPlan.block;
    placed.numberSize = m_metrics.leastSize;
    // What was ten times as large would be saturated on the scale of now.
    placed.scale = m_draft.picture.earlierScale();
    const QRectF area(m_columnPlan.bands.from(), y, m_columnPlan.bands.extent(), kEarlierHeight);
    m_draft.box(area.adjusted(-2.5, -2.5, 1.5, 1.5), m_draft.theme().text3, 1, 2, {}, {4, 3});
    m_draft.text({area.left() - 10, y + 14}, phrase(QT_TRANSLATE_NOOP("Stage", "before")),
                 m_draft.words(m_metrics.smallSize, m_draft.theme().text2, 500), Qt::AlignRight);
    const ValueScale& now = m_draft.picture.scale(StagePart::Result);
    const bool isOther = placed.scale->centred != now.centred || placed.scale->high != now.high;
    if (isOther && !m_metrics.isLectureSize) m_draft.legend({area.right() + 9, y + 14}, *placed.scale, 26);
    m_draft.undoAndKeep(y - 3);
    m_slotBottom = y + kEarlierHeight + 3;
  }

  /// Which pairs are allowed, small, on the same rows.
  void placeMask() {
    if (m_whole.allowed.isNull() || m_rowPlan.isMap || m_columnPlan.narrow > 0 || m_metrics.isLectureSize) return;
    const double cell = std::min(kMaskCell, std::floor(kMaskRoom / static_cast<double>(m_whole.columnCount())));
    const double labels = m_draft.rowLabelWidth(m_whole.rows, m_whole.rowCount()) + (m_hasColumn ? kColumnWidth : 0);
    const double extent = cell * static_cast<double>(m_whole.columnCount());
    if (cell < 2 || m_metrics.left + extent + 8 > m_columnPlan.bands.from() - labels) return;
    PlacedMatrix& placed =
        m_draft.place(StagePart::Mask, m_rowPlan.bands, Bands::each(m_metrics.left, cell, m_whole.columnCount()));
    placed.numberSize = 0;
    m_draft.box(placed.area().adjusted(-0.5, -0.5, -0.5, -0.5), m_draft.theme().control, 1, 0);
    std::int64_t allowed = 0;
    for (std::int64_t i = 0; i < m_whole.allowed.elementCount(); ++i) allowed += m_whole.allowed.at(i) != 0 ? 1 : 0;
    const double after = m_draft.letter({m_metrics.left, m_upper - 10}, "M", m_draft.theme().text, 18);
    m_draft.text({after + 5, m_upper - 10},
                 phrase(QT_TRANSLATE_NOOP("Stage", "mask, %1 of %2")).arg(allowed).arg(m_whole.allowed.elementCount()),
                 m_draft.words(m_metrics.smallSize, m_draft.theme().text2));
  }

  void placeMatrix() {
    const Bands& rows = m_rowPlan.bands;
    PlacedMatrix& whole = m_draft.place(m_wholePart, rows, m_columnPlan.bands);
    whole.isMap = m_columnPlan.isMap || m_rowPlan.isMap;
    whole.rowBlock = m_rowPlan.block;
    whole.columnBlock = m_columnPlan.block;
    if (m_whole.isInput) m_draft.layout.dots.push_back(whole.area().topRight());
    double edge = m_columnPlan.bands.from();
    if (m_hasColumn && !m_metrics.isLectureSize) {
      edge -= kColumnWidth;
      PlacedMatrix& column = m_draft.place(m_isReduction ? StagePart::Result : StagePart::Column, rows,
                                           Bands::each(edge, kColumnWidth, 1));
      column.isPlain = true;
      column.isMap = false;
      // Rows too thin for lines of their own stand in one frame.
      m_draft.box(column.area().adjusted(-0.5, -0.5, -0.5, -0.5), m_draft.theme().strong, 1, 0);
      const StageMatrix& shown = *m_draft.picture.matrix(m_isReduction ? StagePart::Result : StagePart::Column);
      const QString caption = columnCaption(shown);
      m_draft.text({edge + kColumnWidth / 2 - 1, m_upper - 9}, caption,
                   m_draft.words(m_metrics.labelSize, m_draft.theme().text, 600), Qt::AlignHCenter);
    }
    m_draft.rowLabels(rows, edge, m_whole.rows, rowRole(m_whole));
    m_draft.nameBlock({m_columnPlan.bands.to() + 10, m_upper}, m_wholePart, true, rows.to() + 6);
  }

  [[nodiscard]] QString columnCaption(const StageMatrix& shown) const {
    const QString letter = QString::fromStdString(shown.letter);
    if (m_content.operation.contains(QStringLiteral("sum")) || letter == QStringLiteral("\\Sigma")) {
      return QStringLiteral("\u03A3");
    }
    return letter.size() <= 3 && !letter.startsWith(u'\\') ? letter : shown.name.left(5);
  }

  void placeFocus() {
    const auto focus = m_draft.picture.focus;
    if (!focus || focus->row >= m_whole.rowCount()) return;
    const PlacedMatrix* target = m_draft.layout.placed(StagePart::Result);
    if (target == nullptr) return;
    const auto cell = m_draft.layout.cellArea(*target, *focus);
    if (!cell) return;
    const QColor ink = m_draft.theme().ink;
    const double left = m_columnPlan.bands.from();
    if (m_isReduction) {
      for (const double y : {cell->top() - 0.5, cell->bottom() - 0.5}) {
        m_draft.line({left, y}, {m_columnPlan.bands.to() - 1, y}, ink, 1.5);
      }
      m_draft.ring(*cell);
      return;
    }
    if (m_slotBottom > 0) {
      for (const double x : {cell->left() - 0.5, cell->right() - 0.5}) {
        m_draft.line({x, m_slotBottom + 1}, {x, cell->top() - 1}, ink, 1.5);
      }
      markSlotCell(*cell, m_top);
      markSlotCell(*cell, m_top + m_rowHeight + kOperatorHeight);
    }
    if (m_hasColumn && !m_metrics.isLectureSize) {
      for (const double y : {cell->top() - 0.5, cell->bottom() - 0.5}) {
        m_draft.line({left - 1, y}, {cell->left() - 1, y}, ink, 1.5);
      }
      m_draft.box(QRectF(left - kColumnWidth - 1, cell->top() - 1, kColumnWidth, cell->height() + 1), ink, 2, 0);
    }
    m_draft.ring(*cell);
  }

  void markSlotCell(const QRectF& cell, double y) {
    m_draft.box(QRectF(cell.left() - 1.5, y - 1.5, std::max(cell.width(), 4.0) + 2, m_rowHeight + 2),
                m_draft.theme().ink, 2, 2);
  }

  void placeFoot() {
    if (m_metrics.isLectureSize) {
      const double labels = m_draft.rowLabelWidth(m_whole.rows, m_whole.rowCount()) + 16;
      const QPointF corner(m_columnPlan.bands.from() - labels, m_draft.height() - 16);
      if (corner.x() > m_metrics.left) layoutLectureSentence(m_draft, QRectF({m_metrics.left, m_upper}, corner));
      return;
    }
    if (m_laterHeight > 0) layoutLaterRows(m_draft, m_columnPlan, m_rowPlan.bands.to());
    const double y = m_rowPlan.bands.to() + 14 + m_laterHeight;
    if (m_columnPlan.isMap) {
      layoutStrip(m_draft, m_columnPlan.bands.from(), y);
      return;
    }
    const double left = m_columnPlan.narrow > 0 ? m_metrics.left : std::min(m_columnPlan.bands.from(), m_start);
    if (m_columnPlan.narrow > 0) {
      if (!m_isReduction) layoutOthers(m_draft, m_columnPlan, y);
      const double labels = std::clamp(m_draft.rowLabelWidth(m_whole.rows, m_whole.rowCount()), 80.0, 150.0) + 16;
      const double column = m_hasColumn ? kColumnWidth : 0;
      layoutOperation(m_draft, {m_metrics.left, m_upper + 20},
                      m_columnPlan.bands.from() - column - labels - m_metrics.left);
      return;
    }
    const double edge = m_draft.width() - 16;
    const double check = m_isReduction ? edge : layoutRowCheck(m_draft, m_columnPlan, y);
    layoutOperation(m_draft, {left, y}, check - left - 16);
  }

  StageDraft& m_draft;
  const StageContent& m_content;
  const StageMetrics& m_metrics;
  bool m_isReduction;
  StagePart m_wholePart;
  const StageMatrix& m_whole;
  bool m_hasColumn;
  BandPlan m_columnPlan, m_rowPlan;
  Focus::Cell m_focus;
  double m_start = 0, m_top = 0, m_upper = 0, m_rowHeight = 0, m_slotBottom = 0, m_laterHeight = 0;
};

}  // namespace

void layoutRowWise(StageDraft& draft) {
  RowWiseLayout(draft, false).run();
}

void layoutReduction(StageDraft& draft) {
  RowWiseLayout(draft, true).run();
}

}  // namespace heed::ui
