#pragma once

#include "gpu/backend/action_list.h"
#include "gpu/backend/hazards.h"
#include "gpu/vulkan/command_buffer.h"

#include <cstdint>

namespace heed::gpu {

/// Records actions with no more barriers than they need. The first one waits for everything recorded before.
class Recorder {
 public:
  explicit Recorder(CommandBuffer& commands);

  /// The next action waits for all before it.
  void wait();
  /// Some of the action's workgroups.
  void add(const Action& action, std::uint32_t firstGroup, std::uint32_t groups);
  /// Rounds of a loop, whose commands wait for everything before; what comes behind waits for all of them.
  void repeat(const CommandBuffer& round, std::uint32_t times);

 private:
  CommandBuffer& m_commands;
  Hazards m_hazards;
  bool m_isFirst = true;
  bool m_isBehindLoop = false;
};

}  // namespace heed::gpu
