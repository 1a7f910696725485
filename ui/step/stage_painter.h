#pragma once

#include "ui/step/stage_layout.h"
#include "ui/tensorview/color_map.h"

#include <QHash>
#include <QImage>

class QPainter;

namespace heed::ui {

/// A part of a matrix without folds.
struct MapPart {
  std::int64_t firstRow = 0, rows = 0;
  std::int64_t firstColumn = 0, columns = 0;
};

/// Pictures of large matrices, kept while their numbers, size and theme stay: what moves over a map is painted over it.
class StageImages {
 public:
  /// A part of the map of a placed matrix in `pixels`.
  [[nodiscard]] QImage image(const StagePicture& picture, const PlacedMatrix& placed, const MapPart& part,
                             const FigureStyle& style, QSize pixels);
  /// The picture as a mode shows it, `width` pixels wide.
  [[nodiscard]] QImage picture(const PatchPicture& patches, OverlayMode mode, int width);
  void clear() { m_images.clear(); }
  /// How many were made so far; hovering makes none.
  [[nodiscard]] int madeCount() const { return m_madeCount; }

 private:
  QHash<QString, QImage> m_images;
  int m_madeCount = 0;
};

/// Paints a layout; the same for the window and for a file.
class StagePainter {
 public:
  StagePainter(const StagePicture& picture, const StageLayout& layout, const FigureStyle& style, StageImages& images);

  void paint(QPainter& painter) const;

 private:
  void paintMatrix(QPainter& painter, const PlacedMatrix& placed) const;
  void paintMap(QPainter& painter, const PlacedMatrix& placed) const;
  void coverUnfilled(QPainter& painter, const PlacedMatrix& placed) const;
  [[nodiscard]] double shownValue(const PlacedMatrix& placed, const Band& row, const Band& column) const;
  void paintCell(QPainter& painter, const PlacedMatrix& placed, const Band& row, const Band& column) const;
  void paintNumber(QPainter& painter, const PlacedMatrix& placed, const Band& row, const Band& column,
                   const QRectF& cell, QRgb ground) const;
  [[nodiscard]] QString fittingNumber(const PlacedMatrix& placed, const Band& row, const Band& column,
                                      double size) const;
  [[nodiscard]] QString forwardNumber(const PlacedMatrix& placed, const Band& row, const Band& column) const;
  void paintMask(QPainter& painter, const PlacedMatrix& placed) const;
  void paintPicture(QPainter& painter, const FigureStyle& design) const;
  void paintFormula(QPainter& painter, const FigureStyle& design) const;
  void paintSettledLift(QPainter& painter, const FigureStyle& design) const;
  void paintLegends(QPainter& painter) const;
  void paintLines(QPainter& painter) const;
  void paintBoxes(QPainter& painter) const;
  void paintMarks(QPainter& painter) const;
  void paintPip(QPainter& painter, QPointF centre) const;
  [[nodiscard]] bool isFocusCell(const PlacedMatrix& placed, const Band& row, const Band& column) const;

  const StagePicture& m_picture;
  const StageLayout& m_layout;
  const FigureStyle& m_style;
  StageImages& m_images;
  ColorMap m_shares;  ///< non-negative values
  ColorMap m_signed;
};

}  // namespace heed::ui
