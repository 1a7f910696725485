#include "gpu/backend/machine.h"

#include "core/base/error.h"
#include "gpu/backend/pipeline_file.h"
#include "gpu/shaders/shader.h"

#include <algorithm>
#include <tuple>

namespace heed::gpu {

namespace {

/// What a slow kernel needs for a multiply-add or for an element moved, until it was measured.
constexpr double kSoftwareSecondsPerCost = 4e-9;
constexpr double kCardSecondsPerCost = 4e-12;
constexpr double kSoftwareSecondsPerDispatch = 1e-5;
constexpr double kCardSecondsPerDispatch = 5e-6;
/// A kernel counts as at most this many times slower than the guess.
constexpr double kSlowest = 16.0;

}  // namespace

std::shared_ptr<Machine> Machine::create(const MachineOptions& options) {
  std::shared_ptr<Machine> machine(new Machine);
  machine->m_instance = Instance::create(options.instance);
  machine->m_device =
      Device::create(*machine->m_instance, chosenDevice(*machine->m_instance, options.software, options.device));
  machine->m_target = {machine->m_device->physical().kind, machine->m_device->limits()};
  if (options.kernels.choice == KernelChoice::ForCard) machine->m_target.kind = DeviceKind::Discrete;
  if (options.kernels.subgroups == Subgroups::Avoid) machine->m_target.limits.subgroupSize = 0;
  machine->m_queue = Queue::create(*machine->m_device);
  machine->m_pipelineFile = options.pipelineFile;
  if (!options.pipelineFile.empty()) {
    machine->m_savedPipelines = readPipelineFile(options.pipelineFile, machine->m_device->physical().identity);
  }
  machine->m_cache = PipelineCache::create(*machine->m_device, machine->m_savedPipelines);
  return machine;
}

Machine::~Machine() {
  if (m_cache == nullptr || m_pipelineFile.empty() || m_pipelines.empty() || m_device->isLost()) return;
  savePipelines();
}

void Machine::savePipelines() const {
  const std::vector<std::byte> data = m_cache->data();
  if (data.empty() || data == m_savedPipelines) return;
  std::ignore = writePipelineFile(m_pipelineFile, m_device->physical().identity, data);
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

double Machine::guessedSecondsPerCost() const {
  return m_device->physical().kind == DeviceKind::Software ? kSoftwareSecondsPerCost : kCardSecondsPerCost;
}

double Machine::secondsPerDispatch() const {
  return m_device->physical().kind == DeviceKind::Software ? kSoftwareSecondsPerDispatch : kCardSecondsPerDispatch;
}

double Machine::secondsPerCost(std::string_view shader) const {
  const auto found = m_secondsPerCost.find(shader);
  return found != m_secondsPerCost.end() ? found->second : guessedSecondsPerCost();
}

/// New numbers count half and within bounds, so that one run beside a busy program does not decide.
void Machine::noteSpeed(std::string_view shader, double cost, double seconds) {
  if (cost <= 0.0) return;
  const double measured = std::min(seconds / cost, kSlowest * guessedSecondsPerCost());
  const auto [found, isNew] = m_secondsPerCost.try_emplace(std::string(shader), measured);
  if (!isNew) found->second = 0.5 * (found->second + measured);
}

void Machine::countDispatches(const std::map<std::string, std::int64_t>& counts) {
  for (const auto& [op, count] : counts) m_dispatchCounts[op] += count;
}

}  // namespace heed::gpu
