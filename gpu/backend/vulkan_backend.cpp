#include "gpu/backend/vulkan_backend.h"

#include "core/base/error.h"
#include "core/exec/bound_inputs.h"
#include "gpu/backend/machine.h"
#include "gpu/backend/runnable.h"
#include "gpu/backend/scan_layout.h"
#include "gpu/backend/vulkan_plan.h"

#include <fmt/format.h>

#include <chrono>

namespace heed::gpu {

std::unique_ptr<VulkanBackend> VulkanBackend::create(const VulkanOptions& options) {
  MachineOptions machine;
  machine.instance = {options.validates ? Validation::On : Validation::Off, options.loader, options.faults,
                      options.validationLog};
  machine.software = options.allowsSoftware ? SoftwareDrivers::Allow : SoftwareDrivers::Refuse;
  machine.device = options.device;
  machine.pipelineFile = options.pipelineFile;
  machine.kernels = {options.usesSubgroups ? Subgroups::Use : Subgroups::Avoid,
                     options.choosesForCard ? KernelChoice::ForCard : KernelChoice::ForDevice};
  return std::unique_ptr<VulkanBackend>(new VulkanBackend(Machine::create(machine)));
}

VulkanBackend::VulkanBackend(std::shared_ptr<Machine> machine) : m_machine(std::move(machine)) {}

VulkanBackend::~VulkanBackend() = default;

std::string VulkanBackend::deviceName() const {
  return m_machine->device().physical().name;
}

core::Text VulkanBackend::note() const {
  return core::text("Vulkan", "the device is %1", deviceName());
}

bool VulkanBackend::isLost() const {
  return m_machine->device().isLost();
}

std::string VulkanBackend::deviceIdentity() const {
  const PhysicalDevice& physical = m_machine->device().physical();
  return fmt::format("{}, {:04x}:{:04x}, driver {:x}", physical.name, physical.identity.vendor,
                     physical.identity.device, physical.identity.driverVersion);
}

bool VulkanBackend::isSoftware() const {
  return m_machine->device().physical().kind == DeviceKind::Software;
}

std::uint32_t VulkanBackend::subgroupSize() const {
  return m_machine->target().limits.subgroupSize;
}

bool VulkanBackend::choosesForCard() const {
  return m_machine->target().kind != DeviceKind::Software;
}

bool VulkanBackend::supports(core::Precision precision) const {
  return precision == core::Precision::Float32;
}

bool VulkanBackend::supports(const core::OpDef& op) const {
  return findKernel(op.name) != nullptr || op.expand != nullptr || op.name == kScanOp;
}

std::unique_ptr<core::Plan> VulkanBackend::prepare(std::shared_ptr<const core::Program> program, core::Keep keep,
                                                   core::Precision precision) {
  if (!supports(precision)) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "Vulkan computes in float32; %1 needs the CPU", core::toString(precision)));
  }
  std::shared_ptr<const core::Program> planned = runnable(program, keep);
  std::vector<int> stepNumbers;
  for (const core::Step& step : planned->steps()) stepNumbers.push_back(program->stepIndex(step.id));
  const auto lock = m_machine->lock();
  return std::make_unique<VulkanPlan>(m_machine, std::move(planned), std::move(stepNumbers), keep);
}

core::RunResult VulkanBackend::run(core::Plan& plan, std::span<const core::Tensor> inputs, core::RunContext& context) {
  auto& vulkanPlan = dynamic_cast<VulkanPlan&>(plan);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<core::Tensor> bound = core::boundInputs(vulkanPlan.program(), core::Precision::Float32, inputs);
  core::RunResult result;
  {
    const auto lock = m_machine->lock();
    result.outputs = vulkanPlan.execute(bound, context);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::map<std::string, std::int64_t> VulkanBackend::dispatchCounts() const {
  const auto lock = m_machine->lock();
  return m_machine->dispatchCounts();
}

std::uint64_t VulkanBackend::submissions() const {
  const auto lock = m_machine->lock();
  return m_machine->queue().submissions();
}

std::vector<std::string> VulkanBackend::validationMessages() const {
  return m_machine->instance().log().messages();
}

}  // namespace heed::gpu
