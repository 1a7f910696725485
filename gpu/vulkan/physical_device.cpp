#include "gpu/vulkan/physical_device.h"

#include "core/base/error.h"
#include "gpu/vulkan/instance.h"
#include "gpu/vulkan/result.h"

#include <algorithm>
#include <span>

namespace heed::gpu {

namespace {

DeviceKind kindOf(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return DeviceKind::Discrete;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return DeviceKind::Integrated;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return DeviceKind::Virtual;
    default:
      return DeviceKind::Software;
  }
}

std::vector<VkQueueFamilyProperties> queueFamilies(const Instance& instance, VkPhysicalDevice device) {
  std::uint32_t count = 0;
  instance.calls().getPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  instance.calls().getPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  return families;
}

std::optional<std::uint32_t> computeFamily(std::span<const VkQueueFamilyProperties> families) {
  for (std::uint32_t i = 0; i < families.size(); ++i) {
    if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return i;
  }
  return std::nullopt;
}

std::string shortcomingOf(const Instance& instance, VkPhysicalDevice device, std::uint32_t version, bool computes) {
  if (version < VK_API_VERSION_1_2) return "has no Vulkan 1.2";
  VkPhysicalDeviceVulkan12Features features12{};
  features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &features12;
  instance.calls().getPhysicalDeviceFeatures2(device, &features);
  if (features12.bufferDeviceAddress == VK_FALSE) return "has no buffer addresses";
  if (features12.timelineSemaphore == VK_FALSE) return "has no timeline semaphores";
  if (!computes) return "cannot compute";
  return {};
}

DeviceIdentity identityOf(const VkPhysicalDeviceProperties& properties, const VkPhysicalDeviceIDProperties& ids) {
  DeviceIdentity identity{properties.vendorID, properties.deviceID, properties.driverVersion, {}, {}};
  std::ranges::copy(ids.driverUUID, identity.driver.begin());
  std::ranges::copy(properties.pipelineCacheUUID, identity.pipelineCache.begin());
  return identity;
}

/// What kernels use of subgroups: sums and extremes, and a value of one lane for all of them.
std::uint32_t usableSubgroupSize(const VkPhysicalDeviceSubgroupProperties& subgroups) {
  const VkSubgroupFeatureFlags needed =
      VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT;
  const bool isUsable = (subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                        (subgroups.supportedOperations & needed) == needed;
  return isUsable ? subgroups.subgroupSize : 0;
}

PhysicalDevice described(const Instance& instance, VkPhysicalDevice handle) {
  VkPhysicalDeviceMaintenance3Properties maintenance{};
  maintenance.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
  VkPhysicalDeviceSubgroupProperties subgroups{};
  subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  maintenance.pNext = &subgroups;
  VkPhysicalDeviceIDProperties ids{};
  ids.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES;
  subgroups.pNext = &ids;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &maintenance;
  instance.calls().getPhysicalDeviceProperties2(handle, &properties);
  const VkPhysicalDeviceLimits& limits = properties.properties.limits;
  PhysicalDevice device;
  device.handle = handle;
  device.name = properties.properties.deviceName;
  device.kind = kindOf(properties.properties.deviceType);
  device.identity = identityOf(properties.properties, ids);
  device.limits = {limits.maxPushConstantsSize,           limits.maxComputeSharedMemorySize,
                   limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupCount[0],
                   maintenance.maxMemoryAllocationSize,   usableSubgroupSize(subgroups)};
  const std::vector<VkQueueFamilyProperties> families = queueFamilies(instance, handle);
  const std::optional<std::uint32_t> family = computeFamily(families);
  if (family) {
    device.queueFamily = *family;
    device.timestampBits = families[*family].timestampValidBits;
  }
  device.timestampSeconds = static_cast<double>(limits.timestampPeriod) * 1e-9;
  device.shortcoming = shortcomingOf(instance, handle, properties.properties.apiVersion, family.has_value());
  return device;
}

std::string listed(const std::vector<PhysicalDevice>& devices) {
  std::string list;
  for (const PhysicalDevice& device : devices) {
    if (!list.empty()) list += ", ";
    list += device.name + " (" + (device.shortcoming.empty() ? "a software driver" : device.shortcoming) + ")";
  }
  return list;
}

}  // namespace

std::vector<PhysicalDevice> physicalDevices(const Instance& instance) {
  std::uint32_t count = 0;
  require(instance.calls().enumeratePhysicalDevices(instance.handle(), &count, nullptr), "listing the Vulkan devices");
  std::vector<VkPhysicalDevice> handles(count);
  require(instance.calls().enumeratePhysicalDevices(instance.handle(), &count, handles.data()),
          "listing the Vulkan devices");
  std::vector<PhysicalDevice> devices;
  for (std::uint32_t i = 0; i < count; ++i) devices.push_back(described(instance, handles[i]));
  std::ranges::stable_sort(devices, {}, &PhysicalDevice::kind);
  return devices;
}

PhysicalDevice chosenDevice(const Instance& instance, SoftwareDrivers software, std::optional<int> index) {
  const std::vector<PhysicalDevice> devices = physicalDevices(instance);
  if (devices.empty()) {
    throw core::Error(core::ErrorKind::Device, core::text("Vulkan", "no Vulkan device was found"));
  }
  if (index) {
    if (*index < 0 || static_cast<std::size_t>(*index) >= devices.size()) {
      throw core::Error(
          core::ErrorKind::Device,
          core::text("Vulkan", "there is no Vulkan device %1; the numbers are 0 to %2", *index, devices.size() - 1));
    }
    const PhysicalDevice& device = devices[static_cast<std::size_t>(*index)];
    if (device.shortcoming.empty()) return device;
    throw core::Error(core::ErrorKind::Device, core::text("Vulkan", "%1 %2", device.name, device.shortcoming));
  }
  for (const PhysicalDevice& device : devices) {
    const bool isAllowed = device.kind != DeviceKind::Software || software == SoftwareDrivers::Allow;
    if (isAllowed && device.shortcoming.empty()) return device;
  }
  throw core::Error(core::ErrorKind::Device,
                    core::text("Vulkan", "no Vulkan device can be used; found: %1", listed(devices)));
}

}  // namespace heed::gpu
