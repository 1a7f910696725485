#pragma once

#include "core/exec/override.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace heed::core {

/// The number that a backward pass starts from: an element of a step.
struct BackwardStart {
  std::string step;
  std::int64_t offset = 0;
};

/// A lowered program taken apart, with replaced numbers and the gradients of one of its numbers, as the backward pass
/// is walked through and listed: softmax is differentiated as a whole, so that its gradient reads a (g - sum of a g).
/// Where one of its own parts is the start or was replaced, the parts are differentiated instead. The first steps are
/// those of the forward program, as fullyExpanded() and withOverrides() give them. Null where the start is no real
/// number of the program. Throws as withOverrides().
[[nodiscard]] std::shared_ptr<const Program> backwardProgram(const Program& lowered,
                                                             std::span<const Override> overrides,
                                                             const BackwardStart& start);

}  // namespace heed::core
