#pragma once

#include "core/exec/backend.h"

#include <memory>

namespace heed::gpu {

/// The program as a VulkanPlan takes it: attention in one op where nobody looks into it, every composite op expanded
/// that has no kernel, and the bodies of scans likewise. A scan inside the body of another one is unrolled, and no body
/// hands on a carry as another one. Throws Error{Device} naming an op that cannot run.
[[nodiscard]] std::shared_ptr<const core::Program> runnable(std::shared_ptr<const core::Program> program,
                                                            core::Keep keep);

}  // namespace heed::gpu
