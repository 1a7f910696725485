#pragma once

#include "core/autodiff/gradients.h"
#include "core/base/philox.h"
#include "core/base/thread_pool.h"
#include "core/exec/cpu_backend.h"
#include "core/exec/trace.h"
#include "core/model/block_build.h"
#include "core/ops/ops.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

/// One block on its own as a program: its ports are fed from program inputs. What tst_blocks needs to look at a block
/// without a model around it.
namespace heed::test {

using namespace heed::core;

/// Contents of the ports, in float64, and the valid masks of the sequences among them.
struct PortContents {
  std::map<std::string, Tensor> values;
  std::map<std::string, Tensor> valid;
};

/// Deterministic uniforms in [0, 1) for a name.
class Draws {
 public:
  explicit Draws(const std::string& name) : m_stream(stableHash(name.data(), name.size())) {}
  double next() { return static_cast<double>(philoxUniform(20171206, m_stream, m_count++)); }

 private:
  std::uint64_t m_stream;
  std::uint64_t m_count = 0;
};

/// Random contents as an example asks for them. Reals are numbers that float32 holds exactly.
inline Tensor randomTensor(const ExampleInput& input, const std::string& name) {
  Draws draws(name);
  const Shape& shape = input.type.shape;
  const auto count = static_cast<double>(std::max<std::int64_t>(1, shape.elementCount()));
  TensorBuffer buffer(elementKind(input.type.kind, Precision::Float64), shape);
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) {
    const double u = draws.next();
    double number = input.low + u * (input.high - input.low);
    if (input.type.kind == ValueKind::Bool) {
      number = u < input.high ? 1.0 : 0.0;
    } else if (input.type.kind == ValueKind::Int) {
      number = std::floor(number);
    } else if (input.spaced) {
      // Each element has a stretch of its own, in an order that jumps (7 has no divisor in common with most counts).
      const double place = std::fmod(static_cast<double>(i) * 7.0, count);
      number = input.low + (place + 0.25 + 0.5 * u) * std::max(0.1, (input.high - input.low) / count);
    }
    buffer.setAt(i, input.type.kind == ValueKind::Real ? static_cast<double>(static_cast<float>(number)) : number);
  }
  return buffer.finish();
}

inline PortContents contentsOf(const BlockType& type, const BlockExample& example) {
  PortContents contents;
  for (const auto& [port, input] : example.ports) {
    contents.values.emplace(port, randomTensor(input, std::string(type.id) + example.label + port));
  }
  return contents;
}

/// A block as a program, with a tensor for each input.
struct BlockProgram {
  std::shared_ptr<const Program> program;
  std::vector<Tensor> inputs;
  std::map<std::string, Tensor> weights;               ///< by path inside the block
  std::vector<std::string> outputs;                    ///< the names of the program's outputs
  std::map<std::string, Signal, std::less<>> signals;  ///< the output ports
  std::vector<Issue> notes;

  [[nodiscard]] std::size_t outputNamed(const std::string& name) const {
    return static_cast<std::size_t>(std::ranges::find(outputs, name) - outputs.begin());
  }
  [[nodiscard]] bool usesOp(std::string_view op) const {
    return std::ranges::any_of(program->nodes(), [&](const Node& node) { return node.op->name == op; });
  }
};

/// Whether the program also gives "loss", the sum of all real outputs under fixed factors, and its gradients.
enum class Loss { None, Alone, WithGradients };

struct BlockOptions {
  std::uint64_t seed = 7;
  Loss loss = Loss::None;
  AxisMeaning front = AxisMeaning::Head;  ///< the dimension in front of a mechanism's items
  std::map<std::string, Tensor> weights;  ///< by path inside the block; the others are drawn
  BuildResources resources;
};

/// What the axes of a port mean. What stands in front of a mechanism's items is `front`, else it is batches.
inline std::vector<Axis> axesOf(const BlockType& type, const PortSpec& port, int rank, AxisMeaning front) {
  std::vector<Axis> axes(static_cast<std::size_t>(rank), Axis{AxisMeaning::Batch, nullptr});
  const auto fromEnd = [&](int place, AxisMeaning meaning) {
    if (rank >= place) axes[static_cast<std::size_t>(rank - place)].meaning = meaning;
  };
  switch (port.kind) {
    case PortKind::Tokens:
      fromEnd(1, AxisMeaning::Token);
      break;
    case PortKind::Image:
      fromEnd(3, AxisMeaning::PatchRow);
      fromEnd(2, AxisMeaning::PatchColumn);
      fromEnd(1, AxisMeaning::Channel);
      break;
    case PortKind::Graph:
      fromEnd(2, AxisMeaning::Edge);
      fromEnd(1, AxisMeaning::Other);
      break;
    case PortKind::Mask:
    case PortKind::Weights:
      fromEnd(3, AxisMeaning::Head);
      fromEnd(2, AxisMeaning::Query);
      fromEnd(1, AxisMeaning::Key);
      break;
    case PortKind::Tensor:
    case PortKind::Scalar:
      if (type.isMechanism) fromEnd(3, front);
      fromEnd(2, AxisMeaning::Token);
      fromEnd(1, AxisMeaning::Feature);
      break;
  }
  return axes;
}

