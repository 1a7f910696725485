#pragma once

#include "core/base/error.h"
#include "core/program/rewrite.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// What the suites that grow by themselves need on Vulkan: runs that prove that the device did the work, and the bound
/// within which its numbers must be those of float64.
namespace heed::test {

/// How often each op stands among the ops of a program that must start a kernel: those that its outputs and, if they
/// are kept, its steps need, and that have an element in an output.
inline std::map<std::string, std::int64_t> workingOps(const core::Program& program, core::Keep keep) {
  std::vector<core::Value> wanted;
  for (const core::ProgramOutput& output : program.outputs()) wanted.push_back(output.value);
  if (keep == core::Keep::Steps) {
    for (const core::Step& step : program.steps()) wanted.push_back(step.value);
  }
  const auto needed = core::sliced(program, wanted);
  std::map<std::string, std::int64_t> counts;
  for (const core::Node& node : needed->nodes()) {
    const bool works = std::ranges::any_of(
        node.outputs, [&](core::Value output) { return needed->type(output).shape.elementCount() > 0; });
    if (works) ++counts[std::string(node.op->name)];
  }
  return counts;
}

/// The bound for what a program computes in float32. An op is off by no more than its tolerance from what its operands
/// give, and hands on what they were off by, more or less: so the errors add up along the longest way from an input to
/// an output. A slope above 1 lets them grow and the many slopes below 1 let them shrink; where a suite meets slopes
/// that are much larger, it says so and takes a factor. Each step of a scan adds what its body does.
inline double boundFor(const core::Program& program) {
  std::vector<double> error(program.values().size(), 1e-7);
  double largest = 1e-7;
  for (const core::Node& node : program.nodes()) {
    double worst = 0.0;
    for (const core::Value input : node.inputs) {
      if (input.isValid()) worst = std::max(worst, error[static_cast<std::size_t>(input.id)]);
    }
    worst += node.op->tolerance.float32;
    if (node.op->name == "scan") {
      const auto sequence = node.attributes.integer("constantCount") + node.attributes.integer("carryCount");
      const core::Value times = node.inputs[static_cast<std::size_t>(sequence)];
      worst += static_cast<double>(program.type(times).shape[0]) * boundFor(*node.attributes.program("body"));
    }
    for (const core::Value output : node.outputs) error[static_cast<std::size_t>(output.id)] = worst;
    largest = std::max(largest, worst);
  }
  return largest;
}

/// What came of a run on Vulkan.
struct VulkanRun {
  std::vector<core::Tensor> outputs;
  double bound = 0.0;     ///< boundFor() what was run
  std::string complaint;  ///< an op that the device did not run, an error, what the validation layer said; else empty
};

/// A Vulkan backend that is asked after each run whether it did the work.
class VulkanBench {
 public:
  explicit VulkanBench(std::unique_ptr<gpu::VulkanBackend> backend) : m_backend(std::move(backend)) {}

  [[nodiscard]] gpu::VulkanBackend& backend() { return *m_backend; }

  [[nodiscard]] VulkanRun run(const std::shared_ptr<const core::Program>& program,
                              const std::vector<core::Tensor>& inputs, core::Keep keep = core::Keep::Outputs,
                              core::TraceSink* trace = nullptr) {
    try {
      const auto plan = m_backend->prepare(program, keep, core::Precision::Float32);
      return run(*plan, inputs, keep, trace);
    } catch (const core::Error& error) {
      return {{}, 0.0, fmt::format("{}\n{}", error.what(), joined(m_backend->validationMessages()))};
    }
  }

  [[nodiscard]] VulkanRun run(core::Plan& plan, const std::vector<core::Tensor>& inputs, core::Keep keep,
                              core::TraceSink* trace = nullptr) {
    const auto before = m_backend->dispatchCounts();
    VulkanRun result;
    result.outputs = runOn(*m_backend, plan, inputs, trace);
    result.bound = boundFor(plan.program());
    result.complaint = joined(m_backend->validationMessages());
    const auto after = m_backend->dispatchCounts();
    const auto in = [](const std::map<std::string, std::int64_t>& counts, const std::string& op) {
      const auto found = counts.find(op);
      return found == counts.end() ? std::int64_t{0} : found->second;
    };
    for (const auto& [op, nodes] : workingOps(plan.program(), keep)) {
      const std::int64_t started = in(after, op) - in(before, op);
      if (started < nodes) result.complaint += fmt::format("{} of {} {} were run; ", started, nodes, op);
    }
    return result;
  }

 private:
  std::unique_ptr<gpu::VulkanBackend> m_backend;
};

/// The largest distance of what a suite compared, and where it was found: printed at its end.
class LargestDistance {
 public:
  /// `share` is the distance as a share of what is allowed.
  void note(double share, const std::string& where) {
    ++m_count;
    if (share <= m_share) return;
    m_share = share;
    m_where = where;
  }
  [[nodiscard]] std::string toString() const {
    return fmt::format("{} tensors compared; the largest difference is {:.3g} of what is allowed, at \"{}\"", m_count,
                       m_share, m_where);
  }

 private:
  int m_count = 0;
  double m_share = 0.0;
  std::string m_where;
};

/// Empty if each tensor is as near to the exact one as allowed, else a sentence about the first that is not.
inline std::string comparison(const std::vector<core::Tensor>& found, const std::vector<core::Tensor>& exact,
                              const std::vector<std::string>& names, double allowed, LargestDistance& largest,
                              const std::string& row) {
  if (found.size() != exact.size()) return fmt::format("{} outputs instead of {}", found.size(), exact.size());
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (core::valueKind(found[i].kind()) != core::valueKind(exact[i].kind())) return names[i] + " is of another kind";
    const double distance = largestDistance(found[i], exact[i]);
    largest.note(distance / allowed, row + ", " + names[i]);
    if (!(distance <= allowed)) return fmt::format("{} differs by {} where {} is allowed", names[i], distance, allowed);
  }
  return {};
}

/// The names of a program's outputs.
inline std::vector<std::string> outputNames(const core::Program& program) {
  std::vector<std::string> names;
  for (const core::ProgramOutput& output : program.outputs()) names.push_back(output.name);
  return names;
}

}  // namespace heed::test
