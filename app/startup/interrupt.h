#pragma once

#include <stop_token>
#include <thread>

namespace heed::app {

/// Turns Ctrl+C and a request to end (SIGINT, SIGTERM) into a stop request, from a thread that waits for the signals.
/// Work that does not look at its token in time is ended with the whole program and exit status 3, so that Ctrl+C never
/// takes longer than a tenth of a second; files are not half written, as they get their name when they are whole.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }
  /// Says that the work was cancelled and ends the program at once with status 3: nothing is flushed, no destructor
  /// runs.
  [[noreturn]] static void endProgram();

 private:
  std::stop_source m_source;
  std::thread m_waiter;
};

}  // namespace heed::app
