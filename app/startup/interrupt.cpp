#include "app/startup/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace heed::app {

namespace {

constexpr long kPatienceMilliseconds = 40;
constexpr int kCancelledStatus = 3;

/// SIGUSR1 ends the waiting thread when the program is done.
sigset_t waitedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGUSR1);
  return signals;
}

void waitForSignals(const std::stop_source& source, sigset_t signals) {
  int signal = 0;
  if (sigwait(&signals, &signal) != 0 || signal == SIGUSR1) return;
  source.request_stop();
  const timespec patience{0, kPatienceMilliseconds * 1000 * 1000};
  if (sigtimedwait(&signals, nullptr, &patience) != SIGUSR1) Interrupt::endProgram();
}

}  // namespace

void Interrupt::endProgram() {
  static std::atomic_flag isEnding;
  constexpr std::string_view kOnTerminal = "\r\033[KCancelled.\n";
  constexpr std::string_view kElsewhere = "Cancelled.\n";
  if (!isEnding.test_and_set()) {
    const std::string_view said = ::isatty(STDERR_FILENO) != 0 ? kOnTerminal : kElsewhere;
    const ssize_t written = ::write(STDERR_FILENO, said.data(), said.size());
    static_cast<void>(written);
  }
  std::_Exit(kCancelledStatus);
}

Interrupt::Interrupt() {
  const sigset_t signals = waitedSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  m_waiter = std::thread(waitForSignals, m_source, signals);
}

Interrupt::~Interrupt() {
  pthread_kill(m_waiter.native_handle(), SIGUSR1);
  m_waiter.join();
}

}  // namespace heed::app
