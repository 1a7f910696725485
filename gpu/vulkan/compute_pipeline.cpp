#include "gpu/vulkan/compute_pipeline.h"

#include "core/base/error.h"
#include "gpu/vulkan/result.h"

#include <vector>

namespace heed::gpu {

namespace {

VkPipelineLayout layoutFor(const Device& device, std::uint32_t pushConstantBytes) {
  const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, pushConstantBytes};
  VkPipelineLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  require(device.calls().createPipelineLayout(device.handle(), &info, nullptr, &layout),
          "creating a pipeline's layout");
  return layout;
}

}  // namespace

std::unique_ptr<ComputePipeline> ComputePipeline::create(const Device& device, const PipelineCache& cache,
                                                         const ShaderModule& shader,
                                                         std::span<const std::uint32_t> constants,
                                                         std::uint32_t pushConstantBytes) {
  if (pushConstantBytes == 0 || pushConstantBytes > device.limits().pushConstantBytes) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "a kernel has %1 bytes of push constants; %2 takes 1 to %3",
                                 pushConstantBytes, device.physical().name, device.limits().pushConstantBytes));
  }
  std::unique_ptr<ComputePipeline> pipeline(new ComputePipeline(device));
  pipeline->m_layout = layoutFor(device, pushConstantBytes);
  std::vector<VkSpecializationMapEntry> entries;
  for (std::uint32_t i = 0; i < constants.size(); ++i) {
    entries.push_back({i, static_cast<std::uint32_t>(i * sizeof(std::uint32_t)), sizeof(std::uint32_t)});
  }
  const VkSpecializationInfo specialisation{static_cast<std::uint32_t>(entries.size()), entries.data(),
                                            constants.size_bytes(), constants.data()};
  VkComputePipelineCreateInfo info{};
  info.flags = VK_PIPELINE_CREATE_DISPATCH_BASE_BIT;
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader.handle();
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &specialisation;
  info.layout = pipeline->m_layout;
  require(
      device.calls().createComputePipelines(device.handle(), cache.handle(), 1, &info, nullptr, &pipeline->m_handle),
      "compiling a kernel");
  return pipeline;
}

ComputePipeline::~ComputePipeline() {
  if (m_handle != VK_NULL_HANDLE) m_device.calls().destroyPipeline(m_device.handle(), m_handle, nullptr);
  if (m_layout != VK_NULL_HANDLE) m_device.calls().destroyPipelineLayout(m_device.handle(), m_layout, nullptr);
}

}  // namespace heed::gpu
