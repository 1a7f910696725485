#include "gpu/vulkan/device.h"

#include "gpu/vulkan/instance.h"
#include "gpu/vulkan/result.h"

#include <utility>

namespace heed::gpu {

std::unique_ptr<Device> Device::create(const Instance& instance, PhysicalDevice physical) {
  std::unique_ptr<Device> device(new Device(std::move(physical)));
  const float priority = 1.0F;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = device->m_physical.queueFamily;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkPhysicalDeviceVulkan12Features features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  features.bufferDeviceAddress = VK_TRUE;
  features.timelineSemaphore = VK_TRUE;
  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  VkDevice handle = VK_NULL_HANDLE;
  gpu::require(instance.calls().createDevice(device->m_physical.handle, &info, nullptr, &handle), "opening the device");
  device->m_faults = instance.faults();
  device->m_calls = std::make_unique<const DeviceFunctions>(
      DeviceFunctions{instance.loader().functionsOf(handle, instance.calls().getDeviceProcAddr)});
  device->m_handle = handle;
  device->calls().getDeviceQueue(handle, device->m_physical.queueFamily, 0, &device->m_queue);
  instance.calls().getPhysicalDeviceMemoryProperties(device->m_physical.handle, &device->m_memory);
  return device;
}

Device::~Device() {
  if (m_handle == VK_NULL_HANDLE) return;
  calls().deviceWaitIdle(m_handle);
  calls().destroyDevice(m_handle, nullptr);
}

void Device::require(VkResult result, std::string_view action) const {
  if (result == VK_ERROR_DEVICE_LOST) m_isLost = true;
  gpu::require(result, action);
}

std::optional<std::uint32_t> Device::memoryType(std::uint32_t allowed, VkMemoryPropertyFlags wanted,
                                                VkMemoryPropertyFlags preferred) const {
  for (const VkMemoryPropertyFlags flags : {wanted | preferred, wanted}) {
    for (std::uint32_t i = 0; i < m_memory.memoryTypeCount; ++i) {
      const bool isAllowed = (allowed >> i & 1U) != 0;
      if (isAllowed && (m_memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
    }
  }
  return std::nullopt;
}

}  // namespace heed::gpu
