#include "ui/step/stage_draft.h"

#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kGap = 10;  ///< between the matrix, the row and the ghost
constexpr double kRowHeight = 20;
constexpr double kStripGap = 7;  ///< between the rows of a strip
constexpr double kLiftCaption = 20;
constexpr double kLiftBars = 46;
constexpr double kStripSentence = 22;  ///< the line under it

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// Before a row, on two lines where one has no room.
void rowCaption(StageDraft& draft, double right, double y, const QString& name, const TextStyle& style) {
  const QStringList lines = draft.style.letters.wrapped(name, style, right - draft.metrics.left);
  double baseline = y + 14 - (style.size + 2) / 2 * static_cast<double>(lines.size() - 1);
  for (const QString& line : lines) {
    draft.text({right, baseline}, line, style, Qt::AlignRight);
    baseline += style.size + 2;
  }
}

void caption(StageDraft& draft, const BandPlan& columns, double y, const QString& name, const QColor& color) {
  rowCaption(draft, columns.bands.from() - 10, y, name, draft.words(draft.metrics.smallSize, color, 600));
}

double largestOf(const StageMatrix& weights, std::int64_t row) {
  double largest = 0;
  for (std::int64_t column = 0; column < weights.columnCount(); ++column) {
    if (weights.isAllowed(row, column)) largest = std::max(largest, weights.value(row, column));
  }
  return largest;
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
  // Above some 60 keys the columns are texels, and a row of them says nothing: the strip has those of the strongest.
  const bool hasRow = picture.matrix(StagePart::Later) != nullptr && !isMap && !picture.isLectureSize;
  if (!hasRow) return 0;
  const bool hasGhost = picture.isMask || picture.matrix(StagePart::Ghost) != nullptr;
  return kGap + kRowHeight + (hasGhost ? kGap + kRowHeight + settledLiftHeight(picture) : 0);
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
  layoutSettledLift(draft, columns.bands, y + kRowHeight);
  const double below = y + kRowHeight + kGap + settledLiftHeight(draft.picture);
  placeRow(draft, columns, StagePart::Ghost, focus->row, below);
  caption(draft, columns, below, draft.picture.ghostCaption(), draft.theme().text2);
  draft.box(area.translated(0, below - y).adjusted(-2.5, -2.5, 1.5, 1.5), draft.theme().text3, 1, 2, {}, {4, 3});
  if (draft.picture.hasGhostButtons()) placeButtons(draft, columns, below - 2);
}

double settledLiftHeight(const StagePicture& picture) {
  return picture.liftedKey && !picture.isLectureSize ? kLiftCaption + kLiftBars : 0;
}

void layoutSettledLift(StageDraft& draft, const Bands& columns, double upper) {
  if (settledLiftHeight(draft.picture) == 0 || !draft.picture.lift) return;
  draft.text({columns.from(), upper + kLiftCaption - 4}, liftCaption(*draft.picture.lift),
             draft.words(draft.metrics.smallSize, draft.theme().text, 600));
  draft.layout.lift =
      PlacedLift{columns, QRectF(columns.from(), upper + kLiftCaption, columns.extent(), kLiftBars - 3)};
}

double stripWeightsHeight(const StagePicture& picture) {
  const bool isThere = picture.content().without.has_value() && picture.matrix(StagePart::Later) != nullptr &&
                       !picture.isLectureSize && !picture.isMask;
  return isThere ? 2 * (kStripGap + kRowHeight) + kStripSentence : 0;
}

void layoutStripWeights(StageDraft& draft, const std::vector<std::int64_t>& keys, double left, double pitch,
                        double upper) {
  const StageMatrix* weights = draft.picture.matrix(StagePart::Later);
  const StageMatrix* ghost = draft.picture.matrix(StagePart::Ghost);
  if (weights == nullptr || ghost == nullptr || !draft.picture.focus || keys.empty()) return;
  const std::int64_t row = draft.picture.focus->row;
  if (row >= weights->rowCount() || ghost->values.shape() != weights->values.shape()) return;
  const Theme& theme = draft.theme();
  const double after = upper + kStripGap;
  const double below = after + kRowHeight + kStripGap;
  const bool isShown = draft.picture.isLaterRevealed;
  double x = left;
  for (const std::int64_t key : keys) {
    const Bands column = Bands::one(key, x, pitch);
    PlacedMatrix& made = draft.place(StagePart::Later, Bands::one(row, after, kRowHeight), column);
    made.numberSize = draft.metrics.leastSize;
    made.isEmptyFrame = !isShown;
    if (isShown) {
      draft.place(StagePart::Ghost, Bands::one(row, below, kRowHeight), column).numberSize = draft.metrics.leastSize;
    }
    x += pitch;
  }
  const QColor color = theme.role(core::Role::Weights).line;
  draft.text({left - 10, after + 14}, phrase(QT_TRANSLATE_NOOP("Stage", "weights")),
             draft.words(draft.metrics.smallSize, color, 600), Qt::AlignRight);
  if (!isShown) return;
  rowCaption(draft, left - 10, below, draft.picture.ghostCaption(),
             draft.words(draft.metrics.smallSize, theme.text2, 600));
  draft.box(QRectF(left, after, x - left, kRowHeight).adjusted(-1.5, -1.5, 0.5, 0.5), color, 2, 2);
  draft.box(QRectF(left, below, x - left, kRowHeight).adjusted(-2.5, -2.5, 1.5, 1.5), theme.text3, 1, 2, {}, {4, 3});
  draft.text({left, below + kRowHeight + 17},
             phrase(QT_TRANSLATE_NOOP("Stage", "largest weight of the row: %1 with the division, %2 without"))
                 .arg(weightCellText(largestOf(*weights, row)), weightCellText(largestOf(*ghost, row))),
             draft.words(draft.metrics.smallSize, theme.text2));
}

}  // namespace heed::ui
