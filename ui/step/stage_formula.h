#pragma once

#include "ui/session/computation.h"

#include <string>

namespace heed::ui {

/// The formula that a step is part of, and which of its terms the step is.
struct StepFormula {
  std::string tex;    ///< empty where the step's block has none
  std::string brief;  ///< as tex, with O for the call at its head: for a projector
  std::string term;   ///< empty where the step is no term of it
};

/// Of the innermost block that the step belongs to: the mechanism inside an attention block before that block.
[[nodiscard]] StepFormula stepFormula(const Computation& computation, int position);

}  // namespace heed::ui
