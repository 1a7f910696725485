#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heed::gpu {

class Instance;

/// What a device is, best first.
enum class DeviceKind { Discrete, Integrated, Virtual, Software };

/// The limits that kernels and plans are checked against.
struct DeviceLimits {
  std::uint32_t pushConstantBytes = 0;
  std::uint32_t sharedMemoryBytes = 0;
  std::uint32_t groupInvocations = 0;  ///< threads in a workgroup
  std::uint32_t groupCount = 0;        ///< workgroups along the first dimension
  std::uint64_t allocationBytes = 0;   ///< of one block of memory
};

/// A device as the driver describes it.
struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  std::string name;
  DeviceKind kind = DeviceKind::Software;
  DeviceLimits limits;
  std::uint32_t queueFamily = 0;
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
