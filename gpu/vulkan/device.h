#pragma once

#include "gpu/vulkan/functions.h"
#include "gpu/vulkan/physical_device.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace heed::gpu {

/// A logical device with its one compute queue. Uses buffer addresses and timeline semaphores, nothing beyond.
class Device {
 public:
  [[nodiscard]] static std::unique_ptr<Device> create(const Instance& instance, PhysicalDevice physical);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  [[nodiscard]] VkDevice handle() const { return m_handle; }
  [[nodiscard]] const DeviceFunctions& calls() const { return *m_calls; }
  [[nodiscard]] VkQueue queue() const { return m_queue; }
  [[nodiscard]] const PhysicalDevice& physical() const { return m_physical; }
  [[nodiscard]] const DeviceLimits& limits() const { return m_physical.limits; }

  /// As heed::gpu::require, and remembers it if the device was lost.
  void require(VkResult result, std::string_view action) const;
  /// From then on nothing is started any more.
  [[nodiscard]] bool isLost() const { return m_isLost; }

  /// Null where nothing is to fail.
  [[nodiscard]] Faults* faults() const { return m_faults.get(); }

  /// A memory type among `allowed` with all of `wanted`, if possible with `preferred` too; nothing if there is none.
  [[nodiscard]] std::optional<std::uint32_t> memoryType(std::uint32_t allowed, VkMemoryPropertyFlags wanted,
                                                        VkMemoryPropertyFlags preferred) const;

 private:
  explicit Device(PhysicalDevice physical) : m_physical(std::move(physical)) {}

  PhysicalDevice m_physical;
  VkPhysicalDeviceMemoryProperties m_memory{};
  std::shared_ptr<Faults> m_faults;
  std::unique_ptr<const DeviceFunctions> m_calls;
  mutable std::atomic<bool> m_isLost = false;
  VkDevice m_handle = VK_NULL_HANDLE;
  VkQueue m_queue = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
