#pragma once

#include "ui/step/explanation.h"

namespace heed::ui {

/// What is said of a step of the backward pass and its cell, in the place of what is said of forward steps: the pushes
/// of softmax in words, and the wall where the gradient ends.
void explainBackward(Walk& walk, const StageContent& content, const StepRow& row, Explanation& explanation);

/// Why a key is pushed up or down, as a sentence made of the numbers. `cell` is one of the pushes.
[[nodiscard]] FlowRuns pushReason(const StageMatrix& result, const Pushes& pushes, Focus::Cell cell);

}  // namespace heed::ui
