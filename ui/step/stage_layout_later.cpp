#include "ui/step/stage_draft.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kGap = 10;  ///< between the matrix, the row and the ghost
constexpr double kRowHeight = 20;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

void caption(StageDraft& draft, const BandPlan& columns, double y, const QString& name, const QColor& color) {
  draft.text({columns.bands.from() - 10, y + 14}, name, draft.words(draft.metrics.smallSize, color, 600),
             Qt::AlignRight);
}

PlacedMatrix& placeRow(StageDraft& draft, const BandPlan& columns, StagePart part, std::int64_t row, double y) {
  PlacedMatrix& placed = draft.place(part, Bands::one(row, y, kRowHeight), columns.bands);
  placed.numberSize = draft.metrics.leastSize;
  return placed;
}

/// Left of the caption, or right of the row where that has no room.
void placeButtons(StageDraft& draft, const BandPlan& columns, double y) {
  const TextStyle label = draft.words(draft.metrics.smallSize, draft.theme().text2, 600);
  const double captionLeft = columns.bands.from() - 10 - draft.measure(draft.picture.ghostCaption(), label);
  const bool fitsLeft = draft.metrics.left + StageDraft::kUndoAndKeepWidth + 8 <= captionLeft;
  const double right = std::min(columns.bands.to() + 12, draft.width() - StageDraft::kUndoAndKeepWidth - 8);
  draft.undoAndKeep(y, fitsLeft ? draft.metrics.left : right);
}

}  // namespace

double laterRowsHeight(const StagePicture& picture, bool isMap) {
  // Above some 60 keys the columns are texels, and a row of them says nothing.
  const bool hasRow = picture.matrix(StagePart::Later) != nullptr && !isMap && !picture.isLectureSize;
  if (!hasRow) return 0;
  const bool hasGhost = picture.isMask || picture.matrix(StagePart::Ghost) != nullptr;
  return kGap + kRowHeight + (hasGhost ? kGap + kRowHeight : 0);
}

void layoutLaterRows(StageDraft& draft, const BandPlan& columns, double lower) {
  const StageMatrix& weights = *draft.picture.matrix(StagePart::Later);
  const std::optional<Focus::Cell>& focus = draft.picture.focus;
  if (!focus || focus->row >= weights.rowCount()) return;
  const double y = lower + kGap;
  const QColor color = draft.theme().role(core::Role::Weights).line;
  placeRow(draft, columns, StagePart::Later, focus->row, y).isEmptyFrame = !draft.picture.isLaterRevealed;
  caption(draft, columns, y, phrase(QT_TRANSLATE_NOOP("Stage", "weights")), color);
  const StageMatrix* ghost = draft.picture.matrix(StagePart::Ghost);
  if (!draft.picture.isLaterRevealed) return;
  const QRectF area(columns.bands.from(), y, columns.bands.extent(), kRowHeight);
  draft.box(area.adjusted(-1.5, -1.5, 0.5, 0.5), color, 2, 2);
  if (ghost == nullptr || ghost->values.shape() != weights.values.shape()) return;
  const double below = y + kRowHeight + kGap;
  placeRow(draft, columns, StagePart::Ghost, focus->row, below);
  caption(draft, columns, below, draft.picture.ghostCaption(), draft.theme().text2);
  draft.box(area.translated(0, below - y).adjusted(-2.5, -2.5, 1.5, 1.5), draft.theme().text3, 1, 2, {}, {4, 3});
  if (draft.picture.hasGhostButtons()) placeButtons(draft, columns, below - 2);
}

}  // namespace heed::ui
