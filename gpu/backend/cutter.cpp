#include "gpu/backend/cutter.h"

#include "gpu/vulkan/command_buffer.h"

#include <algorithm>
#include <cmath>

namespace heed::gpu {

namespace {

/// As many workgroups of a work, in whole steps, as fit into the time.
std::uint32_t fitting(const Work& work, std::uint32_t step, double seconds) {
  const double each = work.seconds / work.groups;
  const double steps = std::floor(std::max(0.0, seconds) / each / step);
  return static_cast<std::uint32_t>(std::min(steps, static_cast<double>(work.groups / step))) * step;
}

}  // namespace

std::vector<Part> Cutter::next(std::span<const Work> works) {
  std::vector<Part> parts;
  double left = m_limit;
  while (m_action < works.size()) {
    const Work& work = works[m_action];
    const std::uint32_t groups = work.groups - m_group;
    const double seconds = work.seconds * groups / work.groups;
    if (seconds <= left) {
      parts.push_back({m_action, m_group, groups, seconds});
      left -= seconds;
      ++m_action;
      m_group = 0;
      continue;
    }
    if (!parts.empty() && seconds <= m_limit) break;
    const std::uint32_t step = work.groups > kGroupsAlongOne ? kGroupsAlongOne : 1;
    std::uint32_t taken = std::min(fitting(work, step, left), groups);
    if (taken == 0 && !parts.empty()) break;
    if (taken == 0) taken = std::min(step, groups);
    parts.push_back({m_action, m_group, taken, work.seconds * taken / work.groups});
    m_group += taken;
    if (m_group == work.groups) {
      ++m_action;
      m_group = 0;
    }
    break;
  }
  return parts;
}

}  // namespace heed::gpu
