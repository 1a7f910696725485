#pragma once

#include "core/base/error.h"
#include "core/ops/ops.h"
#include "core/program/op_def.h"

#include <map>
#include <memory>
#include <vector>

/// Runs kernels one by one, without a backend: the plainest way to see what an op computes.
namespace heed::core::testing {

class NoBodies : public BodyRunner {
 public:
  void run(const Program& /*body*/, std::span<const ConstView> /*inputs*/,
           std::span<const MutableView> /*outputs*/) override {
    HEED_ASSERT(false);
  }
};

[[nodiscard]] inline Tensor inPrecision(const Tensor& tensor, Precision precision) {
  const ValueKind kind = valueKind(tensor.kind());
  return kind == ValueKind::Real ? tensor.converted(elementKind(kind, precision)) : tensor;
}

/// The outputs of one op.
[[nodiscard]] inline std::vector<Tensor> runOp(const OpDef& op, const std::vector<Tensor>& operands,
                                               const Attributes& attributes, Precision precision,
                                               KernelContext& context) {
  std::vector<Tensor> inputs;
  std::vector<ValueType> types;
  for (const Tensor& operand : operands) {
    inputs.push_back(inPrecision(operand, precision));
    types.push_back({valueKind(operand.kind()), operand.shape()});
  }
  std::vector<ConstView> inputViews;
  for (const Tensor& input : inputs) inputViews.push_back({input.kind(), input.shape(), input.data()});
  std::vector<TensorBuffer> buffers;
  for (const ValueType& type : op.infer(types, attributes)) {
    buffers.emplace_back(elementKind(type.kind, precision), type.shape);
  }
  std::vector<MutableView> outputViews;
  for (TensorBuffer& buffer : buffers) outputViews.push_back({buffer.kind(), buffer.shape(), buffer.data()});
  NoBodies bodies;
  op.evaluate({inputViews, outputViews, attributes, precision, context, bodies});
  std::vector<Tensor> outputs;
  for (TensorBuffer& buffer : buffers) outputs.push_back(buffer.finish());
  return outputs;
}

[[nodiscard]] inline Tensor runOp(const OpDef& op, const std::vector<Tensor>& operands,
                                  const Attributes& attributes = {}, Precision precision = Precision::Float64) {
  ThreadPool pool(2);
  KernelContext context{{}, pool};
  return runOp(op, operands, attributes, precision, context).front();
}

/// Every value of a program, op by op.
[[nodiscard]] inline std::vector<Tensor> runProgram(const Program& program, const std::vector<Tensor>& inputs,
                                                    Precision precision) {
  ThreadPool pool(2);
  KernelContext context{{}, pool};
  std::vector<Tensor> values(program.values().size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ValueInfo& info = program.values()[i];
    if (info.input >= 0) values[i] = inputs[static_cast<std::size_t>(info.input)];
    if (!info.constant.isNull()) values[i] = info.constant;
  }
  for (const Node& node : program.nodes()) {
    std::vector<Tensor> operands;
    for (const Value input : node.inputs) operands.push_back(values[static_cast<std::size_t>(input.id)]);
    const std::vector<Tensor> outputs = runOp(*node.op, operands, node.attributes, precision, context);
    for (std::size_t i = 0; i < outputs.size(); ++i) values[static_cast<std::size_t>(node.outputs[i].id)] = outputs[i];
  }
  return values;
}

}  // namespace heed::core::testing
