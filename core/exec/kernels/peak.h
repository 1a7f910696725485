#pragma once

#include "core/base/kernel_context.h"

namespace heed::core {

class FloatKernels;

/// What the machine can do at most, on all threads of a pool together.
struct Peak {
  double gigaflops = 0;      ///< fused multiply-adds in registers, two operations each, in 1e9 per second
  double readGigabytes = 0;  ///< reading memory far beyond the caches, in 1e9 bytes per second
  double copyGigabytes = 0;  ///< copying it, bytes read and bytes written both counted
};

/// The best of several bursts of multiply-adds by these kernels, in 1e9 operations per second; takes some 60 ms.
[[nodiscard]] double measureGigaflops(const KernelContext& context, const FloatKernels& kernels);

/// The same with the memory's bandwidth (needs 256 MiB); takes some 300 ms.
[[nodiscard]] Peak measurePeak(const KernelContext& context, const FloatKernels& kernels);

}  // namespace heed::core
