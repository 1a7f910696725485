#pragma once

#include "ui/session/computation.h"

#include <QString>

#include <cstdint>

namespace heed::ui {

/// What the status bar says of a result.
struct ResultFacts {
  double rowSumError = 0.0;     ///< the largest distance of a row of kept weights from 1
  std::int64_t maskedRows = 0;  ///< rows of weights in which everything is masked: they sum to 0
  std::int64_t weightRows = 0;  ///< rows that were looked at
};

/// Looks at every row of attention weights that the run kept. Takes long for large maps: not for the interface's
/// thread.
[[nodiscard]] ResultFacts factsOf(const Computation& computation);

/// "every row sums to 1 within 2e-7"; empty without weights.
[[nodiscard]] QString rowSumWords(const ResultFacts& facts);

/// Where features and weights came from: "named features, weights set by hand", "random weights, seed 7".
[[nodiscard]] QString sourceWords(const core::Lowered& lowered);

/// The multiply-adds from the values of earlier steps to this one, all heads together.
[[nodiscard]] double multiplyAddsOf(const core::Program& program, int step);

/// "0.84 ms", "1.3 s".
[[nodiscard]] QString timeWords(double seconds);

}  // namespace heed::ui
