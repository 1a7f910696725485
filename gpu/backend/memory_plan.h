#pragma once

#include "core/program/program.h"

#include <cstdint>
#include <span>
#include <vector>

namespace heed::gpu {

/// Which slot of memory each value lies in. A slot is used again as soon as the value in it was needed for the last
/// time; an op that works element by element, or only gives a value another shape, leaves its result where its operand
/// was.
struct MemoryPlan {
  std::vector<int> slotOf;  ///< by value; -1 for values that no node of the plan makes or uses
  std::vector<std::uint64_t> slotBytes;
};

/// Nodes of the program that must run for its outputs and for `kept` values (by value id), in order.
[[nodiscard]] std::vector<int> neededNodes(const core::Program& program, std::span<const char> kept);

/// Slots for the values of `nodes`, run in this order. Inputs, constants, outputs and `kept` values share theirs with
/// nobody.
[[nodiscard]] MemoryPlan planMemory(const core::Program& program, std::span<const int> nodes,
                                    std::span<const char> kept);

}  // namespace heed::gpu
