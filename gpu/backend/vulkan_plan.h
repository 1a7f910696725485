#pragma once

#include "core/exec/backend.h"
#include "gpu/backend/cutter.h"
#include "gpu/backend/hazards.h"
#include "gpu/backend/kernel.h"
#include "gpu/backend/machine.h"
#include "gpu/backend/memory_plan.h"

#include <map>
#include <memory>
#include <string>
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

  [[nodiscard]] const core::Program& program() const override { return *m_program; }
  [[nodiscard]] std::size_t peakBytes() const override;

  /// Inputs in the kinds of float32 plans.
  [[nodiscard]] std::vector<core::Tensor> execute(std::span<const core::Tensor> inputs, core::RunContext& context);

 private:
  /// A dispatch with the node that it belongs to.
  struct Action {
    int node = -1;
    Dispatch dispatch;
    const ComputePipeline* pipeline = nullptr;
    std::size_t firstParameter = 0;
    double cost = 0.0;
  };
  /// A value that is copied between host and device.
  struct Copy {
    core::Value value;
    MemoryPiece host;
  };

  /// Commands of one submission.
  struct Segment {
    std::unique_ptr<CommandBuffer> commands;
    std::vector<Part> parts;  ///< their seconds are predictions until the first run, then measured
    double seconds = 0.0;     ///< that the last run took
  };
  struct Access {
    std::vector<MemoryRange> reads;
    std::vector<MemoryRange> writes;
  };

  [[nodiscard]] bool isAlreadyThere(const core::Node& node) const;
  void makeActions(std::span<const int> nodes);
  void placeValues();
  void uploadConstants();
  void appendSegment();
  void recordTimed();
  void recordUploads(CommandBuffer& commands) const;
  void recordParts(CommandBuffer& commands, std::span<const Part> parts, const Timestamps* times,
                   std::uint32_t firstPlace) const;
  void recordPart(CommandBuffer& commands, const Part& part) const;
  void recordDownloads(CommandBuffer& commands) const;
  [[nodiscard]] MemoryRange rangeOf(core::Value value) const;
  [[nodiscard]] Access accessOf(const Action& action) const;
  [[nodiscard]] double runSegment(const Segment& segment, core::RunContext& context) const;
  void runMeasured(core::RunContext& context);
  void learn(Segment& segment, double seconds) const;
  [[nodiscard]] bool isCutBadly() const;
  void cutAgain();
  void runTimed(core::RunContext& context);
  void throwKernelError(const RunBlock& block) const;
  void traceSteps(std::span<const core::Tensor> inputs, core::TraceSink& trace);
  [[nodiscard]] core::ElementKind kindOf(core::Value value) const;
  [[nodiscard]] std::uint64_t byteCount(core::Value value) const;
  [[nodiscard]] MemoryPiece pieceOf(core::Value value) const;
  [[nodiscard]] std::span<std::byte> mapped(const Copy& copy) const;
  [[nodiscard]] core::Tensor read(const Copy& copy) const;

  std::shared_ptr<Machine> m_machine;
  std::shared_ptr<const core::Program> m_program;
  std::vector<int> m_stepNumbers;
  core::Keep m_keep;
  MemoryPlan m_memory;
  std::vector<Action> m_actions;
  double m_totalCost = 1.0;
  std::vector<Work> m_works;  ///< one for each action
  bool m_isMeasured = false;  ///< whether the works' times come from a run of this plan
  Cutter m_cutter;
  std::vector<std::uint32_t> m_parameters;  ///< of all dispatches
  std::map<std::string, std::int64_t> m_dispatchCounts;
  MemoryBlocks m_deviceBlocks;
  MemoryBlocks m_hostBlocks;
  std::vector<MemoryPiece> m_slots;
  MemoryPiece m_parameterPiece;
  std::uint64_t m_scratchWords = 0;
  MemoryPiece m_scratch;  ///< what the dispatches of one node hand on to each other
  MemoryPiece m_runPiece;
  MemoryPiece m_runUpload;
  MemoryPiece m_runDownload;
  std::vector<Copy> m_uploads;           ///< inputs that are used, in order
  std::vector<Copy> m_downloads;         ///< one for each output
  std::vector<Segment> m_segments;       ///< as far as recorded
  std::vector<Segment> m_timedSegments;  ///< recorded when the first run asks for times
  std::unique_ptr<Timestamps> m_times;
  std::unique_ptr<CommandBuffer> m_stepCommands;
};

}  // namespace heed::gpu
