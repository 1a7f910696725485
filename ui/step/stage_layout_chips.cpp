#include "ui/step/stage_draft.h"
#include "ui/step/ten_chips.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <numeric>

namespace heed::ui {

namespace {

constexpr double kRadius = 7.5;
constexpr double kLeastColumn = 16;

QString phrase(const char* text) {
  return QCoreApplication::translate("Stage", text);
}

/// A placed row of weights for the row under the focus.
bool isWeightsRow(const StageDraft& draft, const PlacedMatrix& placed) {
  const StageMatrix* matrix = draft.picture.matrix(placed.part, placed.index);
  const bool isPart = placed.part == StagePart::Pipeline || placed.part == StagePart::Later ||
                      (placed.part == StagePart::Result && !placed.values);
  return isPart && matrix != nullptr && matrix->role == core::Role::Weights && placed.rows.all().size() == 1 &&
         static_cast<std::int64_t>(placed.columns.all().size()) == matrix->columnCount() &&
         placed.rows.all().front().place == draft.picture.focus->row && !placed.isMap;
}

void layChips(StageDraft& draft, const PlacedMatrix& placed) {
  const Band& row = placed.rows.all().front();
  // On an empty frame they lie in its middle; over a number on its lower edge.
  const double y = placed.isEmptyFrame ? row.centre() : row.to + 1;
  for (const Band& column : placed.columns.all()) {
    const int count = draft.picture.chips[static_cast<std::size_t>(column.place)];
    if (count == 0 || column.size() < kLeastColumn) continue;
    const QPointF centre(column.centre() - 0.5, y - 0.5);
    draft.box(QRectF(centre.x() - kRadius, centre.y() - kRadius, 2 * kRadius, 2 * kRadius), draft.theme().ink, 1.5,
              kRadius, draft.theme().surface);
    draft.text(centre + QPointF(0, 4), QString::number(count),
               draft.digits(draft.metrics.leastSize, draft.theme().text, 600), Qt::AlignHCenter);
  }
}

/// Fewer than ten chips are no distribution that weights could be compared
/// with.
void sayDistance(StageDraft& draft, const PlacedMatrix& placed) {
  const StageMatrix& weights = *draft.picture.matrix(placed.part, placed.index);
  const auto laid = std::accumulate(draft.picture.chips.begin(), draft.picture.chips.end(), 0);
  const double distance = totalVariation(draft.picture.chips, weights, draft.picture.focus->row);
  const QString sentence =
      laid < TenChips::kChips
          ? QCoreApplication::translate("Stage", "%n of ten chips laid", nullptr, laid)
          : phrase(QT_TRANSLATE_NOOP("Stage", "ten chips: total variation distance %1")).arg(weightCellText(distance));
  draft.text({placed.columns.from(), placed.rows.to() + 24}, sentence,
             draft.words(draft.metrics.smallSize, draft.theme().text2));
}

}  // namespace

void layoutChips(StageDraft& draft) {
  const StagePicture& picture = draft.picture;
  if (!picture.focus || picture.chips.empty() || draft.metrics.isLectureSize) return;
  const std::vector<PlacedMatrix> matrices = draft.layout.matrices;
  for (const PlacedMatrix& placed : matrices) {
    if (!isWeightsRow(draft, placed)) continue;
    if (static_cast<std::int64_t>(picture.chips.size()) != picture.matrix(placed.part, placed.index)->columnCount()) {
      continue;
    }
    layChips(draft, placed);
    // Under the row of the weights themselves there is room for words.
    if (placed.part == StagePart::Result && !picture.earlier()) sayDistance(draft, placed);
  }
}

}  // namespace heed::ui
