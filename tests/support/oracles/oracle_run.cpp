#include "tests/support/oracles/oracle_run.h"

#include "core/autodiff/gradients.h"
#include "core/base/thread_pool.h"
#include "core/exec/cpu_backend.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace heed::test {

using namespace core;

namespace {

// The bounds that the oracles come with: float64 numbers of another program, and the same in float32 arithmetic.
double toleranceOf(Precision precision) {
  return precision == Precision::Float32 ? 2e-5 : 1e-9;
}

/// A uniform this close to a step of the running sums may fall on either side in float32.
constexpr double kStepWidth = 1e-6;

Shape withoutOnes(const Shape& shape) {
  std::vector<std::int64_t> sizes;
  std::ranges::copy_if(shape.sizes(), std::back_inserter(sizes), [](std::int64_t size) { return size != 1; });
  return Shape(sizes);
}

std::vector<Axis> axesOf(const PortSpec& port, int rank) {
  std::vector<Axis> axes(static_cast<std::size_t>(rank), Axis{AxisMeaning::Batch, nullptr});
  const auto fromEnd = [&](int place, AxisMeaning meaning) {
    if (rank >= place) axes[static_cast<std::size_t>(rank - place)].meaning = meaning;
  };
  const bool isMask = port.kind == PortKind::Mask;
  fromEnd(3, AxisMeaning::Head);
  fromEnd(2, isMask ? AxisMeaning::Query : AxisMeaning::Token);
  fromEnd(1, isMask ? AxisMeaning::Key : AxisMeaning::Feature);
  return axes;
}

}  // namespace

Value OracleRun::Block::step(const std::string& id) const {
  const int index = program->stepIndex(group + "/" + id);
  if (index < 0) throw std::runtime_error("the block has no step \"" + id + "\"");
  return program->steps()[static_cast<std::size_t>(index)].value;
}

OracleRun::OracleRun() : m_state{Builder(), m_resources, 7, {}, {}, {}, 0, {}} {}

Value OracleRun::bound(const Tensor& tensor) {
  const std::string name = "input " + std::to_string(m_tensors.size());
  m_tensors.emplace(name, tensor);
  return builder().input(name, {valueKind(tensor.kind()), tensor.shape()});
}

Value OracleRun::real(const Tensor& tensor) {
  return bound(tensor.converted(ElementKind::Float64));
}

Value OracleRun::mask(const Tensor& tensor) {
  return bound(tensor.converted(ElementKind::Bool));
}

Value OracleRun::whole(const Tensor& tensor) {
  return bound(tensor.converted(ElementKind::Int32));
}

OracleRun::Block OracleRun::block(const std::string& typeId, const Parameters& parameters, const Ports& ports,
                                  const Weights& weights) {
  const BlockType* type = findBlockType(typeId);
  if (type == nullptr) throw NoSuchBlock{typeId};
  Block result;
  result.group = "block" + std::to_string(m_blockCount++);
  const auto scope = builder().group(result.group, type->title);
  BlockBuild build(m_state, *type, parameters, result.group);
  for (const PortSpec& port : type->inputs) {
    const auto found = ports.find(port.id);
    if (found == ports.end()) continue;
    const auto valid = ports.find(port.id + ".valid");
    Signal signal;
    signal.kind = port.kind;
    signal.value = found->second;
    signal.valid = valid == ports.end() ? Value() : valid->second;
    signal.axes = axesOf(port, builder().shape(found->second).rank());
    build.setInput(port.id, std::move(signal));
  }
  type->build(build);
  result.outputs = build.outputs();
  result.program = &builder().soFar();
  bindWeights(result, result.group + "/", weights);
  return result;
}

void OracleRun::bindWeights(Block& block, const std::string& path, const Weights& weights) {
  for (const RequestedWeight& weight : m_state.weights) {
    if (!weight.path.starts_with(path)) continue;
    const std::string name = weight.path.substr(path.size());
    const auto given = weights.find(name);
    if (given == weights.end()) throw std::runtime_error("the weight \"" + name + "\" is not bound");
    m_tensors.emplace(weight.path, given->second);
    block.weights.emplace(name, weight.value);
  }
  for (const auto& [name, tensor] : weights) {
    if (!block.weights.contains(name)) throw std::runtime_error("the block has no weight \"" + name + "\"");
  }
}

Value OracleRun::loss(Value output, const Tensor& factors) {
  const Shape shape = builder().shape(output);
  if (withoutOnes(shape) != withoutOnes(factors.shape()))
    throw std::runtime_error("the factors of the loss do not fit");
  const Value product = ops::multiply(builder(), output, builder().constant(factors.reshaped(shape)));
  return ops::reduceSum(builder(), product, {}, ops::KeepDimensions::No);
}

