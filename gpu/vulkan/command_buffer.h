#pragma once

#include "gpu/vulkan/compute_pipeline.h"
#include "gpu/vulkan/memory_blocks.h"
#include "gpu/vulkan/timestamps.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace heed::gpu {

/// Commands that are recorded once and submitted as often as one likes, never twice at the same time.
class CommandBuffer {
 public:
  [[nodiscard]] static std::unique_ptr<CommandBuffer> create(const Device& device);
  ~CommandBuffer();
  CommandBuffer(const CommandBuffer&) = delete;
  CommandBuffer& operator=(const CommandBuffer&) = delete;

  [[nodiscard]] VkCommandBuffer handle() const { return m_handle; }

  /// Forgets what was recorded before.
  void begin();
  /// Nothing happens for 0 bytes.
  void copy(const MemoryPiece& from, const MemoryPiece& to, std::uint64_t bytes);
  /// Runs a kernel in `groups` workgroups, spread over two dimensions where one is too short.
  void dispatch(const ComputePipeline& pipeline, std::span<const std::byte> pushConstants, std::uint32_t groups);
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
  explicit CommandBuffer(const Device& device) : m_device(device) {}
  void barrier(VkPipelineStageFlags stages, VkAccessFlags access);

  const Device& m_device;
  VkCommandPool m_pool = VK_NULL_HANDLE;
  VkCommandBuffer m_handle = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
