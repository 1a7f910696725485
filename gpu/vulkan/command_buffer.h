#pragma once

#include "gpu/vulkan/compute_pipeline.h"
#include "gpu/vulkan/memory_blocks.h"
#include "gpu/vulkan/timestamps.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace heed::gpu {

/// Workgroups along one dimension that every device allows.
inline constexpr std::uint32_t kGroupsAlongOne = 65535;

/// Whether commands are submitted, or executed by others that are.
enum class CommandLevel { Primary, Secondary };

/// Commands that are recorded once and submitted as often as one likes, never twice at the same time.
class CommandBuffer {
 public:
  [[nodiscard]] static std::unique_ptr<CommandBuffer> create(const Device& device,
                                                             CommandLevel level = CommandLevel::Primary);
  ~CommandBuffer();
  CommandBuffer(const CommandBuffer&) = delete;
  CommandBuffer& operator=(const CommandBuffer&) = delete;

  [[nodiscard]] VkCommandBuffer handle() const { return m_handle; }

  /// Forgets what was recorded before.
  void begin();
  /// Nothing happens for 0 bytes.
  void copy(const MemoryPiece& from, const MemoryPiece& to, std::uint64_t bytes);
  /// Runs a kernel in some of `groups` workgroups, which are spread over two dimensions where one is too short. There,
  /// the first one must be a multiple of kGroupsAlongOne, and so must be their number, unless they are the last ones.
  void dispatch(const ComputePipeline& pipeline, std::span<const std::byte> pushConstants, std::uint32_t groups,
                std::uint32_t first, std::uint32_t count);
  /// Runs secondary commands several times, one after the other; how they wait for each other is up to them.
  void execute(const CommandBuffer& commands, std::uint32_t times);
  /// What follows sees everything that was written before.
  void barrier();
  /// The host sees everything that was written before, once the submission has ended.
  void barrierToHost();
  /// Empties the places for times; before the first noteTime() of a submission.
  void forgetTimes(const Timestamps& times, std::uint32_t first, std::uint32_t count);
  /// Notes the time when everything before has ended.
  void noteTime(const Timestamps& times, std::uint32_t place);
  void end();

 private:
  CommandBuffer(const Device& device, CommandLevel level) : m_device(device), m_level(level) {}
  void barrier(VkPipelineStageFlags stages, VkAccessFlags access);

  const Device& m_device;
  CommandLevel m_level;
  VkCommandPool m_pool = VK_NULL_HANDLE;
  VkCommandBuffer m_handle = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
