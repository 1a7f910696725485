#pragma once

#include "core/exec/backend.h"

#include <vector>

namespace heed::core {

/// Adds up what a run says of the time of its nodes.
class NodeSeconds : public TimeSink {
 public:
  void record(int node, double seconds) override;
  void restart() override { m_seconds.clear(); }

  /// By node; nodes behind its end took none.
  [[nodiscard]] const std::vector<double>& seconds() const { return m_seconds; }
  [[nodiscard]] double total() const;

 private:
  std::vector<double> m_seconds;
};

/// How long each step took, in seconds.
struct StepSeconds {
  std::vector<double> steps;  ///< by step of the wanted program
  double rest = 0.0;          ///< of nodes that no step needs
};

/// Gives the time of each node to the first step that needs it: the step's own op, and what leads to it from earlier
/// steps and inputs. `planned` is the program of the plan that ran, whose steps are found in `wanted` by their ids.
[[nodiscard]] StepSeconds secondsOfSteps(const Program& wanted, const Program& planned,
                                         const std::vector<double>& nodeSeconds);

}  // namespace heed::core
