#include "gpu/vulkan/shader_module.h"

#include "core/base/error.h"
#include "gpu/vulkan/result.h"

namespace heed::gpu {

namespace {

constexpr std::uint32_t kSpirvMagic = 0x07230203U;

}  // namespace

std::unique_ptr<ShaderModule> ShaderModule::create(const Device& device, std::span<const std::uint32_t> words) {
  if (words.empty() || words.front() != kSpirvMagic) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "a shader of %1 words is not SPIR-V", words.size()));
  }
  std::unique_ptr<ShaderModule> module(new ShaderModule(device));
  VkShaderModuleCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = words.size_bytes();
  info.pCode = words.data();
  require(device.calls().createShaderModule(device.handle(), &info, nullptr, &module->m_handle), "reading a shader");
  return module;
}

ShaderModule::~ShaderModule() {
  if (m_handle != VK_NULL_HANDLE) m_device.calls().destroyShaderModule(m_device.handle(), m_handle, nullptr);
}

}  // namespace heed::gpu
