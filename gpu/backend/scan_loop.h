#pragma once

#include "gpu/backend/placed_program.h"
#include "gpu/backend/scan_layout.h"

#include <cstdint>
#include <vector>

namespace heed::gpu {

/// Elements that are moved around a loop: the first place in each memory, and how much further it is with each round,
/// both modulo 2^32.
struct LoopMove {
  MemoryRange from;
  MemoryRange to;
  std::uint32_t count = 0;
  std::uint32_t fromFirst = 0;
  std::uint32_t fromStride = 0;
  std::uint32_t toFirst = 0;
  std::uint32_t toStride = 0;
};

/// A scan as a loop: its body has memory once, and each round moves the slices of its time in and out. A counter in the
/// device's memory says which round it is, so that all rounds are the same commands. A round reads its slices and keeps
/// its carries where they are wanted, counts itself, runs the body, and writes; so places of writes are one round
/// ahead.
class ScanLoop {
 public:
  ScanLoop(const PlacedProgram& outer, const core::Node& node, MemoryBlocks& blocks);

  [[nodiscard]] const PlacedProgram& body() const { return m_body; }
  [[nodiscard]] std::uint32_t rounds() const { return m_rounds; }
  [[nodiscard]] MemoryRange counter() const;

  /// Before the first round: carries begin.
  [[nodiscard]] std::vector<LoopMove> beginnings() const;
  [[nodiscard]] std::vector<LoopMove> readings() const;
  [[nodiscard]] std::vector<LoopMove> writings() const;
  /// After the last round: carries end.
  [[nodiscard]] std::vector<LoopMove> endings() const;

 private:
  [[nodiscard]] core::Value bodyInput(std::size_t position) const;
  [[nodiscard]] core::Value bodyOutput(std::size_t position) const;
  [[nodiscard]] std::vector<core::Value> wanted() const;
  [[nodiscard]] BodyValues special() const;
  [[nodiscard]] LoopMove whole(MemoryRange from, MemoryRange to) const;
  /// The first place of a slice of a sequence, and how far apart those of neighbouring rounds are.
  struct Slices {
    std::uint32_t first = 0;
    std::uint32_t stride = 0;
  };
  [[nodiscard]] Slices slicesOf(core::Value sequence) const;

  const PlacedProgram& m_outer;
  const core::Node& m_node;
  ScanLayout m_layout;
  std::uint32_t m_rounds;
  PlacedProgram m_body;
  MemoryPiece m_counter;
};

}  // namespace heed::gpu
