#pragma once

#include "core/program/program.h"

#include <memory>

namespace heed::core {

/// Whether the chains of a gradient pass through attention become one "attention_gradient" op too, where neither the
/// weights nor their gradients are used elsewhere: for backends with a kernel for it.
enum class GradientChains { Keep, Fuse };

/// The program with each chain product, scale, bias, softmax, product of attention replaced by one "attention" op,
/// where nothing else uses what lies between: so a run that nobody looks into never holds the n x n scores. The steps
/// inside are lost, so this is for Keep::Outputs only. Chains with fewer than `minimumKeys` keys stay as they are:
/// below that the plain ops are as fast, and a plain run equals a traced one bit for bit. Null if there is no such
/// chain.
[[nodiscard]] std::shared_ptr<const Program> withFusedAttention(const Program& program, std::int64_t minimumKeys,
                                                                GradientChains gradients = GradientChains::Keep);

/// The keys from which on CpuBackend fuses.
inline constexpr std::int64_t kKeysForFusion = 512;

}  // namespace heed::core
