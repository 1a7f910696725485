#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace heed::core {

/// Worker threads for kernels. The caller's thread takes part, so a pool of n threads keeps n - 1 workers.
class ThreadPool {
 public:
  /// A pool of `threads` threads; 0 takes the number of cores.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] int threadCount() const;

  /// Calls body(begin, end) for pieces of [0, count), each at least `grain` long but for the last, and returns when all
  /// are done. Pieces do not depend on the number of threads, so results do not either. The first exception thrown by a
  /// piece is thrown again here, after the running pieces ended. A call from inside a piece runs in the same thread.
  void parallelFor(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)>& body);

 private:
  class Workers;
  std::unique_ptr<Workers> m_workers;
};

}  // namespace heed::core
