#pragma once

#include "gpu/vulkan/physical_device.h"

#include <memory>

namespace heed::gpu {

/// A logical device with its one compute queue. Uses buffer addresses and timeline semaphores, nothing beyond.
class Device {
 public:
  [[nodiscard]] static std::unique_ptr<Device> create(PhysicalDevice physical);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  [[nodiscard]] VkDevice handle() const { return m_handle; }
  [[nodiscard]] VkQueue queue() const { return m_queue; }
  [[nodiscard]] const PhysicalDevice& physical() const { return m_physical; }
  [[nodiscard]] const DeviceLimits& limits() const { return m_physical.limits; }

  /// A memory type among `allowed` with all of `wanted`, if possible with `preferred` too; nothing if there is none.
  [[nodiscard]] std::optional<std::uint32_t> memoryType(std::uint32_t allowed, VkMemoryPropertyFlags wanted,
                                                        VkMemoryPropertyFlags preferred) const;

 private:
  explicit Device(PhysicalDevice physical) : m_physical(std::move(physical)) {}

  PhysicalDevice m_physical;
  VkPhysicalDeviceMemoryProperties m_memory{};
  VkDevice m_handle = VK_NULL_HANDLE;
  VkQueue m_queue = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
