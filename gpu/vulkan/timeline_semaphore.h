#pragma once

#include "gpu/vulkan/device.h"

#include <chrono>
#include <cstdint>
#include <memory>

namespace heed::gpu {

/// A number that the device raises as submissions end and that the host waits for.
class TimelineSemaphore {
 public:
  [[nodiscard]] static std::unique_ptr<TimelineSemaphore> create(const Device& device);
  ~TimelineSemaphore();
  TimelineSemaphore(const TimelineSemaphore&) = delete;
  TimelineSemaphore& operator=(const TimelineSemaphore&) = delete;

  [[nodiscard]] VkSemaphore handle() const { return m_handle; }
  /// Waits until the number has reached `value`; false if that took longer than `limit`. Throws core::Error{Device} if
  /// the device is lost.
  [[nodiscard]] bool waitFor(std::uint64_t value, std::chrono::nanoseconds limit) const;

 private:
  explicit TimelineSemaphore(const Device& device) : m_device(device) {}

  const Device& m_device;
  VkSemaphore m_handle = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
