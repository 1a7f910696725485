#pragma once

#include "core/base/kernel_context.h"
#include "gpu/backend/device_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heed::app {

struct GpuBenchOptions {
  std::optional<int> device;
  std::int64_t largest = 8192;  ///< rows of a larger size are left out
};

/// What one program took on one backend, in milliseconds.
struct GpuTiming {
  int runs = 0;
  double best = 0.0;              ///< of whole runs, transfers included
  double median = 0.0;            ///< the same
  std::optional<double> kernels;  ///< the median of the time in kernels alone, where the backend gives times
};

/// A timing, or why there is none.
struct GpuCell {
  std::optional<GpuTiming> timing;
  std::string leftOut;
};

struct GpuRow {
  std::string what;
  std::string sizes;
  std::int64_t size = 0;
  double operations = 0.0;  ///< floating-point operations; 0 where bytes are what counts
  double bytes = 0.0;       ///< that must be read and written at least; 0 where operations are what counts
  GpuCell gpu;
  GpuCell cpu;
};

/// A goal of the project with what this run says of it.
struct GpuGoal {
  std::string goal;
  double atLeast = 0.0;
  double then = 0.0;
  std::optional<double> measured;
  std::string note;
};

struct GpuReport {
  std::size_t number = 0;
  gpu::DeviceDescription device;
  std::string cpu;                ///< kernels, threads and peak of the processor in the same run
  double openMilliseconds = 0.0;  ///< until the device could be used
  double seconds = 0.0;           ///< the whole report
  std::vector<GpuRow> rows;
  std::vector<GpuGoal> goals;
};

/// Measures programs on the device and on the CPU in turns: products, attention forward and backward, the same in plain
/// ops, softmax, layer norm, a step of an encoder with its gradient, and transfers. Of each kind of row the sizes
/// ascend; one that would take too long, by the one before it, is left out and says so. Throws core::Error{Device} if
/// there is no device, a software driver being one, and Cancelled.
[[nodiscard]] GpuReport benchGpu(const GpuBenchOptions& options, core::KernelContext& kernel);

}  // namespace heed::app
