#pragma once

#include "ui/step/stage_content.h"

namespace heed::ui {

/// What the rows of a mask, or of scaled scores, become: the weights after softmax. Of scaled scores also the weights
/// that they would be without the division; those only where softmax makes the weights, and where the matrices are
/// small enough to stand whole.
void addLaterRows(core::Evaluator& evaluator, const Computation& computation, const StepList& list, std::int64_t head,
                  StageContent& content);

}  // namespace heed::ui
