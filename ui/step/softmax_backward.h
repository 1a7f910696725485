#pragma once

#include "ui/step/stage_content.h"

#include <optional>

namespace heed::ui {

/// The parts of a gradient that flowed back through softmax, found from the arithmetic of its cells: a product of a
/// weight and a difference from the row's weighted mean. Nothing for any other step.
[[nodiscard]] std::optional<Pushes> pushesOf(core::Evaluator& evaluator, const Computation& computation,
                                             const StageMatrix& result);

/// The run with one row of the scores moved by its pushes: one step of size 1.
struct OneStep {
  int step = -1;  ///< the gradient that was followed, and its head
  std::int64_t base = 0;
  std::int64_t row = 0;
  StageMatrix before;  ///< the row's weights, [1, keys]
  StageMatrix after;
  double outputBefore = 0.0;  ///< the number that the pass starts from
  double outputAfter = 0.0;
  double foretold = 0.0;  ///< the sum of the squared pushes: what the change would be if the slope stayed

  [[nodiscard]] double change() const { return outputAfter - outputBefore; }
};
/// Computes what the number becomes, with the scores overridden. Throws core::Error or core::Cancelled.
[[nodiscard]] OneStep oneStep(core::Evaluator& evaluator, const Computation& computation, const StageMatrix& result,
                              int weights, std::int64_t row);

}  // namespace heed::ui
