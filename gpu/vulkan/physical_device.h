#pragma once

#include "gpu/vulkan/device_limits.h"

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heed::gpu {

class Instance;

/// Which device and driver this is, so that what a driver saved is only given back to the same one.
struct DeviceIdentity {
  std::uint32_t vendor = 0;
  std::uint32_t device = 0;
  std::uint32_t driverVersion = 0;
  std::array<std::uint8_t, VK_UUID_SIZE> driver{};
  std::array<std::uint8_t, VK_UUID_SIZE> pipelineCache{};

  [[nodiscard]] bool operator==(const DeviceIdentity& other) const = default;
};

/// A device as the driver describes it.
struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  std::string name;
  DeviceKind kind = DeviceKind::Software;
  DeviceIdentity identity;
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
