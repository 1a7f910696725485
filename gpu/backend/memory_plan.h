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

/// What the rounds of a loop hand on: the program's input, and what a round makes of it for the next one.
struct Carry {
  core::Value before;
  core::Value after;
};

/// The outputs of a program.
[[nodiscard]] std::vector<core::Value> outputsOf(const core::Program& program);

/// Nodes of the program that must run for the wanted values, in order.
[[nodiscard]] std::vector<int> neededNodes(const core::Program& program, std::span<const core::Value> wanted);

/// Slots for the values of `nodes`, run in this order. Inputs, constants and wanted values share theirs with nobody,
/// but for carries: what is needed of one no more may be overwritten, best of all by what comes after it. No other
/// carry's `after` lies in its slot. Outputs of a scan that nobody uses get no slot.
[[nodiscard]] MemoryPlan planMemory(const core::Program& program, std::span<const int> nodes,
                                    std::span<const core::Value> wanted, std::span<const Carry> carries = {});

}  // namespace heed::gpu
