#pragma once

#include "gpu/backend/action_list.h"
#include "gpu/backend/cutter.h"
#include "gpu/backend/machine.h"

#include <cstddef>
#include <span>
#include <vector>

namespace heed::gpu {

/// How long the actions of a plan take: predicted by the speed of their kernels until a run of the plan was measured.
class Pace {
 public:
  Pace(Machine& machine, const ActionList& list);

  /// One for each action: those in loops for a single round.
  [[nodiscard]] std::span<const Work> works() const { return m_works; }
  /// In the units of Action::cost.
  [[nodiscard]] double costOf(const Part& part) const;
  [[nodiscard]] double totalCost() const { return m_totalCost; }

  /// The actions from this one on take as long as is known of the speed of their kernels by now.
  void predict(std::size_t from);
  /// Shares the measured time of a submission among its parts as they were predicted.
  void learn(std::span<Part> parts, double seconds);
  /// From now on the actions take what these parts, a whole run, took.
  void settle(std::span<const Part> parts);

 private:
  [[nodiscard]] const Loop* loopAround(std::size_t action) const;
  void noteSpeed(std::size_t action, double cost, double seconds);

  Machine& m_machine;
  const ActionList& m_list;
  std::vector<Work> m_works;
  double m_totalCost = 1.0;
  bool m_isSettled = false;
};

}  // namespace heed::gpu
