#pragma once

#include "core/program/program.h"
#include "gpu/backend/hazards.h"
#include "gpu/backend/memory_plan.h"
#include "gpu/vulkan/command_buffer.h"
#include "gpu/vulkan/memory_blocks.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace heed::gpu {

/// The bytes of a piece of memory that the host sees.
[[nodiscard]] std::span<std::byte> hostBytes(const MemoryPiece& piece, std::uint64_t bytes);

/// A value whose place is known from the beginning.
struct GivenPlace {
  core::Value value;
  MemoryPiece piece;
};

/// What is special in the body of a loop.
struct BodyValues {
  std::vector<Carry> carries;
  std::vector<GivenPlace> given;
};

/// A program of which each value that a run needs has a place in the device's memory.
class PlacedProgram {
 public:
  /// Takes memory for the nodes that the wanted values need. Those that nobody reads any more keep their place to the
  /// end if they are wanted, given, or carried from round to round.
  PlacedProgram(std::shared_ptr<const core::Program> program, std::span<const core::Value> wanted, MemoryBlocks& blocks,
                const BodyValues& special = {});

  [[nodiscard]] const core::Program& program() const { return *m_program; }
  /// Those that must run, in order.
  [[nodiscard]] std::span<const int> nodes() const { return m_nodes; }
  [[nodiscard]] std::uint64_t bytes() const;

  [[nodiscard]] bool isPlaced(core::Value value) const { return slotOf(value) >= 0; }
  [[nodiscard]] MemoryPiece pieceOf(core::Value value) const;
  [[nodiscard]] MemoryRange rangeOf(core::Value value) const;
  [[nodiscard]] std::uint64_t byteCount(core::Value value) const;
  [[nodiscard]] core::ElementKind kindOf(core::Value value) const;
  /// Whether a node only gives a value another shape and its result lies in the same memory: it needs no dispatch.
  [[nodiscard]] bool isAlreadyThere(const core::Node& node) const;

  /// Records the copies of the constants that are used; `staging` must live until they are done.
  void uploadConstants(CommandBuffer& commands, MemoryBlocks& staging) const;

 private:
  [[nodiscard]] int slotOf(core::Value value) const { return m_memory.slotOf[static_cast<std::size_t>(value.id)]; }

  std::shared_ptr<const core::Program> m_program;
  std::vector<int> m_nodes;
  MemoryPlan m_memory;
  std::vector<MemoryPiece> m_slots;
};

}  // namespace heed::gpu
