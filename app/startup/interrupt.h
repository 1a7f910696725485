#pragma once

#include <stop_token>
#include <thread>

namespace heed::app {

/// Turns Ctrl+C and a request to end (SIGINT, SIGTERM) into a stop request, from a thread that waits for the signals.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

 private:
  std::stop_source m_source;
  std::thread m_waiter;
};

}  // namespace heed::app
