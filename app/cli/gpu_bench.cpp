#include "app/cli/gpu_bench.h"

#include "app/cli/gpu_programs.h"
#include "app/startup/backends.h"
#include "core/base/error.h"
#include "core/exec/kernels/kernels.h"
#include "core/exec/kernels/peak.h"
#include "core/exec/step_times.h"
#include "gpu/backend/vulkan_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <new>

namespace heed::app {

namespace {

/// A run that would take longer is left out.
constexpr double kRunSeconds = 1.0;
/// Turns are taken until one side of a row has used this much.
constexpr double kRowSeconds = 1.0;
constexpr int kMostRuns = 30;
constexpr int kTimedRuns = 3;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

/// One backend's side of a row.
class Side {
 public:
  Side(core::Backend& backend, GpuCell& cell) : m_backend(backend), m_cell(cell) {}

  /// Prepares and runs once for warming up.
  void prepare(const BenchProgram& program, core::KernelContext& kernel) {
    m_inputs = &program.inputs;
    attempt([&] {
      m_plan = m_backend.prepare(program.program, core::Keep::Outputs, core::Precision::Float32);
      core::RunContext context{.kernel = kernel};
      static_cast<void>(m_backend.run(*m_plan, *m_inputs, context));
    });
  }

  [[nodiscard]] bool wantsMore() const {
    return m_cell.leftOut.empty() && m_spent < kRowSeconds && static_cast<int>(m_seconds.size()) < kMostRuns;
  }

  void run(core::KernelContext& kernel) {
    attempt([&] {
      core::RunContext context{.kernel = kernel};
      m_seconds.push_back(m_backend.run(*m_plan, *m_inputs, context).seconds);
      m_spent += m_seconds.back();
    });
  }

  void finish(core::KernelContext& kernel) {
    if (!m_cell.leftOut.empty() || m_seconds.empty()) return;
    GpuTiming timing{
        static_cast<int>(m_seconds.size()), std::ranges::min(m_seconds) * 1e3, median(m_seconds) * 1e3, {}};
    attempt([&] { timing.kernels = kernelMilliseconds(kernel); });
    if (m_cell.leftOut.empty()) m_cell.timing = timing;
  }

  [[nodiscard]] double medianSeconds() const { return m_seconds.empty() ? 0.0 : median(m_seconds); }

 private:
  template <typename Work>
  void attempt(const Work& work) {
    if (!m_cell.leftOut.empty()) return;
    try {
      work();
    } catch (const core::Error& error) {
      if (error.kind() != core::ErrorKind::Device) throw;
      m_cell.leftOut = error.text().english();
    } catch (const std::bad_alloc&) {
      m_cell.leftOut = "the memory of this machine is used up";
    }
  }

  std::optional<double> kernelMilliseconds(core::KernelContext& kernel) {
    core::NodeSeconds nodes;
    core::RunContext context{.kernel = kernel, .times = &nodes};
    std::vector<double> totals;
    for (int i = 0; i < kTimedRuns && (i == 0 || totals.front() < kRowSeconds / kTimedRuns); ++i) {
      nodes.restart();
      static_cast<void>(m_backend.run(*m_plan, *m_inputs, context));
      if (nodes.seconds().empty()) return std::nullopt;
      totals.push_back(nodes.total());
    }
    return median(totals) * 1e3;
  }

  core::Backend& m_backend;
  GpuCell& m_cell;
  const std::vector<core::Tensor>* m_inputs = nullptr;
  std::unique_ptr<core::Plan> m_plan;
  std::vector<double> m_seconds;
  double m_spent = 0.0;
};

/// What the last row of a kind took, to foresee the next.
struct Last {
  double operations = 0.0;
  double seconds = 0.0;
  bool isLeftOut = false;
};

class Bench {
 public:
  Bench(core::Backend& gpu, core::Backend& cpu, core::KernelContext& kernel)
      : m_gpu(gpu), m_cpu(cpu), m_kernel(kernel) {}

