#pragma once

#include "gpu/vulkan/pipeline_cache.h"
#include "gpu/vulkan/shader_module.h"

#include <cstdint>
#include <memory>
#include <span>

namespace heed::gpu {

/// A shader compiled with its specialisation constants, and the layout of its push constants. No descriptor sets:
/// kernels reach their operands by address.
class ComputePipeline {
 public:
  /// `constants` are the specialisation constants 0, 1, ... of the shader. Throws core::Error{Device} if the push
  /// constants are more than the device takes.
  [[nodiscard]] static std::unique_ptr<ComputePipeline> create(const Device& device, const PipelineCache& cache,
                                                               const ShaderModule& shader,
                                                               std::span<const std::uint32_t> constants,
                                                               std::uint32_t pushConstantBytes);
  ~ComputePipeline();
  ComputePipeline(const ComputePipeline&) = delete;
  ComputePipeline& operator=(const ComputePipeline&) = delete;

  [[nodiscard]] VkPipeline handle() const { return m_handle; }
  [[nodiscard]] VkPipelineLayout layout() const { return m_layout; }

 private:
  explicit ComputePipeline(const Device& device) : m_device(device) {}

  const Device& m_device;
  VkPipelineLayout m_layout = VK_NULL_HANDLE;
  VkPipeline m_handle = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
