#pragma once

#include "core/base/kernel_context.h"
#include "core/base/progress.h"
#include "core/base/text.h"
#include "core/program/program.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace heed::core {

/// What a run must keep: only the outputs (buffers are reused, fast kernels taken), or every labelled step too.
enum class Keep { Outputs, Steps };

/// Receives the values of labelled steps while a run goes on.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  [[nodiscard]] virtual bool wants(int step) const = 0;
  virtual void record(int step, const Tensor& value) = 0;
  /// The run begins anew on another backend: what was recorded is void.
  virtual void restart() = 0;
};

/// Receives how long each node of Plan::program() took, once for every node that was run. A backend measures only where
/// somebody asks; a device without timestamps gives none.
class TimeSink {
 public:
  virtual ~TimeSink() = default;
  virtual void record(int node, double seconds) = 0;
  /// The run begins anew on another backend, and so do the numbers of the nodes.
  virtual void restart() = 0;
};

/// What a run may use. By reference, never stored, never global.
struct RunContext {
  KernelContext& kernel;
  Progress* progress = nullptr;
  TraceSink* trace = nullptr;
  TimeSink* times = nullptr;
};

/// A program prepared for one backend. Made once and run many times; one run at a time.
class Plan {
 public:
  virtual ~Plan() = default;
  /// What is really run: the program after expansion, folding and removal of what nobody needs.
  [[nodiscard]] virtual const Program& program() const = 0;
  /// The most memory that values hold at once, in bytes, outputs and kept steps included.
  [[nodiscard]] virtual std::size_t peakBytes() const = 0;
};

struct RunResult {
  std::vector<Tensor> outputs;  ///< in the order of Program::outputs
  double seconds = 0.0;
};

/// Something that can run programs. Implementations: CpuBackend here, VulkanBackend in gpu.
class Backend {
 public:
  virtual ~Backend() = default;

  /// "cpu" or "vulkan": what computed the last run, and before one what will.
  [[nodiscard]] virtual std::string name() const = 0;
  /// Why that one computed, as a sentence for people: what was asked for, measured, missing or failed. Empty where
  /// there is nothing to say.
  [[nodiscard]] virtual Text note() const { return {}; }
  /// Whether the device is gone, so that nothing can run on it any more.
  [[nodiscard]] virtual bool isLost() const { return false; }
  [[nodiscard]] virtual bool supports(Precision precision) const = 0;
  /// Whether the backend has a kernel for this op, expanded or not; an unsupported one sends the program to the CPU.
  [[nodiscard]] virtual bool supports(const OpDef& op) const = 0;

  /// Throws Error{Device} if the backend cannot take the program.
  [[nodiscard]] virtual std::unique_ptr<Plan> prepare(std::shared_ptr<const Program> program, Keep keep,
                                                      Precision precision) = 0;

  /// Runs with one tensor for each of Program::inputs, converted to the plan's precision where they are real. Throws
  /// Error with the op and its groups in where(), or Cancelled.
  [[nodiscard]] virtual RunResult run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) = 0;
};

}  // namespace heed::core