  [[nodiscard]] GpuRow measure(const BenchTask& task, std::int64_t largest) {
    GpuRow row{task.what, task.sizes, task.size, task.operations, task.bytes, {}, {}};
    if (task.size > largest) row.gpu.leftOut = row.cpu.leftOut = fmt::format("larger than {}", largest);
    foresee(row, row.gpu, m_last["gpu " + row.what]);
    foresee(row, row.cpu, m_last["cpu " + row.what]);
    if (!row.gpu.leftOut.empty() && !row.cpu.leftOut.empty()) return row;
    const BenchProgram program = task.make();
    Side gpu(m_gpu, row.gpu);
    Side cpu(m_cpu, row.cpu);
    gpu.prepare(program, m_kernel);
    cpu.prepare(program, m_kernel);
    while (gpu.wantsMore() || cpu.wantsMore()) {
      m_kernel.throwIfStopped();
      if (gpu.wantsMore()) gpu.run(m_kernel);
      if (cpu.wantsMore()) cpu.run(m_kernel);
    }
    gpu.finish(m_kernel);
    cpu.finish(m_kernel);
    remember(row, row.gpu, gpu.medianSeconds(), m_last["gpu " + row.what]);
    remember(row, row.cpu, cpu.medianSeconds(), m_last["cpu " + row.what]);
    return row;
  }

 private:
  static void foresee(const GpuRow& row, GpuCell& cell, const Last& last) {
    if (!cell.leftOut.empty() || (last.seconds <= 0.0 && !last.isLeftOut)) return;
    const double seconds = last.operations > 0.0 ? last.seconds * row.operations / last.operations : 0.0;
    if (last.isLeftOut) {
      cell.leftOut = "a smaller one was left out";
    } else if (seconds > kRunSeconds) {
      cell.leftOut = fmt::format("would take about {:.1f} s a run, by the row before", seconds);
    }
  }

  static void remember(const GpuRow& row, const GpuCell& cell, double seconds, Last& last) {
    last = {row.operations, seconds, !cell.leftOut.empty()};
  }

  core::Backend& m_gpu;
  core::Backend& m_cpu;
  core::KernelContext& m_kernel;
  std::map<std::string, Last> m_last;
};

std::optional<double> kernelsOf(const std::vector<GpuRow>& rows, const std::string& what, std::int64_t size) {
  for (const GpuRow& row : rows) {
    if (row.what == what && row.size == size && row.gpu.timing) return row.gpu.timing->kernels;
  }
  return std::nullopt;
}

std::vector<GpuGoal> goalsOf(const std::vector<GpuRow>& rows) {
  GpuGoal product{"fp32 product against cuBLAS fp32", 0.6, 0.8, std::nullopt,
                  "cuBLAS is not part of this program: divide kernel_gigaflops of the product rows by its figure"};
  GpuGoal attention{"attention d=64 against the math path", 2.0, 2.0, std::nullopt,
                    "no size was measured both ways; the math path is attention in plain ops on the same device"};
  for (std::int64_t n = 4096; n >= 512 && !attention.measured; n /= 2) {
    const auto whole = kernelsOf(rows, "attention forward", n);
    const auto plain = kernelsOf(rows, "attention in plain ops", n);
    if (!whole || !plain || *whole <= 0.0) continue;
    attention.measured = *plain / *whole;
    attention.note = fmt::format("time in kernels of attention in plain ops over that of attention, n={}", n);
  }
  return {product, attention};
}

}  // namespace

GpuReport benchGpu(const GpuBenchOptions& options, core::KernelContext& kernel) {
  const double start = now();
  Backends backends({BackendWish::Vulkan, options.device});
  gpu::VulkanBackend& vulkan = backends.vulkan();
  GpuReport report;
  report.openMilliseconds = (now() - start) * 1e3;
  const std::vector<gpu::DeviceDescription> devices = gpu::vulkanDevices();
  report.number = static_cast<std::size_t>(options.device.value_or(gpu::chosenNumber(devices, true).value_or(0)));
  report.device = devices.at(report.number);
  const core::Peak peak = core::measurePeak(kernel, core::floatKernels());
  report.cpu = fmt::format("kernels {}, {} threads, measured peak {:.0f} GFLOP/s, memory {:.0f} GB/s read",
                           core::floatKernels().name(), kernel.pool.threadCount(), peak.gigaflops, peak.readGigabytes);
  Bench bench(vulkan, backends.cpu(), kernel);
  for (const BenchTask& task : gpuBenchTasks()) report.rows.push_back(bench.measure(task, options.largest));
  report.goals = goalsOf(report.rows);
  report.seconds = now() - start;
  return report;
}

}  // namespace heed::app
