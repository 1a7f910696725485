#include "gpu/backend/recorder.h"

#include <span>

namespace heed::gpu {

Recorder::Recorder(CommandBuffer& commands) : m_commands(commands) {
  m_commands.barrier();
}

void Recorder::wait() {
  m_commands.barrier();
  m_hazards.clear();
  m_isBehindLoop = false;
}

void Recorder::add(const Action& action, std::uint32_t firstGroup, std::uint32_t groups) {
  const bool isBeside = !m_isFirst && action.isBesidePrevious;
  const std::span<const MemoryRange> writes = action.writes;
  const bool mustWait = m_hazards.mustWait(action.reads, isBeside ? std::span<const MemoryRange>() : writes);
  if (mustWait || m_isBehindLoop) wait();
  m_hazards.add(action.reads, action.writes);
  m_commands.dispatch(*action.pipeline, std::as_bytes(std::span(&action.push, 1)), action.groups, firstGroup, groups);
  m_isFirst = false;
}

void Recorder::repeat(const CommandBuffer& round, std::uint32_t times) {
  m_commands.execute(round, times);
  m_isFirst = true;
  m_isBehindLoop = true;
}

}  // namespace heed::gpu
