#include "core/exec/op_check.h"

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/program/builder.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace heed::core {

namespace {

constexpr double kSpacing = 0.05;

/// Numbers at least kSpacing apart from each other and from 0, for all spaced inputs of an example: from their lower
/// end on, in an order that the seed decides.
std::vector<double> spacedNumbers(const OpExample& example, std::uint64_t seed) {
  std::int64_t count = 0;
  double low = 0.0;
  double high = 0.0;
  for (const ExampleInput& input : example.inputs) {
    if (!input.spaced) continue;
    low = count == 0 ? input.low : std::min(low, input.low);
    high = count == 0 ? input.high : std::max(high, input.high);
    count += input.type.shape.elementCount();
  }
  // A tenth more than asked for, which rounding to float32 does not use up.
  const double gap = std::max(1.1 * kSpacing, (high - low) / static_cast<double>(count + 2));
  std::vector<double> ordered;
  for (int i = 0; static_cast<std::int64_t>(ordered.size()) < count; ++i) {
    const double number = low + (i + 0.5) * gap;
    if (std::abs(number) >= kSpacing) ordered.push_back(number);
  }
  std::vector<std::size_t> order(ordered.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::uint64_t stream = example.inputs.size();
  std::ranges::sort(order, {}, [&](std::size_t i) { return philox(seed, stream, i)[0]; });
  std::vector<double> numbers;
  for (const std::size_t i : order) numbers.push_back(ordered[i]);
  return numbers;
}

/// Takes the numbers of a spaced input from the end of `spaced`.
Tensor exampleTensor(const ExampleInput& input, std::vector<double>& spaced, std::uint64_t seed, std::uint64_t stream) {
  TensorBuffer buffer(elementKind(input.type.kind, Precision::Float64), input.type.shape);
  for (std::int64_t i = 0; i < input.type.shape.elementCount(); ++i) {
    const auto uniform = static_cast<double>(philoxUniform(seed, stream, static_cast<std::uint64_t>(i)));
    double number = input.low + (input.high - input.low) * uniform;
    if (input.type.kind == ValueKind::Int) number = std::floor(number);
    if (input.type.kind == ValueKind::Bool) number = uniform < input.high ? 1.0 : 0.0;
    if (input.spaced) {
      number = spaced.back();
      spaced.pop_back();
    }
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
  std::vector<double> spaced = spacedNumbers(example, seed);
  for (std::size_t i = 0; i < example.inputs.size(); ++i) {
    tensors.push_back(exampleTensor(example.inputs[i], spaced, seed, i));
  }
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

namespace {

/// Adds what the two make of one example.
void compareExample(OpDifference& difference, const OpDef& op, const OpExample& example, Backend& tested,
                    Backend& reference, RunContext& context) {
  const auto program = exampleProgram(op, example);
  const std::vector<Tensor> inputs = exampleTensors(example, 1);
  const auto testedPlan = tested.prepare(program, Keep::Outputs, Precision::Float32);
  const RunResult testedResult = tested.run(*testedPlan, inputs, context);
  const auto referencePlan = reference.prepare(program, Keep::Outputs, Precision::Float64);
  const RunResult referenceResult = reference.run(*referencePlan, inputs, context);
  ++difference.examples;
  for (std::size_t i = 0; i < referenceResult.outputs.size(); ++i) {
    const double largest = largestDifference(testedResult.outputs[i], referenceResult.outputs[i]);
    if (largest <= difference.largest && !difference.example.empty()) continue;
    difference.largest = largest;
    difference.example = example.label;
  }
}

}  // namespace

std::vector<OpDifference> compareOps(Backend& tested, Backend& reference, RunContext& context) {
  std::vector<OpDifference> differences;
  for (const OpDef* op : allOps()) {
    OpDifference difference{op->name, 0, 0.0, {}, op->tolerance.float32};
    for (const OpExample& example : op->examples()) {
      context.kernel.throwIfStopped();
      try {
        compareExample(difference, *op, example, tested, reference, context);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::Device) throw;
        difference.refusal = error.text().english();
        difference.example = example.label;
        break;
      }
    }
    differences.push_back(std::move(difference));
  }
  return differences;
}

}  // namespace heed::core
