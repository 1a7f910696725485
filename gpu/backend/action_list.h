#pragma once

#include "gpu/backend/hazards.h"
#include "gpu/backend/kernel.h"
#include "gpu/backend/machine.h"
#include "gpu/backend/placed_program.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::gpu {

/// A dispatch whose operands have their places: what is recorded.
struct Action {
  int node = -1;  ///< of the plan's program
  std::string_view shader;
  const ComputePipeline* pipeline = nullptr;
  PushConstants push;
  std::uint32_t groups = 0;
  double cost = 0.0;  ///< in multiply-adds; an element moved counts as one
  std::vector<MemoryRange> reads;
  std::vector<MemoryRange> writes;
  bool isBesidePrevious = false;
  std::uint32_t indexLimit = 0;
};

/// Everything that the device does in a run, in order, with the memory that the kernels share: their parameters, what
/// belongs to the run, and scratch memory.
class ActionList {
 public:
  /// Compiles the kernels that are new and takes memory.
  ActionList(Machine& machine, const PlacedProgram& placed, MemoryBlocks& blocks);

  [[nodiscard]] const std::vector<Action>& actions() const { return m_actions; }
  [[nodiscard]] const MemoryPiece& runPiece() const { return m_runPiece; }
  [[nodiscard]] std::uint64_t scratchBytes() const { return m_scratchWords * kElementBytes; }
  /// How often a run starts a kernel for each op; a reshape that needs none counts too.
  [[nodiscard]] const std::map<std::string, std::int64_t>& dispatchCounts() const { return m_dispatchCounts; }

  /// Records the copy of the parameters of all kernels; `staging` must live until it is done.
  void uploadParameters(CommandBuffer& commands, MemoryBlocks& staging) const;

 private:
  void append(const PlacedProgram& placed);
  void append(const PlacedProgram& placed, int number, const Dispatch& dispatch, double cost);
  void takeMemory(MemoryBlocks& blocks);

  Machine& m_machine;
  std::vector<Action> m_actions;
  std::vector<std::uint32_t> m_parameters;  ///< of all kernels
  std::uint64_t m_scratchWords = 0;
  std::map<std::string, std::int64_t> m_dispatchCounts;
  MemoryPiece m_parameterPiece;
  MemoryPiece m_runPiece;
};

}  // namespace heed::gpu
