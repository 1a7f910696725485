#pragma once

// Everything that a figure can be, for whoever makes one from a run. Each class takes its numbers as tensors and its
// words as ready strings, and is written by ui/export/export_figure.h.

#include "ui/tensorview/image_overlay.h"
#include "ui/tensorview/matrix_view.h"
#include "ui/tensorview/step_sheet.h"
#include "ui/tensorview/token_lines.h"
