#pragma once

#include "ui/step/stage_content.h"

namespace heed::ui {

/// What the makers of matrices share.

/// The matrices that a value is made of: the last two dimensions, and how many of them there are.
struct MatrixPlace {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t count = 1;
};
[[nodiscard]] MatrixPlace matrixPlace(const core::Shape& shape);

/// The meaning of an axis, counted from the last one, which is 1.
[[nodiscard]] core::Axis axisFromEnd(const core::Step& step, std::size_t fromEnd);
/// The mask of a step, stretched over its value, for the cells of a matrix; null where nothing is masked.
[[nodiscard]] core::Tensor allowedCells(core::Evaluator& evaluator, const core::Step& step, const core::Shape& shape,
                                        const StageMatrix& matrix, std::int64_t rows, std::int64_t columns);
/// Gives a matrix the letter, the name and the role of its step; a gradient those of the step that it is the gradient
/// of.
void describeMatrix(StageMatrix& matrix, const core::Program& program, int position);
/// The numbers of the forward pass that stand in the cells of a gradient.
void addForward(core::Evaluator& evaluator, const core::Program& program, StageMatrix& matrix);

}  // namespace heed::ui
