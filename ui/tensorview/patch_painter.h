#pragma once

#include "core/tensor/tensor.h"
#include "ui/tensorview/cell_marks.h"
#include "ui/tensorview/color_map.h"

#include <QImage>
#include <QRectF>

#include <optional>

namespace heed::ui {

enum class OverlayMode {
  Spotlight,  ///< the picture in colour, weak patches veiled, the weight as an edge
  Overlay,    ///< the picture in pale grey under the map
  MapOnly,
};

/// What one query gives to each patch. `weights` and `allowed` have an element a patch, row by row; `allowed` is null
/// where nothing is masked.
struct PatchWeights {
  core::Tensor weights;
  core::Tensor allowed;
  std::int64_t rows = 0;
  std::int64_t columns = 0;

  [[nodiscard]] std::int64_t count() const { return rows * columns; }
  [[nodiscard]] bool isAllowed(std::int64_t patch) const;
  /// 0 where it is masked, not finite or negative.
  [[nodiscard]] double weight(std::int64_t patch) const;
  /// The glyph of a weight that has no colour: one that is not finite or is negative.
  [[nodiscard]] CellGlyph glyph(std::int64_t patch) const;
  [[nodiscard]] double largest() const;
};

/// The veil over a patch of this share of the largest weight, and the share from which on it has an edge.
[[nodiscard]] double spotlightVeil(double share);
inline constexpr double kLeastEdgeShare = 0.08;

/// Paints weights over a picture whose patches fill `grid`.
class PatchPainter {
 public:
  PatchPainter(const PatchWeights& weights, OverlayMode mode, const QRectF& grid, const FigureStyle& style);

  [[nodiscard]] QRectF patchRect(std::int64_t patch) const;
  [[nodiscard]] std::optional<std::int64_t> patchAt(QPointF point) const;
  /// A length of the design, smaller where patches are small.
  [[nodiscard]] double fitted(double designPixels) const;

  /// The picture at the resolution of the device; `picture` fills `whole`.
  void paintPicture(QPainter& painter, const QImage& picture, const QRectF& whole) const;
  /// What no patch covers is dimmed.
  void paintRest(QPainter& painter, const QRectF& whole) const;
  void paintPatches(QPainter& painter) const;
  void paintGrid(QPainter& painter) const;
  /// The outline of a patch in a role's colour.
  void paintOutline(QPainter& painter, std::int64_t patch, double width, Role role) const;

 private:
  const PatchWeights& m_weights;
  OverlayMode m_mode;
  QRectF m_grid;
  const FigureStyle& m_style;
  ColorMap m_map;
  double m_largest;
};

/// The picture as a mode shows it: pale grey under a map, else in its colours; at `width` pixels: smaller ones are
/// enlarged by a whole factor.
[[nodiscard]] QImage pictureForMode(const QImage& picture, OverlayMode mode, double width);

}  // namespace heed::ui
