#include "core/exec/cpu_backend.h"

#include "core/base/error.h"
#include "core/exec/cpu_plan.h"

#include <chrono>

namespace heed::core {

namespace {

/// The tensors in the plan's element kinds; throws Error{Shape} naming the first input that does not fit.
std::vector<Tensor> boundInputs(const CpuPlan& plan, std::span<const Tensor> inputs) {
  const Program& program = plan.program();
  if (inputs.size() != program.inputs().size()) {
    throw Error(ErrorKind::Shape, text("Run", "%1 tensors were given for the %2 inputs of the program", inputs.size(),
                                       program.inputs().size()));
  }
  std::vector<Tensor> bound;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const ProgramInput& input = program.inputs()[i];
    const ValueType& type = program.type(input.value);
    if (inputs[i].isNull() || inputs[i].shape() != type.shape || valueKind(inputs[i].kind()) != type.kind) {
      const std::string found =
          inputs[i].isNull() ? "nothing" : toString(inputs[i].kind()) + " " + inputs[i].shape().toString();
      throw Error(ErrorKind::Shape,
                  text("Run", "input \"%1\" was given %2; it needs %3", input.name, found, toString(type)));
    }
    bound.push_back(inputs[i].converted(elementKind(type.kind, plan.precision())));
  }
  return bound;
}

}  // namespace

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
  const std::vector<Tensor> bound = boundInputs(cpuPlan, inputs);
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
