#pragma once

#include "core/program/program.h"

#include <span>
#include <vector>

namespace heed::core {

/// The tensors of a run in the element kinds of a plan; throws Error{Shape} naming the first that does not fit its
/// input.
[[nodiscard]] std::vector<Tensor> boundInputs(const Program& program, Precision precision,
                                              std::span<const Tensor> inputs);

}  // namespace heed::core
