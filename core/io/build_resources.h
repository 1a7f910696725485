#pragma once

#include "core/model/block_build.h"

namespace heed::core {

/// The hand-set tables of the resources, which blocks look up while they are built. Throws Error{File} or {Format}.
[[nodiscard]] BuildResources readBuildResources();

}  // namespace heed::core
