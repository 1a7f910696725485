#include "core/exec/op_check.h"

#include "core/base/philox.h"
#include "core/program/builder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace heed::core {

namespace {

constexpr double kSpacing = 0.05;

/// Numbers at least kSpacing apart from each other and from 0, in an order that the seed decides.
std::vector<double> spacedNumbers(std::size_t count, std::uint64_t seed, std::uint64_t stream) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return philox(seed, stream, i)[0]; });
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double rank = static_cast<double>(order[i]) - static_cast<double>(count) / 2.0;
    numbers[i] = (std::floor(rank) + 0.5) * 2.0 * kSpacing;
  }
  return numbers;
}

Tensor exampleTensor(const ExampleInput& input, std::uint64_t seed, std::uint64_t stream) {
  const ElementKind kind = elementKind(input.type.kind, Precision::Float64);
  TensorBuffer buffer(kind, input.type.shape);
  const std::int64_t count = input.type.shape.elementCount();
  std::vector<double> spaced;
  if (input.spaced) spaced = spacedNumbers(static_cast<std::size_t>(count), seed, stream);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto uniform = static_cast<double>(philoxUniform(seed, stream, static_cast<std::uint64_t>(i)));
    double number = input.low + (input.high - input.low) * uniform;
    if (input.type.kind == ValueKind::Int) number = std::floor(number);
    if (input.type.kind == ValueKind::Bool) number = uniform < input.high ? 1.0 : 0.0;
    if (input.spaced) number = spaced[static_cast<std::size_t>(i)];
    buffer.setAt(i, input.type.kind == ValueKind::Real ? static_cast<double>(static_cast<float>(number)) : number);
  }
  return buffer.finish();
}

}  // namespace

std::shared_ptr<const Program> exampleProgram(const OpDef& op, const OpExample& example) {
  Builder builder;
  std::vector<Value> inputs;
  for (std::size_t i = 0; i < example.inputs.size(); ++i) {
    inputs.push_back(builder.input(fmt::format("input {}", i), example.inputs[i].type));
  }
  std::vector<ProgramOutput> outputs;
  for (const Value output : builder.append(op, inputs, example.attributes)) {
    outputs.push_back({fmt::format("output {}", outputs.size()), output});
  }
  return builder.finish(std::move(outputs));
}

std::vector<Tensor> exampleTensors(const OpExample& example, std::uint64_t seed) {
  std::vector<Tensor> tensors;
  for (std::size_t i = 0; i < example.inputs.size(); ++i) tensors.push_back(exampleTensor(example.inputs[i], seed, i));
  return tensors;
}

double largestDifference(const Tensor& a, const Tensor& b) {
  double largest = 0.0;
  for (std::int64_t i = 0; i < b.elementCount(); ++i) {
    const double left = a.at(i);
    const double right = b.at(i);
    if (left == right || (std::isnan(left) && std::isnan(right))) continue;
    const double difference = std::abs(left - right) / std::max(1.0, std::abs(right));
    largest = std::isfinite(difference) ? std::max(largest, difference) : std::numeric_limits<double>::infinity();
  }
  return largest;
}

std::vector<OpDifference> compareOps(Backend& tested, Backend& reference, RunContext& context) {
  std::vector<OpDifference> differences;
  for (const OpDef* op : allOps()) {
    OpDifference difference{op->name, 0, 0.0, {}, op->tolerance.float32};
    for (const OpExample& example : op->examples()) {
      context.kernel.throwIfStopped();
      const auto program = exampleProgram(*op, example);
      const std::vector<Tensor> inputs = exampleTensors(example, 1);
      const auto testedPlan = tested.prepare(program, Keep::Outputs, Precision::Float32);
      const auto referencePlan = reference.prepare(program, Keep::Outputs, Precision::Float64);
      const RunResult testedResult = tested.run(*testedPlan, inputs, context);
      const RunResult referenceResult = reference.run(*referencePlan, inputs, context);
      ++difference.examples;
      for (std::size_t i = 0; i < referenceResult.outputs.size(); ++i) {
        const double largest = largestDifference(testedResult.outputs[i], referenceResult.outputs[i]);
        if (largest <= difference.largest && !difference.example.empty()) continue;
        difference.largest = largest;
        difference.example = example.label;
      }
    }
    differences.push_back(std::move(difference));
  }
  return differences;
}

}  // namespace heed::core
