#include "core/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace heed::core {

namespace {

thread_local bool insidePiece = false;

}  // namespace

/// One job at a time: workers and the caller take pieces from an atomic counter until none is left.
class ThreadPool::Workers {
 public:
  explicit Workers(int count) {
    for (int i = 0; i < count; ++i) m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
  }
  ~Workers() {
    for (auto& thread : m_threads) thread.request_stop();
    m_wake.notify_all();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] int count() const { return static_cast<int>(m_threads.size()); }

  void run(std::int64_t total, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)>& body) {
    const std::lock_guard oneJob(m_jobMutex);
    {
      const std::lock_guard lock(m_mutex);
      m_body = &body;
      m_count = total;
      m_grain = grain;
      m_next.store(0);
      m_failure = nullptr;
      m_running = count();
      ++m_generation;
    }
    m_wake.notify_all();
    takePieces();
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [this] { return m_running == 0; });
    m_body = nullptr;
    if (m_failure) std::rethrow_exception(m_failure);
  }

 private:
  void work(const std::stop_token& stop) {
    std::uint64_t seen = 0;
    std::unique_lock lock(m_mutex);
    for (;;) {
      m_wake.wait(lock, stop, [&] { return m_generation != seen; });
      if (stop.stop_requested()) return;
      seen = m_generation;
      lock.unlock();
      takePieces();
      lock.lock();
      if (--m_running == 0) m_done.notify_all();
    }
  }

  void takePieces() {
    insidePiece = true;
    for (;;) {
      const std::int64_t begin = m_next.fetch_add(m_grain);
      if (begin >= m_count) break;
      try {
        (*m_body)(begin, std::min(begin + m_grain, m_count));
      } catch (...) {
        const std::lock_guard lock(m_mutex);
        if (!m_failure) m_failure = std::current_exception();
        m_next.store(m_count);
      }
    }
    insidePiece = false;
  }

  std::mutex m_jobMutex;
  std::mutex m_mutex;
  std::condition_variable_any m_wake;
  std::condition_variable m_done;
  const std::function<void(std::int64_t, std::int64_t)>* m_body = nullptr;
  std::int64_t m_count = 0;
  std::int64_t m_grain = 1;
  std::atomic<std::int64_t> m_next{0};
  std::exception_ptr m_failure;
  int m_running = 0;
  std::uint64_t m_generation = 0;
  std::vector<std::jthread> m_threads;
};

ThreadPool::ThreadPool(int threads) {
  const int wanted = threads > 0 ? threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  m_workers = std::make_unique<Workers>(wanted - 1);
}

ThreadPool::~ThreadPool() = default;

int ThreadPool::threadCount() const {
  return m_workers->count() + 1;
}

void ThreadPool::parallelFor(std::int64_t count, std::int64_t grain,
                             const std::function<void(std::int64_t, std::int64_t)>& body) {
  if (count <= 0) return;
  grain = std::max<std::int64_t>(1, grain);
  if (insidePiece || count <= grain || m_workers->count() == 0) {
    for (std::int64_t begin = 0; begin < count; begin += grain) body(begin, std::min(begin + grain, count));
    return;
  }
  m_workers->run(count, grain, body);
}

}  // namespace heed::core
