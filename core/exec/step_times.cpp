#include "core/exec/step_times.h"

#include <algorithm>
#include <numeric>

namespace heed::core {

void NodeSeconds::record(int node, double seconds) {
  const auto index = static_cast<std::size_t>(node);
  if (m_seconds.size() <= index) m_seconds.resize(index + 1, 0.0);
  m_seconds[index] += seconds;
}

double NodeSeconds::total() const {
  return std::accumulate(m_seconds.begin(), m_seconds.end(), 0.0);
}

StepSeconds secondsOfSteps(const Program& wanted, const Program& planned, const std::vector<double>& nodeSeconds) {
  StepSeconds result{std::vector<double>(wanted.steps().size(), 0.0), 0.0};
  std::vector<double> left = nodeSeconds;
  left.resize(planned.nodes().size(), 0.0);
  std::vector<char> isTaken(planned.nodes().size(), 0);
  const auto takeAll = [&](Value value) {
    double seconds = 0.0;
    std::vector<int> open = {planned.info(value).node};
    while (!open.empty()) {
      const int node = open.back();
      open.pop_back();
      if (node < 0 || isTaken[static_cast<std::size_t>(node)] != 0) continue;
      isTaken[static_cast<std::size_t>(node)] = 1;
      seconds += left[static_cast<std::size_t>(node)];
      for (const Value input : planned.nodes()[static_cast<std::size_t>(node)].inputs)
        open.push_back(planned.info(input).node);
    }
    return seconds;
  };
  std::vector<const Step*> steps;
  for (const Step& step : planned.steps()) steps.push_back(&step);
  std::ranges::stable_sort(steps, {}, [&](const Step* step) { return planned.info(step->value).node; });
  for (const Step* step : steps) {
    const int number = wanted.stepIndex(step->id);
    if (number >= 0) result.steps[static_cast<std::size_t>(number)] += takeAll(step->value);
  }
  for (std::size_t i = 0; i < left.size(); ++i) result.rest += isTaken[i] == 0 ? left[i] : 0.0;
  return result;
}

}  // namespace heed::core
