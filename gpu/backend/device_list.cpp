#include "gpu/backend/device_list.h"

#include "gpu/vulkan/instance.h"
#include "gpu/vulkan/physical_device.h"

namespace heed::gpu {

std::vector<DeviceDescription> vulkanDevices() {
  const auto instance = Instance::create({});
  std::vector<DeviceDescription> devices;
  for (const PhysicalDevice& device : physicalDevices(*instance)) {
    devices.push_back({device.name, device.kind, device.limits, device.shortcoming});
  }
  return devices;
}

}  // namespace heed::gpu
