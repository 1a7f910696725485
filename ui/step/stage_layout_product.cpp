#include "ui/step/stage_draft.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kLeastResultLeft = 288;  ///< so that the arithmetic has room in the corner
constexpr double kOperandGap = 16;        ///< between the left operand and the result
constexpr double kBelow = 22;             ///< under the result: the shape, or the gap to the pipeline and the foot
constexpr double kLabelsBelow = 74;       ///< where words stand under the left operand, at least
constexpr double kPipelineGap = 14;
constexpr double kFormulaBottom = 62;
constexpr double kLeastSharedCell = 16;  ///< where both operands have a row a word, numbers a little smaller
constexpr double kStripHeight = 92;
constexpr double kForwardRoom = 4;  ///< around two numbers in a cell
constexpr std::int64_t kFewChannels = 8;
constexpr std::int64_t kLeastChannels = 4;

/// The product frame: the operands' shared axis runs along the columns of the left one and the rows of the upper one.
class ProductLayout {
 public:
  explicit ProductLayout(StageDraft& draft)
      : m_draft(draft),
        m_content(draft.picture.content()),
        m_left(*draft.picture.matrix(StagePart::Left)),
        m_upper(*draft.picture.matrix(StagePart::Top)),
        m_metrics(draft.metrics),
        m_shared(m_left.columnCount()),
        m_rows(m_content.result.rowCount()),
        m_columns(m_content.result.columnCount()),
        m_isSharedTokens(isTokenAxis(m_left.columns) || isTokenAxis(m_upper.rows)) {}

  void run() {
    chooseColumns();
    chooseRows();
    placeMatrices();
    placeLabels();
    placeFocus();
    layoutTermsInCorner();
    placePipeline();
    placeStrip();
  }

 private:
  [[nodiscard]] double width() const { return m_draft.width(); }
  [[nodiscard]] double height() const { return m_draft.height(); }

  void chooseColumns() {
    const double labels = m_draft.rowLabelWidth(m_content.result.rows, m_rows);
    m_leftEdge = m_metrics.left + std::clamp(labels, 80.0, 150.0);
    const double lecture = m_metrics.lecture;
    if (m_metrics.isLectureSize) m_leftEdge = m_metrics.left + std::clamp(labels + 12, 90 * lecture, 190 * lecture);
    const double gap = m_metrics.isLectureSize ? 22 : kOperandGap;
    const double available = width() - m_metrics.legendRoom - m_leftEdge - gap;
    m_visible = visibleChannels(available);
    const auto slots = static_cast<double>(m_visible + (m_visible < m_shared ? 1 : 0));
    const double cell = m_metrics.cellWidth;
    const double wanted = (slots + static_cast<double>(m_columns)) * cell;
    double size = std::min(cell, std::floor(available * cell / std::max(wanted, 1.0)));
    if (wanted <= available) size = cell;
    const double leftShare = m_isSharedTokens ? sharedTokensWidth(available) : slots * std::max(size, leastLeftCell());
    const double least = m_metrics.isLectureSize ? 0 : kLeastResultLeft;
    const double resultLeft = std::max(least, m_leftEdge + leftShare + gap);
    const double room = width() - m_metrics.legendRoom - resultLeft;
    BandWish wish{.count = m_columns,
                  .preferred = cell,
                  .least = m_metrics.leastNumberWidth,
                  .wide = wideResultColumns(),
                  .wideSize = cell};
    if (m_metrics.isLectureSize) wish.least = 24 * m_metrics.lecture;
    m_columnPlan = planBands(resultLeft, room, wish);
    const double spare = std::max(0.0, (room - m_columnPlan.bands.extent()) / 2);
    m_start = m_columnPlan.isMap ? resultLeft : resultLeft + std::floor(spare);
    m_columnPlan = m_columnPlan.isMap ? m_columnPlan : planBands(m_start, room - spare, wish);
    placeLeftColumns(m_start - gap - leftShare, leftShare, slots);
  }

  [[nodiscard]] double leastLeftCell() const { return m_left.columnCount() > kMostCells ? 18 : 24; }

