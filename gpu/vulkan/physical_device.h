#pragma once

#include "gpu/vulkan/device_limits.h"

#include <vulkan/vulkan.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heed::gpu {

class Instance;

/// A device as the driver describes it.
struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  std::string name;
  DeviceKind kind = DeviceKind::Software;
  DeviceLimits limits;
  std::uint32_t queueFamily = 0;
  std::uint32_t timestampBits = 0;  ///< of the queue family; 0 where it has no timestamps
  double timestampSeconds = 0.0;    ///< of one tick
  /// Why Heed cannot use it, as the end of a sentence; empty where it can.
  std::string shortcoming;
};

/// Every device that the drivers offer, the best kinds first.
[[nodiscard]] std::vector<PhysicalDevice> physicalDevices(const Instance& instance);

enum class SoftwareDrivers { Refuse, Allow };

/// The first device that can be used, or the one with the number `index` of physicalDevices(). Software drivers are
/// only taken where they are allowed. Throws core::Error{Device} saying what was found where there is none.
[[nodiscard]] PhysicalDevice chosenDevice(const Instance& instance, SoftwareDrivers software, std::optional<int> index);

}  // namespace heed::gpu
