#pragma once

#include "core/program/op_def.h"

#include <string_view>

namespace heed::core {

/// The float32 kernel that is faster than the op's own, or null. It computes the same within the op's tolerance;
/// deleting it changes speed and nothing else.
[[nodiscard]] void (*fastKernel(std::string_view op))(const KernelCall& call);

}  // namespace heed::core
