#pragma once

#include "core/program/op_def.h"

namespace heed::core {

/// The op "attention" by blocks of keys, without its matrix of weights. Shapes that the block kernel cannot address go
/// to the op's own kernel.
void fastAttention(const KernelCall& call);

}  // namespace heed::core
