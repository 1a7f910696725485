#include "core/exec/cpu_backend.h"

#include "core/exec/bound_inputs.h"
#include "core/exec/cpu_plan.h"

#include <chrono>

namespace heed::core {

CpuBackend::CpuBackend(CpuOptions options) : m_options(options) {}

bool CpuBackend::supports(Precision /*precision*/) const {
  return true;
}

bool CpuBackend::supports(const OpDef& op) const {
  return op.evaluate != nullptr || op.expand != nullptr;
}

std::unique_ptr<Plan> CpuBackend::prepare(std::shared_ptr<const Program> program, Keep keep, Precision precision) {
  return makeCpuPlan(program, keep, precision, m_options);
}

RunResult CpuBackend::run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) {
  auto& cpuPlan = dynamic_cast<CpuPlan&>(plan);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Tensor> bound = boundInputs(cpuPlan.program(), cpuPlan.precision(), inputs);
  std::vector<ConstView> views;
  for (const Tensor& tensor : bound) views.push_back({tensor.kind(), tensor.shape(), tensor.data()});
  std::vector<TensorBuffer> buffers;
  std::vector<MutableView> outputs;
  for (const ProgramOutput& output : cpuPlan.program().outputs()) {
    const ValueType& type = cpuPlan.program().type(output.value);
    buffers.emplace_back(elementKind(type.kind, cpuPlan.precision()), type.shape);
    outputs.push_back({buffers.back().kind(), type.shape, buffers.back().data()});
  }
  cpuPlan.execute(views, outputs, context);
  RunResult result;
  for (TensorBuffer& buffer : buffers) result.outputs.push_back(buffer.finish());
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace heed::core
