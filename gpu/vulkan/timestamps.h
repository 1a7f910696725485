#pragma once

#include "gpu/vulkan/device.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace heed::gpu {

/// Places where the device notes the time as it works through commands; CommandBuffer::noteTime() fills them.
class Timestamps {
 public:
  /// Whether the device's queue has them at all.
  [[nodiscard]] static bool areThereOn(const Device& device) { return device.physical().timestampBits > 0; }
  /// `count` must be positive.
  [[nodiscard]] static std::unique_ptr<Timestamps> create(const Device& device, std::uint32_t count);
  ~Timestamps();
  Timestamps(const Timestamps&) = delete;
  Timestamps& operator=(const Timestamps&) = delete;

  [[nodiscard]] VkQueryPool handle() const { return m_handle; }
  [[nodiscard]] std::uint32_t count() const { return m_count; }

  /// The seconds from each time to the next, one fewer than there are times. The submissions must have ended. The
  /// device's clock may wrap around once between two.
  [[nodiscard]] std::vector<double> differences() const;

 private:
  explicit Timestamps(const Device& device) : m_device(device) {}

  const Device& m_device;
  std::uint32_t m_count = 0;
  VkQueryPool m_handle = VK_NULL_HANDLE;
};

/// Seconds between two readings of a clock that has `bits` valid bits and ticks every `tick` seconds.
[[nodiscard]] double secondsBetween(std::uint64_t from, std::uint64_t to, std::uint32_t bits, double tick);

}  // namespace heed::gpu
