#pragma once

#include "core/exec/backend.h"
#include "gpu/backend/action_list.h"
#include "gpu/backend/cutter.h"
#include "gpu/backend/machine.h"
#include "gpu/backend/pace.h"
#include "gpu/backend/placed_program.h"
#include "gpu/backend/run_transfers.h"

#include <memory>
#include <vector>

namespace heed::gpu {

/// A program for the device: memory by liveness, kernels compiled, and the commands of a run recorded once, cut into
/// submissions of some 20 ms by what earlier ones took. A run writes the inputs, submits them, and reads the outputs;
/// labelled steps are copied back by a second submission, and only where somebody traces. Times come from commands
/// recorded for them, made when somebody asks first.
class VulkanPlan : public core::Plan {
 public:
  /// `program` must hold only ops with a kernel. `stepNumbers` gives, for each of its steps, the number under which a
  /// trace knows it, or -1. The caller holds the machine's lock here and in execute().
  VulkanPlan(std::shared_ptr<Machine> machine, std::shared_ptr<const core::Program> program,
             std::vector<int> stepNumbers, core::Keep keep);

  [[nodiscard]] const core::Program& program() const override { return m_placed.program(); }
  [[nodiscard]] std::size_t peakBytes() const override { return m_placed.bytes() + m_list.bytes(); }

  /// Inputs in the kinds of float32 plans.
  [[nodiscard]] std::vector<core::Tensor> execute(std::span<const core::Tensor> inputs, core::RunContext& context);

 private:
  /// Commands of one submission.
  struct Segment {
    std::unique_ptr<CommandBuffer> commands;
    std::vector<Part> parts;  ///< their seconds are predictions until the first run, then measured
    double seconds = 0.0;     ///< that the last run took
  };

  [[nodiscard]] const Action& actionOf(const Part& part) const { return m_list.actions()[part.action]; }
  void uploadConstants();
  void recordLoops();
  void appendSegment();
  void recordTimed();
  void recordParts(CommandBuffer& commands, std::span<const Part> parts, const Timestamps* times,
                   std::uint32_t firstPlace) const;
  [[nodiscard]] double runSegment(const Segment& segment, core::RunContext& context) const;
  void runMeasured(core::RunContext& context);
  [[nodiscard]] bool isCutBadly() const;
  void cutAgain();
  void runTimed(core::RunContext& context);
  void throwKernelError(const RunBlock& block) const;
  void traceSteps(std::span<const core::Tensor> inputs, core::TraceSink& trace);

  std::shared_ptr<Machine> m_machine;
  std::vector<int> m_stepNumbers;
  core::Keep m_keep;
  MemoryBlocks m_deviceBlocks;
  MemoryBlocks m_hostBlocks;
  PlacedProgram m_placed;
  ActionList m_list;
  RunTransfers m_transfers;
  Pace m_pace;
  Cutter m_cutter;
  std::vector<std::unique_ptr<CommandBuffer>> m_rounds;  ///< one round of each loop
  std::vector<Segment> m_segments;                       ///< as far as recorded
  std::vector<Segment> m_timedSegments;                  ///< recorded when the first run asks for times
  std::unique_ptr<Timestamps> m_times;
  std::unique_ptr<CommandBuffer> m_stepCommands;
};

}  // namespace heed::gpu
