#include "gpu/backend/device_list.h"

#include "core/base/error.h"
#include "gpu/vulkan/instance.h"
#include "gpu/vulkan/physical_device.h"

#include <fmt/format.h>

namespace heed::gpu {

namespace {

std::vector<HeapDescription> heapsOf(const Instance& instance, VkPhysicalDevice device) {
  VkPhysicalDeviceMemoryProperties memory{};
  instance.calls().getPhysicalDeviceMemoryProperties(device, &memory);
  std::vector<HeapDescription> heaps;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    const VkMemoryHeap& heap = memory.memoryHeaps[i];
    heaps.push_back({heap.size, (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0, false});
  }
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const VkMemoryType& type = memory.memoryTypes[i];
    if ((type.propertyFlags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0) heaps[type.heapIndex].isVisible = true;
  }
  return heaps;
}

void describeDriver(const Instance& instance, VkPhysicalDevice device, DeviceDescription& description) {
  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceSubgroupProperties subgroups{};
  subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  driver.pNext = &subgroups;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &driver;
  instance.calls().getPhysicalDeviceProperties2(device, &properties);
  const std::uint32_t version = properties.properties.apiVersion;
  description.vulkan = fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                                   VK_API_VERSION_PATCH(version));
  description.driver = fmt::format("{} {}", driver.driverName, driver.driverInfo);
  description.subgroupSize = subgroups.subgroupSize;
}

void describeFeatures(const Instance& instance, VkPhysicalDevice device, DeviceDescription& description) {
  VkPhysicalDeviceVulkan12Features features12{};
  features12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &features12;
  instance.calls().getPhysicalDeviceFeatures2(device, &features);
  description.hasBufferAddresses = features12.bufferDeviceAddress == VK_TRUE;
  description.hasTimelineSemaphores = features12.timelineSemaphore == VK_TRUE;
}

}  // namespace

std::vector<DeviceDescription> vulkanDevices() {
  const auto instance = Instance::create({});
  std::vector<DeviceDescription> devices;
  for (const PhysicalDevice& device : physicalDevices(*instance)) {
    DeviceDescription description;
    description.name = device.name;
    description.kind = device.kind;
    description.limits = device.limits;
    description.hasTimestamps = device.timestampBits > 0;
    description.shortcoming = device.shortcoming;
    describeDriver(*instance, device.handle, description);
    describeFeatures(*instance, device.handle, description);
    description.heaps = heapsOf(*instance, device.handle);
    devices.push_back(std::move(description));
  }
  return devices;
}

std::optional<int> chosenNumber(const std::vector<DeviceDescription>& devices, bool allowsSoftware) {
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const bool isAllowed = allowsSoftware || devices[i].kind != DeviceKind::Software;
    if (isAllowed && devices[i].shortcoming.empty()) return static_cast<int>(i);
  }
  return std::nullopt;
}

std::string toString(DeviceKind kind) {
  switch (kind) {
    case DeviceKind::Discrete:
      return "discrete";
    case DeviceKind::Integrated:
      return "integrated";
    case DeviceKind::Virtual:
      return "virtual";
    case DeviceKind::Software:
      return "software";
  }
  HEED_ASSERT(false);
}

}  // namespace heed::gpu
