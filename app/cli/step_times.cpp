#include "app/cli/step_times.h"

#include "app/cli/progress_line.h"
#include "app/cli/work.h"
#include "core/exec/step_times.h"

#include <algorithm>

namespace heed::app {

namespace {

constexpr int kRuns = 5;
/// No further run is begun once they have taken this long together.
constexpr double kPatienceSeconds = 5.0;

double median(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  return numbers[numbers.size() / 2];
}

}  // namespace

StepTimes measureStepTimes(Work& work) {
  core::RunContext context{.kernel = work.context().kernel};
  const core::Progress notKnown;
  const ProgressLine line("measuring", notKnown);
  const auto plan = work.backend().prepare(work.program(), core::Keep::Steps, work.precision());
  static_cast<void>(work.backend().run(*plan, work.lowered().inputs, context));
  core::NodeSeconds nodes;
  context.times = &nodes;
  std::vector<core::StepSeconds> measured;
  std::vector<double> runs;
  double spent = 0.0;
  bool areKnown = true;
  while (static_cast<int>(runs.size()) < kRuns && spent < kPatienceSeconds) {
    nodes.restart();
    runs.push_back(work.backend().run(*plan, work.lowered().inputs, context).seconds);
    spent += runs.back();
    areKnown = areKnown && !nodes.seconds().empty();
    measured.push_back(core::secondsOfSteps(*work.program(), plan->program(), nodes.seconds()));
  }
  StepTimes times;
  times.backend = work.backend().name();
  times.runs = static_cast<int>(runs.size());
  times.run = median(runs);
  const auto medianOf = [&](const auto& number) {
    std::vector<double> numbers;
    for (const core::StepSeconds& one : measured) numbers.push_back(number(one));
    return median(numbers);
  };
  times.rest = medianOf([](const core::StepSeconds& one) { return one.rest; });
  for (std::size_t step = 0; areKnown && step < work.program()->steps().size(); ++step)
    times.steps.push_back(medianOf([step](const core::StepSeconds& one) { return one.steps[step]; }));
  return times;
}

}  // namespace heed::app
