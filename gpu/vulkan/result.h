#pragma once

#include <vulkan/vulkan_core.h>

#include <string_view>

namespace heed::gpu {

/// Throws core::Error{Device} with a sentence unless the call succeeded: "allocating 64 bytes of device memory failed:
/// the device has no memory left".
void require(VkResult result, std::string_view action);

/// What a failure means, in words.
[[nodiscard]] std::string_view meaning(VkResult result);

}  // namespace heed::gpu
