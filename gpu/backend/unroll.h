#pragma once

#include "core/program/program.h"

#include <memory>
#include <string_view>

namespace heed::gpu {

/// The op that is unrolled.
inline constexpr std::string_view kUnrolledOp = "scan";

/// The program with every scan replaced by its body, once for each step in time, scans inside bodies too: so a whole
/// recurrence is part of the one submission of a run. The same program if it has none.
[[nodiscard]] std::shared_ptr<const core::Program> withScansUnrolled(std::shared_ptr<const core::Program> program);

}  // namespace heed::gpu
