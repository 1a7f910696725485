#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kUpper = 104;  ///< below the formula
constexpr double kTitle = 24;   ///< over a map: the head and its number
constexpr double kGap = 20;
constexpr double kFoot = 16;
constexpr double kMostCell = 42;

/// How many maps stand beside each other, so that they become as large as they can.
std::int64_t bestAcross(std::int64_t count, QSizeF room, double aspect) {
  std::int64_t best = 1;
  double largest = 0;
  for (std::int64_t across = 1; across <= count; ++across) {
    const std::int64_t lines = (count + across - 1) / across;
    const auto down = static_cast<double>(lines);
    const double width = (room.width() - kGap * static_cast<double>(across - 1)) / static_cast<double>(across);
    const double height = room.height() / down - kTitle - kGap;
    const double size = std::min(width, height * aspect);
    if (size > largest + 0.5) {
      largest = size;
      best = across;
    }
  }
  return best;
}

BandPlan headBands(double from, double room, std::int64_t count) {
  return planBands(from, room, {.count = count, .preferred = kMostCell, .least = 8, .wide = {}, .wideSize = 8});
}

void placeHead(StageDraft& draft, int head, QRectF room) {
  const StageMatrix& matrix = draft.picture.heads()[static_cast<std::size_t>(head)];
  BandPlan columns = headBands(room.left(), room.width(), matrix.columnCount());
  BandPlan rows = headBands(room.top() + kTitle, room.height() - kTitle, matrix.rowCount());
  PlacedMatrix& placed = draft.place(StagePart::Head, rows.bands, columns.bands, head);
  placed.isMap = columns.isMap || rows.isMap;
  placed.rowBlock = rows.block;
  placed.columnBlock = columns.block;
  const Theme& theme = draft.theme();
  const bool isCurrent = head == draft.picture.content().head;
  const double y = room.top() + kTitle - 8;
  const double after =
      draft.text({room.left(), y}, QCoreApplication::translate("Stage", "head %1").arg(head),
                 draft.words(draft.metrics.labelSize, isCurrent ? theme.text : theme.text2, isCurrent ? 600 : 400));
  const auto& focus = draft.picture.focus;
  const auto cell = focus ? draft.layout.cellArea(draft.layout.matrices.back(), *focus) : std::nullopt;
  if (!cell) return;
  const bool isAllowed = matrix.isAllowed(focus->row, focus->column);
  const QString number = isAllowed ? readoutText(matrix.value(focus->row, focus->column), 3)
                                   : QCoreApplication::translate("Stage", "masked");
  const TextStyle style = draft.digits(draft.metrics.smallSize, theme.text, 600);
  if (after + 10 + draft.measure(number, style) <= room.right()) draft.text({after + 10, y}, number, style);
  draft.box(cell->adjusted(-1.5, -1.5, 0.5, 0.5), theme.ink, 2, 2);
}

}  // namespace

void layoutHeads(StageDraft& draft) {
  const std::vector<StageMatrix>& heads = draft.picture.heads();
  const StageMatrix& first = heads.front();
  const auto count = static_cast<std::int64_t>(heads.size());
  // The words of the rows stand once, at the left.
  const double labels = std::clamp(draft.rowLabelWidth(first.rows, first.rowCount()), 40.0, 130.0);
  const double left = draft.metrics.left + labels;
  const QRectF room(left, kUpper, draft.width() - left - draft.metrics.left, draft.height() - kUpper - kFoot);
  const double aspect = static_cast<double>(std::max<std::int64_t>(first.columnCount(), 1)) /
                        static_cast<double>(std::max<std::int64_t>(first.rowCount(), 1));
  const std::int64_t across = bestAcross(count, room.size(), aspect);
  const std::int64_t down = (count + across - 1) / across;
  const double width = (room.width() - kGap * static_cast<double>(across - 1)) / static_cast<double>(across);
  const double height = room.height() / static_cast<double>(down) - kGap;
  // Cells are squares where the matrix is a map of pairs.
  const double side = isTokenAxis(first.columns) ? std::min(width, (height - kTitle) * aspect) : width;
  for (std::int64_t head = 0; head < count; ++head) {
    const double x = room.left() + static_cast<double>(head % across) * (width + kGap);
    const std::int64_t line = head / across;
    const double y = room.top() + static_cast<double>(line) * (height + kGap);
    placeHead(draft, static_cast<int>(head), QRectF(x, y, side, std::min(height, side / aspect + kTitle)));
    if (head % across != 0) continue;
    const Bands rows = draft.layout.matrices.back().rows;
    draft.rowLabels(rows, left, first.rows, rowRole(first));
  }
  const auto& focus = draft.picture.focus;
  if (!focus) return;
  const double y = kUpper - 8;
  const TextStyle label = draft.words(draft.metrics.labelSize, draft.theme().role(core::Role::Query).line, 700);
  const double after = draft.text({draft.metrics.left, y}, placeLabel(first.rows, focus->row).text, label);
  const double next =
      draft.text({after + 6, y}, QStringLiteral("\u2192"), draft.words(draft.metrics.labelSize, draft.theme().text3));
  const core::Role role = axisRole(first.columns, core::Role::None);
  draft.text({next + 6, y}, placeLabel(first.columns, focus->column).text,
             draft.words(draft.metrics.labelSize, draft.theme().role(role).line, 700));
}

}  // namespace heed::ui
