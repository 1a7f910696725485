#pragma once

#include "core/tensor/tensor.h"
#include "ui/tensorview/figure.h"
#include "ui/tensorview/patch_painter.h"

#include <QImage>
#include <QRect>
#include <QString>
#include <QStringList>

#include <optional>

namespace heed::ui {

struct ImageOverlayOptions {
  QString title;
  OverlayMode mode = OverlayMode::Spotlight;
  /// The part of the picture that the patches cover, in its pixels; empty where it is all.
  QRect patchArea;
  core::Tensor allowed;               ///< bool of the weights' shape, false where masked; null where nothing is
  std::optional<std::int64_t> query;  ///< the patch that asks, row by row from the upper left
  QString valueWord;                  ///< "weight"
  QStringList notes;
  QString caption;
};

/// A picture with what one query gives to each of its patches.
class ImageOverlay : public Figure {
 public:
  /// `weights` is [patch rows, patch columns]. Throws core::Error{Shape} where it is not or `allowed` has another
  /// shape, and core::Error{Parameter} for an empty picture, a patch area outside it or a query outside the patches.
  ImageOverlay(QImage picture, core::Tensor weights, ImageOverlayOptions options);

  /// The row of a matrix of weights, or of what a mask allows, [patches, patches] that belongs to the query, as a grid
  /// of patches. Throws core::Error{Shape} where the numbers do not fit.
  [[nodiscard]] static core::Tensor rowAsGrid(const core::Tensor& weights, std::int64_t query, std::int64_t gridRows,
                                              std::int64_t gridColumns);

  [[nodiscard]] QString title() const override { return m_options.title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const ImageOverlayOptions& options() const { return m_options; }
  [[nodiscard]] const QImage& picture() const { return m_picture; }
  [[nodiscard]] std::int64_t rows() const { return m_weights.shape()[0]; }
  [[nodiscard]] std::int64_t columns() const { return m_weights.shape()[1]; }
  /// 0 where it is masked, not finite or negative.
  [[nodiscard]] double weight(std::int64_t patch) const { return m_patches.weight(patch); }
  [[nodiscard]] bool isAllowed(std::int64_t patch) const { return m_patches.isAllowed(patch); }
  /// The glyph of a weight that has no colour: one that is not finite or is negative.
  [[nodiscard]] CellGlyph glyph(std::int64_t patch) const { return m_patches.glyph(patch); }
  [[nodiscard]] const PatchWeights& weights() const { return m_patches; }
  /// The patch under a point, where the figure is painted into `rect`.
  [[nodiscard]] std::optional<std::int64_t> patchAt(QPointF point, const QRectF& rect, const FigureStyle& style) const;
  /// Where the picture is painted in `rect`.
  [[nodiscard]] QRectF pictureRect(const QRectF& rect, const FigureStyle& style) const;
  /// The strongest patches, largest first, equal ones in reading order; patches of weight 0 are left out.
  [[nodiscard]] std::vector<std::int64_t> strongest(std::size_t count) const;

 private:
  QImage m_picture;
  core::Tensor m_weights;
  ImageOverlayOptions m_options;
  PatchWeights m_patches;
};

}  // namespace heed::ui
