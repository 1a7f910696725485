#pragma once

#include "gpu/vulkan/device_limits.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heed::gpu {

/// Memory of one kind.
struct HeapDescription {
  std::uint64_t bytes = 0;
  bool isOnDevice = false;
  bool isVisible = false;  ///< whether the processor can write to it
};

/// A device as a person chooses it: its position in the list is its number in VulkanOptions::device.
struct DeviceDescription {
  std::string name;
  DeviceKind kind = DeviceKind::Software;
  std::string driver;  ///< name and version, as the driver says them
  std::string vulkan;  ///< "1.3.230"
  DeviceLimits limits;
  std::uint32_t subgroupSize = 0;  ///< whether or not kernels use it: limits.subgroupSize is 0 where they do not
  bool hasBufferAddresses = false;
  bool hasTimelineSemaphores = false;
  bool hasTimestamps = false;
  std::vector<HeapDescription> heaps;
  std::string shortcoming;  ///< why it cannot be used, as the end of a sentence; empty where it can
};

/// Every device that the drivers offer, the best kinds first. Throws core::Error{Device} where Vulkan does not start.
[[nodiscard]] std::vector<DeviceDescription> vulkanDevices();

/// The number of the device that VulkanBackend::create() takes if none is named; nothing if it would refuse.
[[nodiscard]] std::optional<int> chosenNumber(const std::vector<DeviceDescription>& devices, bool allowsSoftware);

/// "discrete", "integrated", "virtual" or "software".
[[nodiscard]] std::string toString(DeviceKind kind);

}  // namespace heed::gpu
