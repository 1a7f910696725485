#include "ui/step/mask_brush.h"
#include "ui/step/stage.h"
#include "ui/step/weights_before.h"

#include <algorithm>

namespace heed::ui {

/// The weights from before the last edits, at the step of the weights and under the mask that was changed.
void Stage::takeBefore() {
  const StageContent& content = m_picture.content();
  const std::optional<StageMatrix>& before = m_before->weights();
  const StageMatrix* weights = m_walk.weights();
  if (content.result.step >= 0 && weights != nullptr && content.result.step == weights->step &&
      content.result.base == weights->base) {
    const bool isOld =
        before && areComparable(*before, content.result) && !before->values.identicalTo(content.result.values);
    m_picture.earlier = isOld ? std::optional(before->values) : std::nullopt;
    m_picture.earlierAllowed = isOld ? before->allowed : core::Tensor();
  }
  if (!m_picture.isMask) return;
  const bool fits = before && content.later && areComparable(*before, content.later->matrix);
  m_picture.setGhost(fits ? before : std::nullopt, tr("before"), true);
}

bool Stage::isPaintable(const StageLayout::Hit& hit) const {
  return hit.part == StagePart::Result && m_picture.isPaintable;
}

/// Inputs are changed by dragging them; a mask has only two values, so it is painted.
bool Stage::isEditedInPlace(const StageLayout::Hit& hit) const {
  const StageMatrix& matrix = *m_picture.matrix(hit.part, hit.index);
  return matrix.isInput && matrix.step >= 0 && !(m_picture.isMask && hit.part == StagePart::Result);
}

/// Beside the matrix the nearest cell is painted, so that a stroke may leave it.
void Stage::paintAt(QPointF design) {
  const PlacedMatrix* mask = m_layout.placed(StagePart::Result);
  if (mask == nullptr) return;
  const QRectF area = mask->area().adjusted(0, 0, -1, -1);
  const QPointF inside(std::clamp(design.x(), area.left(), area.right()),
                       std::clamp(design.y(), area.top(), area.bottom()));
  const auto hit = m_layout.cellAt(inside);
  if (!hit || hit->part != StagePart::Result) return;
  m_brush->paintTo(hit->cell);
  if (!m_picture.isLocked) m_walk.focus().hover(hit->cell);
}

}  // namespace heed::ui
