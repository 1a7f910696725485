#pragma once

#include "ui/step/step_list.h"

#include <vector>

namespace heed::ui {

/// A step of the program as a row, without what the list knows of its neighbours.
[[nodiscard]] StepRow stepRow(const core::Program& program, int position);

/// The rows of the backward pass of a result, by the numbers of its forward list, the last step first.
[[nodiscard]] std::vector<StepRow> backwardRows(const Computation& computation, const StepList& forward);

}  // namespace heed::ui
