#pragma once

#include "core/exec/backend.h"

#include <map>

/// Adds up what a run says of the time of its nodes.
struct NodeTimes : public heed::core::TimeSink {
  std::map<int, double> seconds;

  void record(int node, double duration) override { seconds[node] += duration; }
  void restart() override { seconds.clear(); }

  [[nodiscard]] double total() const {
    double sum = 0.0;
    for (const auto& [node, duration] : seconds) sum += duration;
    return sum;
  }
};
