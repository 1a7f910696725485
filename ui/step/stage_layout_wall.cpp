#include "ui/step/gradient_words.h"
#include "ui/step/stage_draft.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kLeastLeft = 288;
constexpr double kFormulaBottom = 62;
constexpr double kRowHeight = 40;
constexpr double kLectureRowHeight = 60;
constexpr double kArrowRoom = 56;
constexpr double kWallHeight = 44;
constexpr double kLectureWallHeight = 64;
constexpr double kLeastWall = 300;  ///< so that its words stand in it

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// What was chosen above, what it was chosen from below, and between them the wall that no gradient passes.
class WallLayout {
 public:
  WallLayout(StageDraft& draft, const WallContent& wall)
      : m_draft(draft),
        m_wall(wall),
        m_metrics(draft.metrics),
        m_theme(draft.theme()),
        m_result(draft.picture.result()),
        m_row(std::clamp<std::int64_t>(draft.picture.focus.value_or(Focus::Cell{}).row, 0, m_result.rowCount() - 1)),
        m_rowHeight(m_metrics.isLectureSize ? std::floor(kLectureRowHeight * m_metrics.lecture) : kRowHeight) {}

  void run() {
    chooseColumns();
    placeRow(StagePart::Result, m_top, phrase(QT_TRANSLATE_NOOP("Stage", "what was chosen")));
    const double wall = m_top + m_rowHeight + kArrowRoom;
    placeArrows(m_top + m_rowHeight + 8, wall - 6);
    const double lower = placeWall(wall);
    double y = lower + kArrowRoom / 2;
    const StageMatrix* behind = m_draft.picture.matrix(StagePart::Behind);
    const bool isSame = behind != nullptr && behind->rowCount() == m_result.rowCount() &&
                        behind->columnCount() == m_result.columnCount();
    if (isSame) {
      placeRow(StagePart::Behind, y, phrase(QT_TRANSLATE_NOOP("Stage", "no gradient arrives here")));
      y += m_rowHeight + 18;
    }
    placeReason(y + 12);
  }

 private:
  [[nodiscard]] const Bands& columns() const { return m_plan.bands; }

  void chooseColumns() {
    const double least = m_metrics.isLectureSize ? m_metrics.left + 260 * m_metrics.lecture : kLeastLeft;
    const double room = m_draft.width() - std::max(m_metrics.legendRoom, 82.0) - least;
    const BandWish wish{
        .count = m_result.columnCount(),
        .preferred = m_metrics.cellWidth,
        .least = m_metrics.leastNumberWidth,
        .wide = isTokenAxis(m_result.columns) ? m_draft.picture.wideColumns() : std::vector<std::int64_t>(),
        .wideSize = m_metrics.cellWidth};
    m_plan = planBands(least, room, wish);
    const double start = least + std::floor((room - columns().extent()) / 2);
    if (!m_plan.isMap) m_plan = planBands(start, room - (start - least), wish);
    const double labels =
        m_draft.columnLabelHeight(m_result.columns, std::min(m_result.columnCount(), kMostCells), columns().largest());
    m_top = std::max(m_metrics.top, std::min(kFormulaBottom + labels, 210.0));
    m_draft.columnLabels(columns(), m_top, m_result.columns, axisRole(m_result.columns, core::Role::Key));
    m_wallLeft = columns().from();
    m_wallRight = columns().to() - 1;
    if (m_wallRight - m_wallLeft < kLeastWall) {
      const double middle = (m_wallLeft + m_wallRight) / 2;
      m_wallLeft = std::max(m_metrics.left, std::min(middle - kLeastWall / 2, m_draft.width() - 24 - kLeastWall));
      m_wallRight = m_wallLeft + kLeastWall;
    }
  }

  void placeRow(StagePart part, double y, const QString& words) {
    PlacedMatrix& placed = m_draft.place(part, Bands::one(m_row, y, m_rowHeight), columns());
    placed.isMap = m_plan.isMap;
    placed.columnBlock = m_plan.block;
    const StageMatrix& matrix = *m_draft.picture.matrix(part);
    placed.scale = rowScale(matrix, m_row);
    const double right = columns().from() - 10;
    const double middle = y + m_rowHeight / 2;
    const double room = right - m_metrics.left;
    const TextStyle soft = m_draft.words(m_metrics.smallSize, m_theme.text2);
    TextStyle strong = m_draft.words(m_metrics.labelSize, m_theme.role(matrix.role).line, 600);
    QString name = matrix.name;
    while (name.size() > 3 && m_draft.measure(name, strong) > room) name = name.left(name.size() - 2) + QChar(0x2026);
    const bool hasWords = !m_metrics.isLectureSize && m_draft.measure(words, soft) < room;
    m_draft.text({right, middle + (hasWords ? -2 : 5)}, name, strong, Qt::AlignRight);
    if (hasWords) m_draft.text({right, middle + 13}, words, soft, Qt::AlignRight);
    if (part != StagePart::Result || !m_draft.picture.focus) return;
    if (const auto band = columns().band(m_draft.picture.focus->column)) {
      m_draft.ring(QRectF(band->from, y, band->size(), m_rowHeight));
    }
  }

  /// The gradient comes this far.
  void placeArrows(double from, double to) {
    for (const Band& band : columns().all()) {
      if (band.size() < 20 || !m_result.isAllowed(m_row, band.place)) continue;
      m_draft.arrow({band.centre() - 0.5, from}, {band.centre() - 0.5, to}, m_theme.text2, 1.5);
    }
  }

  double placeWall(double y) {
    const double height = m_metrics.isLectureSize ? kLectureWallHeight * m_metrics.lecture : kWallHeight;
    const QRectF area(m_wallLeft, y, m_wallRight - m_wallLeft, height);
    m_draft.layout.hatches.push_back(area);
    for (const double edge : {area.top(), area.bottom()}) {
      m_draft.line({area.left(), edge}, {area.right(), edge}, m_theme.ink, 3);
    }
    const QString words = phrase(QT_TRANSLATE_NOOP("Stage", "no gradient past %1")).arg(opName(m_wall.op));
    const TextStyle style = m_draft.words(m_metrics.arithmeticSize + 1, m_theme.text, 700);
    const double wide = m_draft.measure(words, style) + 24;
    m_draft.box(QRectF(area.center().x() - wide / 2, area.center().y() - 14, wide, 28), m_theme.ink, 1.5, 4,
                m_theme.surface);
    m_draft.text({area.center().x(), area.center().y() + 5.5}, words, style, Qt::AlignHCenter);
    return area.bottom();
  }

  void placeReason(double y) {
    if (m_metrics.isLectureSize) return;
    const TextStyle style = m_draft.words(m_metrics.labelSize + 1, m_theme.text2);
    for (const QString& line : m_draft.style.letters.wrapped(noGradientReason(m_wall.op, m_wall.reason), style,
                                                             m_draft.width() - 24 - m_wallLeft)) {
      if (y + 6 > m_draft.height()) return;
      m_draft.text({m_wallLeft, y}, line, style);
      y += 20;
    }
  }

  StageDraft& m_draft;
  const WallContent& m_wall;
  const StageMetrics& m_metrics;
  const Theme& m_theme;
  const StageMatrix& m_result;
  std::int64_t m_row;
  double m_rowHeight;
  BandPlan m_plan;
  double m_top = 0, m_wallLeft = 0, m_wallRight = 0;
};

}  // namespace

void layoutWall(StageDraft& draft) {
  if (const auto& wall = draft.picture.content().wall) WallLayout(draft, *wall).run();
}

}  // namespace heed::ui
