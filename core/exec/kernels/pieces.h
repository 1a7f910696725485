#pragma once

#include "core/base/kernel_context.h"

#include <cstdint>
#include <functional>

namespace heed::core {

/// parallelFor, but work of a single piece stays here without a detour through the pool.
template <typename Body>
void forPieces(const KernelContext& context, std::int64_t count, std::int64_t grain, const Body& body) {
  if (count <= 0) return;
  context.throwIfStopped();
  if (count <= grain) return body(std::int64_t{0}, count);
  context.pool.parallelFor(count, grain, std::cref(body));
}

}  // namespace heed::core
