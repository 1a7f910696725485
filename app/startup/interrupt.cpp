#include "app/startup/interrupt.h"

#include <pthread.h>
#include <csignal>
#include <cstdlib>

namespace heed::app {

namespace {

/// SIGUSR1 ends the waiting thread when the program is done.
sigset_t waitedSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGUSR1);
  return signals;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t signals = waitedSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  m_waiter = std::thread([source = m_source, signals]() mutable {
    int signal = 0;
    while (sigwait(&signals, &signal) == 0 && signal != SIGUSR1) {
      if (source.stop_requested()) std::_Exit(3);
      source.request_stop();
    }
  });
}

Interrupt::~Interrupt() {
  pthread_kill(m_waiter.native_handle(), SIGUSR1);
  m_waiter.join();
}

}  // namespace heed::app
