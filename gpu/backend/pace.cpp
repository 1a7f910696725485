#include "gpu/backend/pace.h"

#include <algorithm>

namespace heed::gpu {

namespace {

/// Submissions that ought to be shorter say more about the queue, and what else the computer does, than about kernels.
constexpr double kShortestMeasured = 0.0002;

}  // namespace

Pace::Pace(Machine& machine, const ActionList& list) : m_machine(machine), m_list(list) {
  for (const Action& action : list.actions()) {
    const Loop* loop = loopAround(m_works.size());
    m_works.push_back({action.groups, 0.0});
    m_totalCost += action.cost * (loop == nullptr ? 1.0 : loop->rounds);
  }
}

const Loop* Pace::loopAround(std::size_t action) const {
  const auto found = std::ranges::find_if(m_list.loops(), [action](const Loop& loop) { return loop.holds(action); });
  return found == m_list.loops().end() ? nullptr : &*found;
}

double Pace::costOf(const Part& part) const {
  const std::span<const Action> actions = m_list.actions();
  if (part.rounds == 0) return actions[part.action].cost * part.groups / actions[part.action].groups;
  double cost = 0.0;
  const Loop& loop = *loopAround(part.action);
  for (const Action& action : actions.subspan(loop.first, loop.count)) cost += action.cost;
  return cost * part.rounds;
}

/// In loops short dispatches follow each other by the thousand, so what lies between them counts.
void Pace::predict(std::size_t from) {
  if (m_isSettled) return;
  for (std::size_t i = from; i < m_works.size(); ++i) {
    const Action& action = m_list.actions()[i];
    m_works[i].seconds = action.cost * m_machine.secondsPerCost(action.shader);
    if (loopAround(i) != nullptr) m_works[i].seconds += m_machine.secondsPerDispatch();
  }
}

void Pace::learn(std::span<Part> parts, double seconds) {
  double predicted = 0.0;
  for (const Part& part : parts) predicted += part.seconds;
  if (predicted < kShortestMeasured) return;
  for (Part& part : parts) {
    part.seconds *= seconds / predicted;
    if (part.rounds == 0) {
      noteSpeed(part.action, costOf(part), part.seconds);
      continue;
    }
    const Loop& loop = *loopAround(part.action);
    const double round = secondsOfRound(m_works, loop);
    for (std::size_t i = loop.first; i < loop.end(); ++i) {
      noteSpeed(i, m_list.actions()[i].cost * part.rounds, part.seconds * m_works[i].seconds / round);
    }
  }
}

/// What is over in no time, as most in loops, says nothing of the speed of its kernel.
void Pace::noteSpeed(std::size_t action, double cost, double seconds) {
  const Action& known = m_list.actions()[action];
  const double own = known.cost * m_machine.secondsPerCost(known.shader);
  if (loopAround(action) != nullptr && own < m_machine.secondsPerDispatch()) return;
  m_machine.noteSpeed(known.shader, cost, seconds);
}

void Pace::settle(std::span<const Part> parts) {
  std::vector<Work> works = m_works;
  for (Work& work : works) work.seconds = 0.0;
  for (const Part& part : parts) {
    const Loop* loop = loopAround(part.action);
    if (part.rounds == 0) {
      works[part.action].seconds += part.seconds / (loop == nullptr ? 1.0 : loop->rounds);
      continue;
    }
    const double round = secondsOfRound(m_works, *loop);
    for (std::size_t i = loop->first; i < loop->end(); ++i) {
      works[i].seconds += part.seconds * m_works[i].seconds / round / loop->rounds;
    }
  }
  m_works = std::move(works);
  m_isSettled = true;
}

}  // namespace heed::gpu