  [[nodiscard]] std::int64_t visibleChannels(double available) const {
    if (m_isSharedTokens || m_shared <= kFewChannels) return m_shared;
    const double result = std::min(static_cast<double>(m_columns) * m_metrics.leastNumberWidth, available * 0.6);
    const auto byWidth = static_cast<std::int64_t>((available - result) / m_metrics.cellWidth) - 1;
    const double rows = (height() - m_metrics.top - m_metrics.gap - kBelow) / m_metrics.leastCell;
    const auto below = std::min<std::int64_t>(m_rows, 14) + static_cast<std::int64_t>(m_content.pipeline.size());
    const auto byHeight = static_cast<std::int64_t>(rows) - below - 1;
    const std::int64_t fit = std::clamp(std::min(byWidth, byHeight), kLeastChannels, m_shared);
    return fit >= m_shared - 1 ? m_shared : std::min<std::int64_t>(fit, 2 * kFewChannels);
  }

  /// Words along the shared axis: the left operand takes what the result leaves, but no more than two thirds.
  [[nodiscard]] double sharedTokensWidth(double available) const {
    const double own = static_cast<double>(m_shared) * m_metrics.cellWidth;
    const double result = std::min(static_cast<double>(m_columns) * m_metrics.cellWidth, available / 3);
    return std::min(own, available - result);
  }

  [[nodiscard]] std::vector<std::int64_t> wideResultColumns() const {
    return isTokenAxis(m_content.result.columns) ? m_draft.picture.wideColumns() : std::vector<std::int64_t>();
  }

