#pragma once

#include "core/base/kernel_context.h"

#include <cstdint>
#include <string>
#include <vector>

namespace heed::core {

/// What one kernel took at one size.
struct KernelTiming {
  std::string name;   ///< "attention", "product" or "softmax"
  std::string sizes;  ///< "n=1024 heads=8 d=64"
  int threads = 1;
  int runs = 0;
  double bestMilliseconds = 0;
  double medianMilliseconds = 0;
  double gigaflops = 0;  ///< of the best run; 0 where operations are not what counts
  double peakShare = 0;  ///< gigaflops over the multiply-add peak, measured between the runs
  double gigabytes = 0;  ///< 1e9 bytes read and written per second in the best run, for softmax; else 0
};

struct KernelBench {
  std::string kernels;  ///< the name of the build that ran
  int threads = 1;
  double peakGigaflops = 0;  ///< best of all the bursts between the runs
  double readGigabytes = 0;
  double copyGigabytes = 0;
  std::vector<KernelTiming> rows;
};

/// Attention at n = 512 to 4096 (8 heads, d = 64), products of 256 to 2048 and a softmax of 4096 x 4096 on the threads
/// of the pool. All of them take turns, with a burst of multiply-adds in each round, until `seconds` have passed (at
/// least two rounds), so a slow moment of the machine meets them alike. Stops by Cancelled.
[[nodiscard]] KernelBench benchKernels(const KernelContext& context, double seconds);

}  // namespace heed::core
