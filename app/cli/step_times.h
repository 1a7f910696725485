#pragma once

#include <string>
#include <vector>

namespace heed::app {

class Work;

/// How long the steps of a computation take.
struct StepTimes {
  std::vector<double> steps;  ///< by step, the median of the runs, in seconds; empty if the device has no timestamps
  double rest = 0.0;          ///< of ops that no step needs
  double run = 0.0;           ///< the whole run, transfers included
  int runs = 0;               ///< that were measured, after one that was not
  std::string backend;

  [[nodiscard]] bool areKnown() const { return !steps.empty(); }
};

/// Runs the computation once for warming up and then five times, or fewer where that takes many seconds; each run keeps
/// its steps, as the trace does, and copies none.
[[nodiscard]] StepTimes measureStepTimes(Work& work);

}  // namespace heed::app
