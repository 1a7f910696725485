#pragma once

#include "core/exec/op_check.h"
#include "core/ops/ops.h"

#include <memory>
#include <string>
#include <vector>

/// A program that calls an op once as an example says, with random tensors for its inputs, still open for more steps.
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
    tensors = heed::core::exampleTensors(example, 20171206);
  }

  [[nodiscard]] std::shared_ptr<const heed::core::Program> finish() {
    std::vector<heed::core::ProgramOutput> named;
    for (const heed::core::Value output : outputs) named.push_back({"output " + std::to_string(named.size()), output});
    return builder.finish(named);
  }
};
