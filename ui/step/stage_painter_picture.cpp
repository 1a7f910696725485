#include "ui/step/stage_painter.h"

#include "ui/tensorview/image_overlay.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kQueryOutline = 4;
constexpr double kKeyOutline = 3;

}  // namespace

QImage StageImages::picture(const PatchPicture& patches, OverlayMode mode, int width) {
  const QString key = QStringLiteral("picture %1 %2 %3")
                          .arg(patches.whole().cacheKey())
                          .arg(static_cast<int>(mode == OverlayMode::Overlay))
                          .arg(width);
  if (const auto found = m_images.constFind(key); found != m_images.constEnd()) return *found;
  QImage made = pictureForMode(patches.whole(), mode, width);
  ++m_madeCount;
  m_images.insert(key, made);
  return made;
}

/// The picture with what the query under the focus gives to its patches, and the crops that stand elsewhere.
void StagePainter::paintPicture(QPainter& painter, const FigureStyle& design) const {
  const PatchPicture* patches = m_picture.content().patches.get();
  if (patches == nullptr) return;
  for (const StageCrop& crop : m_layout.crops) {
    paintCrop(painter, crop.area, patches->crop(crop.patch), crop.line, crop.width);
  }
  if (!m_layout.picture) return;
  const PlacedPicture& placed = *m_layout.picture;
  PatchWeights weights{{}, {}, placed.rows, placed.columns};
  const auto& focus = m_picture.focus;
  const bool hasWeights = m_picture.weights && focus && focus->row < m_picture.weights->rowCount() &&
                          m_picture.weights->columnCount() == weights.count() && !m_picture.isPictureAlone;
  const OverlayMode mode = hasWeights ? m_picture.overlayMode : OverlayMode::Spotlight;
  if (hasWeights) {
    const StageMatrix& matrix = *m_picture.weights;
    weights.weights = ImageOverlay::rowAsGrid(matrix.values, focus->row, placed.rows, placed.columns);
    if (!matrix.allowed.isNull()) {
      weights.allowed = ImageOverlay::rowAsGrid(matrix.allowed, focus->row, placed.rows, placed.columns);
    }
  }
  const PatchPainter patchPainter(weights, mode, placed.grid, design);
  const double ratio = painter.device() != nullptr ? painter.device()->devicePixelRatioF() : 1.0;
  const double factor = m_style.imageResolution > 0 ? m_style.imageResolution * m_style.unit : m_style.unit * ratio;
  const int pixels = std::max(1, static_cast<int>(std::lround(placed.whole.width() * factor)));
  if (mode != OverlayMode::MapOnly) {
    patchPainter.paintPicture(painter, m_images.picture(*patches, mode, pixels), placed.whole);
  }
  if (m_picture.isPictureAlone) return;
  if (hasWeights) patchPainter.paintPatches(painter);
  patchPainter.paintGrid(painter);
  if (!focus) return;
  if (focus->column != focus->row) {
    patchPainter.paintOutline(painter, focus->column, patchPainter.fitted(kKeyOutline), Role::Key);
  }
  patchPainter.paintOutline(painter, focus->row, patchPainter.fitted(kQueryOutline), Role::Query);
}

}  // namespace heed::ui
