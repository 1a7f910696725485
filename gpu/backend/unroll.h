#pragma once

#include "core/program/program.h"

#include <memory>

namespace heed::gpu {

/// The program with every scan replaced by its body, once for each step in time, scans inside bodies too. The same
/// program if it has none.
[[nodiscard]] std::shared_ptr<const core::Program> withScansUnrolled(std::shared_ptr<const core::Program> program);

}  // namespace heed::gpu
