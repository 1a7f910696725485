#pragma once

#include <atomic>

namespace heed::core {

/// How far a run has come, by cost. Written by the runner, polled by whoever shows it.
class Progress {
 public:
  void set(double fraction) { m_fraction.store(fraction, std::memory_order_relaxed); }
  [[nodiscard]] double fraction() const { return m_fraction.load(std::memory_order_relaxed); }

 private:
  std::atomic<double> m_fraction{0.0};
};

}  // namespace heed::core
