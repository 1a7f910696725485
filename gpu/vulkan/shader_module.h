#pragma once

#include "gpu/vulkan/device.h"

#include <cstdint>
#include <memory>
#include <span>

namespace heed::gpu {

/// A shader's words, handed to the driver.
class ShaderModule {
 public:
  /// Throws core::Error{Device} for words that do not start as SPIR-V does.
  [[nodiscard]] static std::unique_ptr<ShaderModule> create(const Device& device, std::span<const std::uint32_t> words);
  ~ShaderModule();
  ShaderModule(const ShaderModule&) = delete;
  ShaderModule& operator=(const ShaderModule&) = delete;

  [[nodiscard]] VkShaderModule handle() const { return m_handle; }

 private:
  explicit ShaderModule(const Device& device) : m_device(device) {}

  const Device& m_device;
  VkShaderModule m_handle = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
