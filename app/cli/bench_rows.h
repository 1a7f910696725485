#pragma once

#include "core/base/kernel_context.h"

#include <string>
#include <vector>

namespace heed::app {

struct BenchLine {
  std::string what;
  double bestMilliseconds = 0.0;
  double medianMilliseconds = 0.0;
  double gigaflops = 0.0;    ///< 0 where it makes no sense
  double shareOfPeak = 0.0;  ///< of the multiply-add peak measured in the same run; 0 where it makes no sense
};

struct BenchReport {
  std::string ran;  ///< processor, threads, build, peak: what the numbers belong to
  std::vector<BenchLine> lines;
};

/// Attention forward with 8 heads of 64 channels at n = 512 to 4096, products, softmax, and the weights of 200 tokens x
/// 8 heads through the CPU backend.
[[nodiscard]] BenchReport benchAttention(core::KernelContext& kernel);

/// Starts this program again and waits for its printed result.
[[nodiscard]] BenchReport benchStartup(core::KernelContext& kernel);

/// Paints maps of several sizes into a picture of 900 x 900 pixels.
[[nodiscard]] BenchReport benchPaint(core::KernelContext& kernel);

}  // namespace heed::app
