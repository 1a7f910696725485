#pragma once

#include "ui/step/stage_content.h"

namespace heed::ui {

/// Fills the operands of a step whose cells are sums of products of two steps, where these stand evenly apart; false
/// for any other step.
[[nodiscard]] bool describeProduct(core::Evaluator& evaluator, const Computation& computation, StageContent& content);

}  // namespace heed::ui
