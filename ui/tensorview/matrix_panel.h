#pragma once

#include "ui/tensorview/panel.h"

namespace heed::ui {

class MatrixView;

/// Whether the cells leave the focus row's numbers to the panel.
enum class FocusNumbers { InCells, InPanel };

/// Legend, number of the focus cell, strongest keys and notes of a matrix. `texel` is the block of cells behind a
/// texel, 1 x 1 where each has its own. Where it is higher than `height`, it closes up and names fewer keys; 0 is no
/// limit.
[[nodiscard]] Panel matrixPanel(const MatrixView& view, Panel::Flow flow, QSizeF room, FocusNumbers focusNumbers,
                                QSize texel, const FigureStyle& style);

}  // namespace heed::ui
