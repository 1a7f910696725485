#pragma once

#include "core/base/progress.h"

#include <string>
#include <thread>

namespace heed::app {

/// Shows on stderr, where that is a terminal, how far work has come: a bar that appears when it takes longer than 300
/// ms and goes away with this object. Elsewhere it does nothing.
class ProgressLine {
 public:
  /// `progress` is polled and must outlive this. While its fraction is 0, the seconds are shown instead.
  ProgressLine(std::string what, const core::Progress& progress);

 private:
  std::jthread m_thread;
};

}  // namespace heed::app