Value OracleRun::gradient(Value lossValue, Value of) {
  return gradients(builder(), lossValue, std::span(&of, 1)).front();
}

Value OracleRun::jacobian(Value vector, Value of) {
  const std::int64_t rows = builder().shape(vector)[0];
  const std::int64_t width = builder().shape(of).elementCount();
  std::vector<Value> parts;
  for (std::int64_t i = 0; i < rows; ++i) {
    const Value element = ops::reshape(builder(), ops::slice(builder(), vector, 0, i, i + 1), Shape());
    parts.push_back(ops::reshape(builder(), gradient(element, of), {1, width}));
  }
  return ops::concatenate(builder(), parts, 0);
}

void OracleRun::expect(std::string name, Value value, Tensor expected) {
  m_expectations.push_back({std::move(name), value, std::move(expected), {}});
}

void OracleRun::expectGradient(const std::string& name, Value lossValue, Value of, Tensor expected) {
  expect("gradient of " + name, gradient(lossValue, of), std::move(expected));
}

void OracleRun::expectDraws(std::string name, Value value, Tensor expected, const Tensor& uniforms,
                            const Tensor& steps) {
  std::vector<bool> isLoose;
  for (std::int64_t i = 0; i < uniforms.elementCount(); ++i) {
    bool isNearStep = false;
    for (std::int64_t j = 0; j < steps.elementCount(); ++j)
      isNearStep = isNearStep || std::abs(uniforms.at(i) - steps.at(j)) < kStepWidth;
    isLoose.push_back(isNearStep);
  }
  m_expectations.push_back({std::move(name), value, std::move(expected), std::move(isLoose)});
}

Tensor OracleRun::tensorFor(const ProgramInput& input) const {
  if (const auto found = m_tensors.find(input.name); found != m_tensors.end()) return found->second;
  const auto data = std::ranges::find(m_state.data, input.name, &BoundData::name);
  if (data == m_state.data.end()) throw std::runtime_error("the input \"" + input.name + "\" is not bound");
  return data->tensor;
}

std::string OracleRun::differenceOf(const Expectation& wanted, const Tensor& found, const MachineOutputs& run) const {
  const std::string where = wanted.name + " in " + run.machine + ": ";
  if (withoutOnes(found.shape()) != withoutOnes(wanted.expected.shape())) {
    return where + "is " + found.shape().toString() + ", expected " + wanted.expected.shape().toString() + "; ";
  }
  double largest = 0.0;
  for (std::int64_t k = 0; k < found.elementCount(); ++k) {
    const bool isLoose = !wanted.isLoose.empty() && wanted.isLoose[static_cast<std::size_t>(k)];
    if (isLoose && run.precision == Precision::Float32) continue;
    const double exact = wanted.expected.at(k);
    const double difference = std::abs(found.at(k) - exact) / std::max(1.0, std::abs(exact));
    largest = std::isnan(difference) ? INFINITY : std::max(largest, difference);
  }
  return largest > toleranceOf(run.precision) ? where + fmt::format("off by {:.3g}; ", largest) : std::string();
}

std::string OracleRun::differences(const OracleMachine& machine) {
  if (m_expectations.empty()) return "nothing is expected";
  std::vector<ProgramOutput> outputs;
  for (std::size_t i = 0; i < m_expectations.size(); ++i)
    outputs.push_back({std::to_string(i), m_expectations[i].value});
  const auto program = builder().finish(std::move(outputs));
  std::vector<Tensor> inputs;
  for (const ProgramInput& input : program->inputs()) inputs.push_back(tensorFor(input));
  std::string result;
  for (const MachineOutputs& run : machine(program, inputs)) {
    for (std::size_t i = 0; i < m_expectations.size(); ++i)
      result += differenceOf(m_expectations[i], run.outputs[i], run);
  }
  return result;
}

std::vector<MachineOutputs> runOnCpu(const std::shared_ptr<const Program>& program, const std::vector<Tensor>& inputs) {
  ThreadPool pool(2);
  KernelContext kernel{{}, pool, 7};
  RunContext context{kernel, nullptr, nullptr};
  std::vector<MachineOutputs> runs;
  for (const Composites composites : {Composites::Direct, Composites::Expanded}) {
    CpuBackend backend({.composites = composites});
    for (const Precision precision : {Precision::Float32, Precision::Float64}) {
      const auto plan = backend.prepare(program, Keep::Outputs, precision);
      runs.push_back({precision, toString(precision), backend.run(*plan, inputs, context).outputs});
    }
  }
  return runs;
}

}  // namespace heed::test
