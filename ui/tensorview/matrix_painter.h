#pragma once

#include <QPointF>

class QPainter;

namespace heed::ui {

struct FigureStyle;
struct MatrixLayout;
class MatrixView;

/// Paints a matrix figure that is laid out, with its upper left corner at `topLeft`.
void paintMatrix(QPainter& painter, QPointF topLeft, const MatrixView& view, const MatrixLayout& layout,
                 const FigureStyle& style);

}  // namespace heed::ui
