#pragma once

#include "gpu/vulkan/device_limits.h"

#include <string>
#include <vector>

namespace heed::gpu {

/// A device as a person chooses it: its position in the list is its number in VulkanOptions::device.
struct DeviceDescription {
  std::string name;
  DeviceKind kind = DeviceKind::Software;
  DeviceLimits limits;
  std::string shortcoming;  ///< why it cannot be used, as the end of a sentence; empty where it can
};

/// Every device that the drivers offer, the best kinds first. Throws core::Error{Device} where Vulkan does not start.
[[nodiscard]] std::vector<DeviceDescription> vulkanDevices();

}  // namespace heed::gpu