  /// The keys with the largest weights in the locked row.
  [[nodiscard]] std::vector<std::int64_t> wideShared() const {
    const auto& focus = m_draft.picture.layoutFocus;
    if (!m_isSharedTokens || !focus || focus->row >= m_left.rowCount()) return {};
    std::vector<std::int64_t> order;
    for (std::int64_t key = 0; key < m_shared; ++key) order.push_back(key);
    const std::size_t count = std::min<std::size_t>(6, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count),
                              [&](std::int64_t a, std::int64_t b) {
                                const double first = m_left.value(focus->row, a);
                                const double second = m_left.value(focus->row, b);
                                return first != second ? first > second : a < b;
                              });
    order.resize(count);
    std::ranges::sort(order);
    return order;
  }

  void placeLeftColumns(double from, double room, double slots) {
    if (!m_isSharedTokens) {
      m_leftEdge = from;
      m_leftColumns = Bands::folded(from, std::floor(room / slots), m_shared, m_visible);
      return;
    }
    const BandWish wish{.count = m_shared,
                        .preferred = m_metrics.cellWidth,
                        .least = 24,
                        .wide = wideShared(),
                        .wideSize = m_metrics.cellWidth};
    const BandPlan plan = planBands(from, room, wish);
    m_leftEdge = from;
    m_leftColumns = plan.bands;
    m_isLeftMap = plan.isMap;
    m_leftBlock = plan.block;
  }

  [[nodiscard]] bool hasWordsBelow() const {
    return m_isSharedTokens && hasWords(m_left.columns) && !m_isLeftMap && !m_metrics.isLectureSize;
  }

  [[nodiscard]] double wordsBelow() const {
    const double height =
        m_draft.columnLabelHeight(m_left.columns, std::min(m_shared, kMostCells), m_leftColumns.largest());
    return std::clamp(height + 10, kLabelsBelow, 130.0);
  }

  void chooseRows() {
    const double labels = m_draft.columnLabelHeight(m_content.result.columns, std::min(m_columns, kMostCells),
                                                    m_columnPlan.bands.largest());
    const double top = labels < 60 && !m_metrics.isLectureSize ? 132 : m_metrics.top;
    m_top = std::max(top, std::min(kFormulaBottom + labels, 210.0) * m_metrics.lecture);
    m_bottom = hasWordsBelow() ? wordsBelow() : kBelow;
    const auto slots = static_cast<double>(m_visible + (m_visible < m_shared ? 1 : 0));
    m_pipelineRows = m_metrics.isLectureSize ? 0 : static_cast<int>(m_content.pipeline.size());
    double room = height() - m_top - m_metrics.gap - m_bottom;
    const double least = m_isSharedTokens && !m_metrics.isLectureSize ? kLeastSharedCell : m_metrics.leastCell;
    const auto fits = [&](int pipeline) { return room / (slots + static_cast<double>(m_rows) + pipeline) >= least; };
    const int wantedPipeline = m_pipelineRows;
    if (!fits(m_pipelineRows)) m_pipelineRows = 0;
    const double all = slots + static_cast<double>(m_rows) + m_pipelineRows;
    m_rowHeight = std::clamp(std::floor(room / all), least, m_metrics.mostCell);
    if (fits(m_pipelineRows)) {
      m_topRows = Bands::folded(m_top, m_rowHeight, m_shared, m_visible);
      m_lower = m_top + slots * m_rowHeight;
      m_resultRows = Bands::each(m_lower + m_metrics.gap, m_rowHeight, m_rows);
      makeRoomForForward();
      return;
    }
    if (wantedPipeline > 0 || m_content.result.kind == ValueKind::Weights)
      m_hasStrip = isTokenAxis(m_content.result.columns);
    if (m_hasStrip) room -= kStripHeight;
    chooseCrowdedRows(room, slots);
  }

  /// Above the gradients of the locked row stand the numbers of the forward pass, if the other rows can spare the room.
  void makeRoomForForward() {
    const auto& focus = m_draft.picture.layoutFocus;
    const double needed = m_metrics.numberSize + m_metrics.leastSize + kForwardRoom;
    if (m_content.result.forward.isNull() || !focus || focus->row >= m_rows || m_rowHeight >= needed || m_rows < 2)
      return;
    const double extent = m_rowHeight * static_cast<double>(m_rows);
    const double other = std::floor((extent - needed) / static_cast<double>(m_rows - 1));
    if (other < kLeastSharedCell) return;
    double y = m_resultRows.from();
    Bands rows;
    for (std::int64_t row = 0; row < m_rows; ++row) {
      const double height = row == focus->row ? needed : other;
      rows.add({row, y, y + height});
      y += height;
    }
    m_resultRows = rows;
  }

  /// Not all rows have room for a number: the locked one keeps it.
  void chooseCrowdedRows(double room, double slots) {
    double above = 0;
    if (m_isSharedTokens) {
      above = std::floor(room / 2);
      const BandWish wish{.count = m_shared,
                          .preferred = m_metrics.mostCell,
                          .least = m_metrics.leastCell,
                          .wide = wideShared(),
                          .wideSize = 20};
      const BandPlan plan = planBands(m_top, above, wish);
      m_topRows = plan.bands;
      m_isTopMap = plan.isMap;
      m_topBlock = plan.block;
      above = plan.bands.extent();
    } else {
      m_rowHeight = m_metrics.leastCell;
      above = slots * m_rowHeight;
      m_topRows = Bands::folded(m_top, m_rowHeight, m_shared, m_visible);
    }
    m_lower = m_top + above;
    std::vector<std::int64_t> wide;
    if (m_draft.picture.layoutFocus) wide.push_back(m_draft.picture.layoutFocus->row);
    const BandWish wish{
        .count = m_rows, .preferred = m_metrics.mostCell, .least = m_metrics.leastCell, .wide = wide, .wideSize = 28};
    m_rowPlan = planBands(m_lower + m_metrics.gap, room - above, wish);
    const bool isSquare = isTokenAxis(m_content.result.columns) && m_columnPlan.isMap && m_rowPlan.isMap;
    if (isSquare) {
      makeSquare(m_columnPlan, m_rowPlan, width() - m_metrics.legendRoom - m_columnPlan.bands.from(), room - above);
    }
    m_resultRows = m_rowPlan.bands;
  }

  void placeMatrices() {
    PlacedMatrix& top = m_draft.place(StagePart::Top, m_topRows, m_columnPlan.bands);
    top.isMap = m_columnPlan.isMap || m_isTopMap;
    top.columnBlock = m_columnPlan.block;
    top.rowBlock = m_topBlock;
    PlacedMatrix& left = m_draft.place(StagePart::Left, m_resultRows, m_leftColumns);
    left.isMap = m_rowPlan.isMap || m_isLeftMap;
    left.rowBlock = m_rowPlan.block;
    left.columnBlock = m_leftBlock;
    PlacedMatrix& result = m_draft.place(StagePart::Result, m_resultRows, m_columnPlan.bands);
    result.isMap = m_columnPlan.isMap || m_rowPlan.isMap;
    result.rowBlock = m_rowPlan.block;
    result.columnBlock = m_columnPlan.block;
    for (const StagePart part : {StagePart::Top, StagePart::Left}) {
      const PlacedMatrix& placed = *m_draft.layout.placed(part);
      if (m_draft.picture.matrix(part)->isInput) m_draft.layout.dots.push_back(placed.area().topRight());
    }
    placeFolds();
  }

  /// "... 56 more" where channels are folded away.
  void placeFolds() {
    if (m_visible >= m_shared) return;
    const TextStyle hint = m_draft.words(m_metrics.leastSize, m_draft.theme().text3);
    const QString text = QStringLiteral("\u2026 %1").arg(m_shared - m_visible);
    double last = m_leftColumns.from();
    for (const Band& band : m_leftColumns.all()) {
      if (band.from > last + 1)
        m_draft.text({(band.from + last) / 2, m_resultRows.from() + 14}, text, hint, Qt::AlignHCenter);
      last = band.to;
    }
    last = m_topRows.from();
    for (const Band& band : m_topRows.all()) {
      if (band.from > last + 1) {
        m_draft.text(
            {m_columnPlan.bands.from() + 6, (band.from + last) / 2 + 4},
            QCoreApplication::translate("Stage", "\u2026 %n more", nullptr, static_cast<int>(m_shared - m_visible)),
            hint);
      }
      last = band.to;
    }
  }

  void placeLabels() {
    const core::Role columnRole = axisRole(m_content.result.columns, m_upper.role);
    m_draft.columnLabels(m_columnPlan.bands, m_top, m_content.result.columns, columnRole);
    m_draft.rowLabels(m_resultRows, m_leftEdge, m_content.result.rows, rowRole(m_content.result));
    const double right = m_columnPlan.bands.to() + 10;
    m_draft.nameBlock({right, m_top}, StagePart::Top, false, m_resultRows.from() - 8);
    const double lower = m_pipelineRows > 0 || m_hasStrip ? m_resultRows.to() + 6 : height() - 8;
    m_draft.nameBlock({right, m_resultRows.from()}, StagePart::Result, true, lower);
    if (m_metrics.isLectureSize) return;
    if (!m_draft.picture.focus) {
      // Where no arithmetic names the shared channels, both operands do.
      m_draft.channelRows(m_topRows, m_columnPlan.bands.from(), m_upper.rows);
      if (!m_isSharedTokens) m_draft.channelColumns(m_leftColumns, m_resultRows.from(), m_left.columns);
    }
    const StageMatrix& left = m_left;
    const double y = m_resultRows.from() - 12;
    const double after = m_draft.letter({m_metrics.left, y}, left.letter, m_draft.theme().role(left.role).line);
    // Of a gradient the letter says it all, and the arithmetic above needs the room.
    const double named = left.isGradient ? after
                                         : m_draft.text({after + 6, y}, left.name,
                                                        m_draft.words(m_metrics.smallSize, m_draft.theme().text2));
    if (named + 70 < m_columnPlan.bands.from() - 150) m_draft.legend({named + 9, y}, StagePart::Left, 24);
    if (hasWordsBelow()) {
      m_draft.columnLabelsBelow(m_leftColumns, m_resultRows.to(), left.columns);
    } else {
      m_draft.text({(m_leftColumns.from() + m_leftColumns.to()) / 2, m_resultRows.to() + 12},
                   QStringLiteral("%1 \u00D7 %2").arg(left.rowCount()).arg(left.columnCount()),
                   m_draft.digits(m_metrics.leastSize, m_draft.theme().text3), Qt::AlignHCenter);
    }
  }

  void placeFocus() {
    const auto focus = m_draft.picture.focus;
    if (!focus) return;
    const PlacedMatrix* result = m_draft.layout.placed(StagePart::Result);
    const auto cell = m_draft.layout.cellArea(*result, *focus);
    if (!cell) return;
    const QColor leftColor = m_draft.theme().role(m_left.role).line;
    const QColor topColor = m_draft.theme().role(m_upper.role).line;
    m_draft.outline(QRectF(cell->left(), m_topRows.from(), cell->width(), m_topRows.extent()), topColor);
    m_draft.outline(QRectF(m_leftColumns.from(), cell->top(), m_leftColumns.extent(), cell->height()), leftColor);
    const double leftEdge = m_leftColumns.to() + 0.5;
    for (const double y : {cell->top() - 0.5, cell->bottom() - 0.5}) {
      m_draft.line({leftEdge, y}, {cell->left() - 1, y}, leftColor, 2);
    }
    for (const double x : {cell->left() - 0.5, cell->right() - 0.5}) {
      m_draft.line({x, m_topRows.to() + 0.5}, {x, cell->top() - 1}, topColor, 2);
    }
    const double gapCentre = (m_leftColumns.to() + m_columnPlan.bands.from()) / 2 - 0.5;
    if (cell->height() >= 14) m_draft.tab({gapCentre, cell->center().y() - 0.5}, m_left.letter, leftColor);
    m_draft.tab({cell->center().x() - 0.5, (m_topRows.to() + m_resultRows.from()) / 2}, m_upper.letter, topColor);
    m_draft.ring(*cell);
  }

  void layoutTermsInCorner() {
    if (m_metrics.isLectureSize) {
      layoutRunning(m_draft);
      layoutLectureNumber(m_draft,
                          QRectF(QPointF(m_metrics.left, m_top), QPointF(m_columnPlan.bands.from() - 22, m_lower)));
      markTerm();
      return;
    }
    layoutTerms(m_draft, m_topRows, m_columnPlan.bands.from() - 26, m_lower);
    markTerm();
  }

  /// The two cells whose product was added last.
  void markTerm() {
    const auto& focus = m_draft.picture.focus;
    const auto& term = m_draft.layout.runningTerm;
    if (!focus || !term) return;
    const auto mark = [&](const std::optional<Band>& row, const std::optional<Band>& column) {
      if (!row || !column) return;
      m_draft.box(QRectF(column->from - 1.5, row->from - 1.5, column->size() + 2, row->size() + 2), m_draft.theme().ink,
                  2, 2);
    };
    mark(m_resultRows.band(focus->row), m_leftColumns.band(*term));
    mark(m_topRows.band(*term), m_columnPlan.bands.band(focus->column));
  }

  void placePipeline() {
    if (m_pipelineRows == 0) return;
    layoutPipeline(m_draft, m_columnPlan.bands, m_resultRows, m_resultRows.to() + kPipelineGap, m_rowHeight);
  }

  void placeStrip() {
    if (m_hasStrip) layoutStrip(m_draft, m_columnPlan.bands.from(), m_resultRows.to() + kPipelineGap);
  }

  StageDraft& m_draft;
  const StageContent& m_content;
  const StageMatrix& m_left;
  const StageMatrix& m_upper;
  const StageMetrics& m_metrics;
  std::int64_t m_shared, m_rows, m_columns;
  bool m_isSharedTokens;
  std::int64_t m_visible = 0;
  double m_leftEdge = 0, m_start = 0, m_top = 0, m_lower = 0, m_bottom = 0, m_rowHeight = 0;
  int m_pipelineRows = 0;
  std::int64_t m_leftBlock = 1, m_topBlock = 1;
  bool m_isLeftMap = false, m_isTopMap = false, m_hasStrip = false;
  BandPlan m_columnPlan, m_rowPlan;
  Bands m_leftColumns, m_topRows, m_resultRows;
};

}  // namespace

void layoutProduct(StageDraft& draft) {
  ProductLayout(draft).run();
}

}  // namespace heed::ui