inline std::int64_t vocabularyOf(const Tensor& ids) {
  std::int64_t size = 1;
  for (std::int64_t i = 0; i < ids.elementCount(); ++i) size = std::max(size, static_cast<std::int64_t>(ids.at(i)) + 1);
  return size;
}

/// One name for each token, the same for the same id.
inline std::shared_ptr<const AxisLabels> tokenNames(const Tensor& ids) {
  auto labels = std::make_shared<AxisLabels>();
  for (std::int64_t i = 0; i < ids.elementCount(); ++i) {
    labels->names.push_back("token" + std::to_string(static_cast<int>(ids.at(i))));
  }
  return labels;
}

/// Builds one block into a builder of its own.
class BlockBench {
 public:
  BlockBench(const BlockType& type, const Parameters& parameters, const PortContents& contents, const InputData* data,
             const BlockOptions& options)
      : m_type(type),
        m_contents(contents),
        m_options(options),
        m_state{Builder(), m_options.resources, options.seed, {}, {}, {}, 0, {}} {
    const auto scope = m_state.builder.group("block", type.title);
    BlockBuild build(m_state, type, parameters, "block");
    for (const PortSpec& port : type.inputs) feed(build, port);
    build.setData(data);
    type.build(build);
    m_signals = build.outputs();
  }

  [[nodiscard]] BlockProgram finish() {
    BlockProgram result;
    result.signals = m_signals;
    result.notes = m_state.notes;
    std::vector<ProgramOutput> outputs;
    for (const auto& [port, signal] : m_signals) outputs.push_back({port, signal.value});
    if (m_options.loss != Loss::None) addLoss(outputs);
    for (const ProgramOutput& output : outputs) result.outputs.push_back(output.name);
    result.program = m_state.builder.finish(std::move(outputs));
    for (const ProgramInput& input : result.program->inputs())
      result.inputs.push_back(tensorFor(input, result.weights));
    return result;
  }

 private:
  void feed(BlockBuild& build, const PortSpec& port) {
    const auto found = m_contents.values.find(port.id);
    if (found == m_contents.values.end()) return;
    Signal signal;
    signal.kind = port.kind;
    signal.value = input(port.id, found->second);
    if (const auto valid = m_contents.valid.find(port.id); valid != m_contents.valid.end()) {
      signal.valid = input(port.id + ".valid", valid->second);
    }
    signal.axes = axesOf(m_type, port, found->second.shape().rank(), m_options.front);
    if (port.kind == PortKind::Tokens) {
      signal.vocabularySize = vocabularyOf(found->second);
      signal.items = tokenNames(found->second);
      signal.axes.back().labels = signal.items;
    }
    build.setInput(port.id, std::move(signal));
  }

  Value input(const std::string& name, const Tensor& tensor) {
    m_tensors.emplace(name, tensor);
    return m_state.builder.input(name, {valueKind(tensor.kind()), tensor.shape()});
  }

  void addLoss(std::vector<ProgramOutput>& outputs) {
    Builder& builder = m_state.builder;
    Value loss = builder.constant(0.0);
    for (const auto& [port, signal] : m_signals) {
      if (builder.type(signal.value).kind != ValueKind::Real) continue;
      const ExampleInput spread{{ValueKind::Real, builder.shape(signal.value)}, -1.0, 1.0};
      const Value factors = builder.constant(randomTensor(spread, "loss" + port));
      loss =
          ops::add(builder, loss,
                   ops::reduceSum(builder, ops::multiply(builder, signal.value, factors), {}, ops::KeepDimensions::No));
    }
    outputs.push_back({"loss", loss});
    if (m_options.loss == Loss::Alone) return;
    std::vector<Value> wrt;
    std::vector<std::string> names;
    for (const ProgramInput& programInput : builder.soFar().inputs()) {
      if (builder.type(programInput.value).kind != ValueKind::Real) continue;
      wrt.push_back(programInput.value);
      names.push_back("gradient of " + programInput.name);
    }
    const std::vector<Value> cotangents = gradients(builder, loss, wrt);
    for (std::size_t i = 0; i < wrt.size(); ++i) outputs.push_back({names[i], cotangents[i]});
  }

