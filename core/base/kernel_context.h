#pragma once

#include "core/base/error.h"
#include "core/base/thread_pool.h"

#include <cstdint>
#include <stop_token>

namespace heed::core {

/// What a kernel may use while it runs. Passed by reference, never stored, never global.
struct KernelContext {
  std::stop_token stop;
  ThreadPool& pool;
  std::uint64_t seed = 0;  ///< of the run; random ops add their own stream

  /// Looked at before each op and by row block inside long kernels.
  void throwIfStopped() const {
    if (stop.stop_requested()) throw Cancelled();
  }
};

}  // namespace heed::core
