#include "gpu/vulkan/result.h"

#include "core/base/error.h"

namespace heed::gpu {

std::string_view meaning(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "the computer has no memory left";
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "the device has no memory left";
    case VK_ERROR_DEVICE_LOST:
      return "the device was lost";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "the driver could not start";
    case VK_ERROR_LAYER_NOT_PRESENT:
      return "a layer is not installed";
    case VK_ERROR_EXTENSION_NOT_PRESENT:
      return "an extension is missing";
    case VK_ERROR_FEATURE_NOT_PRESENT:
      return "the device lacks a feature";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "no driver for Vulkan is installed";
    case VK_ERROR_TOO_MANY_OBJECTS:
      return "the device holds too many objects";
    default:
      return "the driver gave an unexpected answer";
  }
}

void require(VkResult result, std::string_view action) {
  if (result == VK_SUCCESS) return;
  throw core::Error(core::ErrorKind::Device,
                    core::text("Vulkan", "%1 failed: %2 (%3)", action, meaning(result), static_cast<int>(result)));
}

}  // namespace heed::gpu
