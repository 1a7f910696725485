#include "gpu/backend/machine.h"

#include "core/base/error.h"
#include "gpu/shaders/shader.h"

namespace heed::gpu {

std::shared_ptr<Machine> Machine::create(const MachineOptions& options) {
  std::shared_ptr<Machine> machine(new Machine);
  machine->m_instance = Instance::create(options.instance);
  machine->m_device =
      Device::create(*machine->m_instance, chosenDevice(*machine->m_instance, options.software, options.device));
  machine->m_target = {machine->m_device->physical().kind, machine->m_device->limits()};
  if (options.kernels.choice == KernelChoice::ForCard) machine->m_target.kind = DeviceKind::Discrete;
  if (options.kernels.subgroups == Subgroups::Avoid) machine->m_target.limits.subgroupSize = 0;
  machine->m_queue = Queue::create(*machine->m_device);
  machine->m_cache = PipelineCache::create(*machine->m_device, {});
  return machine;
}

const ShaderModule& Machine::shaderModule(std::string_view shader) {
  const auto found = m_shaders.find(shader);
  if (found != m_shaders.end()) return *found->second;
  const Shader* code = findShader(shader);
  HEED_ASSERT(code != nullptr);
  return *m_shaders.emplace(shader, ShaderModule::create(*m_device, code->words)).first->second;
}

const ComputePipeline& Machine::pipeline(std::string_view shader, const std::vector<std::uint32_t>& constants) {
  std::unique_ptr<ComputePipeline>& pipeline = m_pipelines[{std::string(shader), constants}];
  if (pipeline == nullptr) {
    pipeline = ComputePipeline::create(*m_device, *m_cache, shaderModule(shader), constants, sizeof(PushConstants));
  }
  return *pipeline;
}

void Machine::countDispatches(const std::map<std::string, std::int64_t>& counts) {
  for (const auto& [op, count] : counts) m_dispatchCounts[op] += count;
}

}  // namespace heed::gpu
