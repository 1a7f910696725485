#pragma once

#include "core/model/block_build.h"

/// Scores by scaled dot products, which several mechanisms share.
namespace heed::core {

/// The parameter "divisor": what the scores are divided by, where 0 stands for the square root of the width.
[[nodiscard]] ParamSpec divisorParam();

/// query key^T over the divisor, as the steps "scores" and "scaled". The block must have divisorParam(). Throws
/// Error{Shape} if query, key and value do not fit.
[[nodiscard]] Value scaledDotProducts(BlockBuild& build);

}  // namespace heed::core