  Tensor tensorFor(const ProgramInput& programInput, std::map<std::string, Tensor>& weights) const {
    if (const auto given = m_tensors.find(programInput.name); given != m_tensors.end()) return given->second;
    const auto data = std::ranges::find(m_state.data, programInput.name, &BoundData::name);
    if (data != m_state.data.end()) return data->tensor;
    const auto weight = std::ranges::find(m_state.weights, programInput.name, &RequestedWeight::path);
    HEED_ASSERT(weight != m_state.weights.end());
    const std::string path = weight->path.substr(std::string("block/").size());
    const auto given = m_options.weights.find(path);
    const Tensor tensor = given != m_options.weights.end() ? given->second : drawnWeight(*weight);
    weights.emplace(path, tensor);
    return tensor;
  }

  /// Away from zeros, ones and identities, so that every weight counts.
  [[nodiscard]] Tensor drawnWeight(const RequestedWeight& weight) const {
    const Tensor fresh = initialWeight(weight.spec, m_options.seed, weight.path);
    Draws draws(weight.path);
    std::vector<double> elements;
    for (std::int64_t i = 0; i < fresh.elementCount(); ++i) {
      elements.push_back(static_cast<double>(static_cast<float>(fresh.at(i) + 0.6 * draws.next() - 0.3)));
    }
    return Tensor::fromDoubles(fresh.shape(), elements);
  }

  const BlockType& m_type;
  const PortContents& m_contents;
  BlockOptions m_options;
  LoweringState m_state;
  std::map<std::string, Signal, std::less<>> m_signals;
  std::map<std::string, Tensor> m_tensors;
};

inline BlockProgram blockProgram(const BlockType& type, const Parameters& parameters, const PortContents& contents,
                                 const InputData* data = nullptr, const BlockOptions& options = {}) {
  return BlockBench(type, parameters, contents, data, options).finish();
}

/// A backend with what it needs to run.
class Bench {
 public:
  [[nodiscard]] std::vector<Tensor> run(const std::shared_ptr<const Program>& program,
                                        const std::vector<Tensor>& inputs, Precision precision,
                                        Keep keep = Keep::Outputs, TraceSink* trace = nullptr) {
    const auto plan = m_backend.prepare(program, keep, precision);
    return run(*plan, inputs, trace);
  }
  [[nodiscard]] std::vector<Tensor> run(Plan& plan, const std::vector<Tensor>& inputs, TraceSink* trace = nullptr) {
    RunContext context{m_kernel, nullptr, trace};
    return m_backend.run(plan, inputs, context).outputs;
  }
  [[nodiscard]] std::unique_ptr<Plan> prepare(const std::shared_ptr<const Program>& program, Precision precision) {
    return m_backend.prepare(program, Keep::Outputs, precision);
  }
  /// The output ports by their ids.
  [[nodiscard]] std::map<std::string, Tensor> outputs(const BlockProgram& block,
                                                      Precision precision = Precision::Float64) {
    const std::vector<Tensor> tensors = run(block.program, block.inputs, precision);
    std::map<std::string, Tensor> named;
    for (std::size_t i = 0; i < tensors.size(); ++i) named.emplace(block.outputs[i], tensors[i]);
    return named;
  }
  void stop() { m_stop.request_stop(); }
  [[nodiscard]] Backend& backend() { return m_backend; }
  [[nodiscard]] RunContext context() { return {m_kernel, nullptr, nullptr}; }

 private:
  CpuBackend m_backend;
  ThreadPool m_pool{2};
  std::stop_source m_stop;
  KernelContext m_kernel{m_stop.get_token(), m_pool, 7};
};

/// |found - expected| relative to max(1, |expected|), the largest over all elements; infinite for other shapes and for
/// a NaN that the other side has not.
inline double largestDifference(const Tensor& found, const Tensor& expected) {
  if (found.shape() != expected.shape()) return INFINITY;
  double largest = 0.0;
  for (std::int64_t i = 0; i < found.elementCount(); ++i) {
    const double a = found.at(i);
    const double b = expected.at(i);
    if (a == b || (std::isnan(a) && std::isnan(b))) continue;
    const double difference = std::abs(a - b) / std::max(1.0, std::abs(b));
    if (!(difference <= largest)) largest = std::isnan(difference) ? INFINITY : difference;
  }
  return largest;
}

inline bool isFinite(const Tensor& tensor) {
  for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
    if (!std::isfinite(tensor.at(i))) return false;
  }
  return true;
}

/// Rows of a tensor along an axis in another order: row i of the result is row order[i] of the tensor.
inline Tensor reordered(const Tensor& tensor, int axis, const std::vector<std::int64_t>& order) {
  const Shape& shape = tensor.shape();
  const int place = normalizedAxis(axis, shape.rank(), "reordered");
  TensorBuffer buffer(tensor.kind(), shape);
  for (std::int64_t i = 0; i < shape.elementCount(); ++i) {
    auto index = shape.index(i);
    index[static_cast<std::size_t>(place)] = order[static_cast<std::size_t>(index[static_cast<std::size_t>(place)])];
    buffer.setAt(i, tensor.at(std::span(index).first(static_cast<std::size_t>(shape.rank()))));
  }
  return buffer.finish();
}

}  // namespace heed::test
