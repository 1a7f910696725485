#pragma once

#include "core/exec/cpu_backend.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace heed::core {

using CpuKernel = void (*)(const KernelCall& call);

/// Where a value's elements lie while a plan runs.
struct Placement {
  enum class Kind { Unused, Input, Constant, Slot, Output };
  Kind kind = Kind::Unused;
  int index = -1;  ///< input, constant, slot or output number
};

/// A program for the CPU with its buffers: which nodes run, which kernel each takes, and where every value lies. Slots
/// are reused as soon as the value in them was used for the last time.
class CpuPlan : public Plan {
 public:
  /// `program` must hold only ops with a CPU kernel. `stepNumbers` gives, for each of its steps, the number under which
  /// a trace knows it, or -1.
  CpuPlan(std::shared_ptr<const Program> program, std::vector<int> stepNumbers, Keep keep, Precision precision,
          FastKernels fastKernels);

  [[nodiscard]] const Program& program() const override { return *m_program; }
  [[nodiscard]] std::size_t peakBytes() const override;
  [[nodiscard]] Precision precision() const { return m_precision; }

  /// Runs with memory that the caller owns: inputs and outputs in the program's order and the plan's element kinds.
  void execute(std::span<const ConstView> inputs, std::span<const MutableView> outputs, RunContext& context);

 private:
  class Bodies;
  /// A node that runs, with the views that its kernel gets: made once, so that a run allocates nothing.
  struct Action {
    int node = -1;
    CpuKernel kernel = nullptr;
    double cost = 0.0;
    std::vector<ConstView> inputs;
    std::vector<MutableView> outputs;
  };
  /// A view of memory that the caller of execute() owns and that is therefore filled in at each run.
  struct Binding {
    int action = -1;
    int operand = -1;
    Placement placement;
    bool isWritten = false;
  };

  void foldConstants();
  [[nodiscard]] bool isFoldable(const Node& node) const;
  void placeInputsAndConstants();
  void chooseActions(const std::vector<char>& needed);
  void placeOutputs();
  void placeNodes();
  [[nodiscard]] bool canOverwriteFirst(const Node& node, const std::vector<char>& dies) const;
  void makeViews();
  [[nodiscard]] std::vector<int> lastUses() const;
  [[nodiscard]] int takeSlot(std::size_t bytes, std::vector<int>& freeSlots);
  [[nodiscard]] std::size_t byteCount(Value value) const;
  [[nodiscard]] ElementKind kindOf(Value value) const;
  [[nodiscard]] std::vector<char> neededNodes(Keep keep) const;

  struct RunState;
  [[nodiscard]] ConstView readView(Value value, const RunState& state) const;
  void bindViews(const RunState& state);
  void runKernel(CpuKernel kernel, const Node& node, std::span<const ConstView> inputs,
                 std::span<const MutableView> outputs, const RunState& state) const;
  void runAction(const Action& action, const Node& node, const RunState& state) const;
  void recordSteps(Value value, const RunState& state) const;

  std::shared_ptr<const Program> m_program;
  std::vector<int> m_stepNumbers;
  Precision m_precision;
  FastKernels m_fastKernels;
  std::vector<Action> m_actions;
  std::vector<Binding> m_bindings;
  double m_totalCost = 1.0;
  std::vector<Placement> m_placements;      ///< by value
  std::vector<std::vector<int>> m_stepsOf;  ///< by value: positions in the program's steps
  std::vector<Tensor> m_constants;
  std::vector<std::size_t> m_slotSizes;
  std::vector<std::shared_ptr<std::byte>> m_slots;
  std::vector<std::pair<int, Value>> m_copies;  ///< outputs that are an input, a constant or another output
  std::map<std::uint64_t, std::unique_ptr<CpuPlan>> m_bodies;
};

/// A plan for a program of any ops: expands what has no CPU kernel, or everything where the options say so.
[[nodiscard]] std::unique_ptr<CpuPlan> makeCpuPlan(const std::shared_ptr<const Program>& program, Keep keep,
                                                   Precision precision, CpuOptions options);

}  // namespace heed::core
