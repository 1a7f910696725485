#pragma once

#include "ui/tensorview/axis_labels.h"
#include "ui/tensorview/panel.h"

#include <QRectF>
#include <QSizeF>

#include <vector>

namespace heed::ui {

class MatrixView;

/// Where everything of a matrix figure stands, from its upper left corner. It follows from the sizes and the fonts
/// alone.
struct MatrixLayout {
  explicit MatrixLayout(Panel panelOfFigure) : panel(std::move(panelOfFigure)) {}

  QSizeF size;  ///< all that is used
  double titleWidth = 0;
  QRectF cells;          ///< the matrix
  double cellWidth = 0;  ///< from one column to the next, gap included
  double cellHeight = 0;
  double gap = 0;
  bool asImage = false;  ///< more than 64 rows or columns
  bool numbersEverywhere = false;
  bool numbersInFocus = false;
  double numberSize = 0;
  ColumnLabelMode columnMode = ColumnLabelMode::Flat;
  std::vector<PlacedLabel> rowLabels;
  std::vector<PlacedLabel> columnLabels;
  std::vector<PlacedLabel> axisWords;
  std::vector<QRectF> triangles;  ///< of rows in which nothing is allowed
  Panel panel;
  QPointF panelAt;
  double captionTop = 0;
  double captionWidth = 0;

  /// The cell without the gap.
  [[nodiscard]] QRectF cell(std::int64_t row, std::int64_t column) const;
};

/// The side of a matrix that is still drawn cell by cell.
inline constexpr std::int64_t kMostVectorCells = 64;

/// Lays a matrix figure out in a width. A height of 0 asks for as much as the content needs; a smaller one makes cells
/// lower. The layout refers to `style`, which must outlive it.
[[nodiscard]] MatrixLayout layoutMatrix(const MatrixView& view, QSizeF room, const FigureStyle& style);

/// The cells that one texel of a large map stands for: 1 as long as each has a pixel of its own.
[[nodiscard]] std::int64_t cellsPerTexel(std::int64_t count, double length, const FigureStyle& style);

}  // namespace heed::ui
