#pragma once

#include "core/ops/ops.h"

#include <algorithm>
#include <random>
#include <vector>

/// A program that calls an op once as an example says, with random tensors for its inputs. The real ones are numbers
/// that float32 holds exactly, so that both precisions compute with the same operands.
struct OpExampleProgram {
  heed::core::Builder builder;
  std::vector<heed::core::Value> inputs;
  std::vector<heed::core::Value> outputs;
  std::vector<heed::core::Tensor> tensors;

  OpExampleProgram(const heed::core::OpDef& op, const heed::core::OpExample& example) {
    for (std::size_t i = 0; i < example.inputs.size(); ++i) {
      inputs.push_back(builder.input("input " + std::to_string(i), example.inputs[i].type));
    }
    outputs = builder.append(op, inputs, example.attributes);
    fill(example);
  }

  [[nodiscard]] std::shared_ptr<const heed::core::Program> finish() {
    std::vector<heed::core::ProgramOutput> named;
    for (const heed::core::Value output : outputs) named.push_back({"output " + std::to_string(named.size()), output});
    return builder.finish(named);
  }

 private:
  void fill(const heed::core::OpExample& example) {
    std::mt19937_64 random(20171206);
    std::vector<double> spaced = spacedNumbers(example, random);
    for (const heed::core::ExampleInput& input : example.inputs) tensors.push_back(randomTensor(input, spaced, random));
  }

  /// Numbers at least 0.05 apart from each other and from 0, over all spaced inputs of the example.
  static std::vector<double> spacedNumbers(const heed::core::OpExample& example, std::mt19937_64& random) {
    std::int64_t count = 0;
    double low = 0.0;
    double high = 0.0;
    for (const heed::core::ExampleInput& input : example.inputs) {
      if (!input.spaced) continue;
      low = count == 0 ? input.low : std::min(low, input.low);
      high = count == 0 ? input.high : std::max(high, input.high);
      count += input.type.shape.elementCount();
    }
    std::vector<double> numbers;
    const double gap = count == 0 ? 1.0 : std::max(0.055, (high - low) / static_cast<double>(count + 2));
    for (int i = 0; static_cast<std::int64_t>(numbers.size()) < count; ++i) {
      const double number = low + (i + 0.5) * gap;
      if (std::abs(number) >= 0.05) numbers.push_back(static_cast<double>(static_cast<float>(number)));
    }
    std::ranges::shuffle(numbers, random);
    return numbers;
  }

  static heed::core::Tensor randomTensor(const heed::core::ExampleInput& input, std::vector<double>& spaced,
                                         std::mt19937_64& random) {
    using heed::core::ValueKind;
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    heed::core::TensorBuffer buffer(elementKind(input.type.kind, heed::core::Precision::Float64), input.type.shape);
    for (std::int64_t i = 0; i < input.type.shape.elementCount(); ++i) {
      const double u = uniform(random);
      if (input.type.kind == ValueKind::Bool) {
        buffer.setAt(i, u < input.high ? 1.0 : 0.0);
      } else if (input.type.kind == ValueKind::Int) {
        buffer.setAt(i, std::floor(input.low + u * (input.high - input.low)));
      } else if (input.spaced) {
        buffer.setAt(i, spaced.back());
        spaced.pop_back();
      } else {
        buffer.setAt(i, static_cast<double>(static_cast<float>(input.low + u * (input.high - input.low))));
      }
    }
    return buffer.finish();
  }
};
