#include "gpu/backend/cutter.h"

#include "gpu/vulkan/command_buffer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heed::gpu {

namespace {

/// As many workgroups of a work, in whole steps, as fit into the time.
std::uint32_t fitting(const Work& work, std::uint32_t step, double seconds) {
  const double each = work.seconds / work.groups;
  const double steps = std::floor(std::max(0.0, seconds) / each / step);
  return static_cast<std::uint32_t>(std::min(steps, std::floor(static_cast<double>(work.groups) / step))) * step;
}

}  // namespace

double secondsOfRound(std::span<const Work> works, const Loop& loop) {
  double seconds = 0.0;
  for (const Work& work : works.subspan(loop.first, loop.count)) seconds += work.seconds;
  return seconds;
}

std::vector<Part> Cutter::next(std::span<const Work> works, std::span<const Loop> loops) {
  m_parts.clear();
  m_left = m_limit;
  bool goesOn = true;
  while (goesOn && !isDone(works)) {
    const auto found = std::ranges::find_if(loops, [&](const Loop& loop) { return loop.holds(m_action); });
    const Loop* loop = found == loops.end() ? nullptr : &*found;
    const bool isAtRound = loop != nullptr && m_action == loop->first && m_group == 0;
    const double round = isAtRound ? secondsOfRound(works, *loop) : 0.0;
    if (isAtRound && round <= m_limit) {
      goesOn = takeRounds(*loop, round);
    } else {
      goesOn = takeGroups(works[m_action]);
      if (m_group == works[m_action].groups) advance(loop);
    }
  }
  return std::exchange(m_parts, {});
}

/// Takes the rounds that fit; whether the submission has time left.
bool Cutter::takeRounds(const Loop& loop, double secondsOfRound) {
  const std::uint32_t left = loop.rounds - m_round;
  const double fitting = secondsOfRound > 0.0 ? std::floor(m_left / secondsOfRound) : left;
  const auto taken = static_cast<std::uint32_t>(std::min<double>(left, fitting));
  if (taken > 0) m_parts.push_back({loop.first, 0, 0, taken * secondsOfRound, taken});
  m_left -= taken * secondsOfRound;
  m_round += taken;
  if (taken < left) return false;
  m_action = loop.end();
  m_round = 0;
  return true;
}

/// Takes the workgroups that fit, at least one where the submission has nothing yet; whether it has time left.
bool Cutter::takeGroups(const Work& work) {
  const std::uint32_t groups = work.groups - m_group;
  const double seconds = work.seconds * groups / work.groups;
  const bool fitsAll = seconds <= m_left;
  if (!fitsAll && !m_parts.empty() && seconds <= m_limit) return false;
  const std::uint32_t step = work.groups > kGroupsAlongOne ? kGroupsAlongOne : 1;
  std::uint32_t taken = fitsAll ? groups : std::min(fitting(work, step, m_left), groups);
  if (taken == 0 && !m_parts.empty()) return false;
  if (taken == 0) taken = std::min(step, groups);
  m_parts.push_back({m_action, m_group, taken, work.seconds * taken / work.groups});
  m_left -= m_parts.back().seconds;
  m_group += taken;
  return fitsAll;
}

/// To the next action, where this one was handed out.
void Cutter::advance(const Loop* loop) {
  m_group = 0;
  ++m_action;
  if (loop == nullptr || m_action < loop->end()) return;
  ++m_round;
  if (m_round < loop->rounds) {
    m_action = loop->first;
  } else {
    m_round = 0;
  }
}

}  // namespace heed::gpu
