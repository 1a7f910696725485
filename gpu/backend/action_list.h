#pragma once

#include "gpu/backend/cutter.h"
#include "gpu/backend/hazards.h"
#include "gpu/backend/kernel.h"
#include "gpu/backend/machine.h"
#include "gpu/backend/placed_program.h"
#include "gpu/backend/scan_loop.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::gpu {

/// A dispatch whose operands have their places: what is recorded.
struct Action {
  int node = -1;                      ///< of the plan's program
  const core::Node* inner = nullptr;  ///< of the body where that one is a scan
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
  /// Which of them are repeated, in order.
  [[nodiscard]] std::span<const Loop> loops() const { return m_loops; }
  [[nodiscard]] const MemoryPiece& runPiece() const { return m_runPiece; }
  /// Scratch memory and that of the bodies of loops.
  [[nodiscard]] std::uint64_t bytes() const;
  /// How often a run starts a kernel for each op; a reshape that needs none counts too.
  [[nodiscard]] const std::map<std::string, std::int64_t>& dispatchCounts() const { return m_dispatchCounts; }

  /// Records the copies of the parameters of all kernels, and of constants in the bodies of loops; `staging` must live
  /// until they are done.
  void upload(CommandBuffer& commands, MemoryBlocks& staging) const;

 private:
  void appendNodes(const PlacedProgram& placed, int scan);
  void appendDispatch(const PlacedProgram& placed, const core::Node& node, const Dispatch& dispatch, Action action);
  void appendScan(const PlacedProgram& placed, int number);
  void appendMoves(const std::vector<LoopMove>& moves, MemoryRange counter, int node);
  void appendCounter(std::string_view shader, MemoryRange counter, int node);
  void append(Action action, std::span<const std::uint32_t> constants, std::span<const std::uint32_t> parameters);
  void takeMemory();

  Machine& m_machine;
  MemoryBlocks& m_blocks;
  std::vector<Action> m_actions;
  std::vector<Loop> m_loops;
  std::vector<std::unique_ptr<ScanLoop>> m_scans;  ///< one for each scan, though it may have no step
  std::vector<std::uint32_t> m_parameters;         ///< of all kernels
  std::uint64_t m_scratchWords = 0;
  std::int64_t m_rounds = 1;  ///< how often what is appended will run
  std::map<std::string, std::int64_t> m_dispatchCounts;
  MemoryPiece m_parameterPiece;
  MemoryPiece m_runPiece;
};

}  // namespace heed::gpu
