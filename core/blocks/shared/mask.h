#pragma once

#include "core/model/block_build.h"

#include <functional>
#include <memory>

/// What the mask blocks share. A mask is Bool [queries, keys]: true = may be attended; masks are combined by AND.
namespace heed::core {

/// Makes the mask of a sequence with itself from a rule, as a labelled constant, and sets the output "mask".
void finishMask(BlockBuild& build, const std::function<bool(std::int64_t query, std::int64_t key)>& allows,
                Text caption, Text explanation);

/// Labels a mask as a step and sets the output "mask"; items may be null.
void labelMask(BlockBuild& build, Value mask, std::shared_ptr<const AxisLabels> items, Text caption, Text explanation);

}  // namespace heed::core
