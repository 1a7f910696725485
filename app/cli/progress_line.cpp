#include "app/cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <stop_token>
#include <utility>

namespace heed::app {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kQuiet{300};
constexpr std::chrono::milliseconds kBetween{100};
constexpr int kBarCells = 30;

std::string lineOf(const std::string& what, double fraction, Clock::duration elapsed) {
  const double seconds = std::chrono::duration<double>(elapsed).count();
  if (fraction <= 0.0) return fmt::format("\r\033[K{} ... {:.0f} s", what, seconds);
  const auto full = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * kBarCells);
  return fmt::format("\r\033[K{} [{:#<{}}{: <{}}] {:.0f} %", what, "", full, "", kBarCells - full, fraction * 100.0);
}

void show(std::stop_token stop, const std::string& what, const core::Progress& progress) {
  std::mutex mutex;
  std::condition_variable_any ended;
  std::unique_lock lock(mutex);
  const auto start = Clock::now();
  const auto wait = [&](std::chrono::milliseconds time) {
    return ended.wait_for(lock, stop, time, [&] { return stop.stop_requested(); });
  };
  if (wait(kQuiet)) return;
  do {
    std::fputs(lineOf(what, progress.fraction(), Clock::now() - start).c_str(), stderr);
    std::fflush(stderr);
  } while (!wait(kBetween));
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressLine::ProgressLine(std::string what, const core::Progress& progress) {
  if (::isatty(STDERR_FILENO) == 0) return;
  m_thread =
      std::jthread([what = std::move(what), &progress](const std::stop_token& stop) { show(stop, what, progress); });
}

}  // namespace heed::app
