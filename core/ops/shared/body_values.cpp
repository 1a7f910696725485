#include "core/ops/shared/body_values.h"

#include "core/base/error.h"
#include "core/program/builder.h"

#include <cstring>

namespace heed::core {

namespace {

/// Runs bodies of bodies by the same plain way.
class PlainRunner : public BodyRunner {
 public:
  explicit PlainRunner(Precision precision) : m_precision(precision) {}

  void run(const Program& body, std::span<const ConstView> inputs, std::span<const MutableView> outputs) override {
    std::vector<Tensor> tensors;
    for (const ConstView& input : inputs) {
      TensorBuffer buffer(input.kind, input.shape);
      copyBytes(buffer.data(), input.data, input.shape, input.kind);
      tensors.push_back(buffer.finish());
    }
    const std::vector<Tensor> values = bodyValues(body, tensors, m_precision);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const Tensor& value = values[static_cast<std::size_t>(body.outputs()[i].value.id)];
      copyBytes(outputs[i].data, value.data(), value.shape(), value.kind());
    }
  }

 private:
  static void copyBytes(std::byte* to, const std::byte* from, const Shape& shape, ElementKind kind) {
    const auto bytes = static_cast<std::size_t>(shape.elementCount()) * bytesPerElement(kind);
    if (bytes > 0) std::memcpy(to, from, bytes);
  }

  Precision m_precision;
};

}  // namespace

std::vector<Value> copyBody(Builder& builder, const Program& body, std::span<const Value> inputs) {
  std::vector<Value> map(body.values().size());
  for (std::size_t i = 0; i < map.size(); ++i) {
    const ValueInfo& info = body.values()[i];
    if (info.input >= 0) {
      map[i] = inputs[static_cast<std::size_t>(info.input)];
    } else if (info.node < 0) {
      map[i] = builder.constant(info.constant);
    }
  }
  for (const Node& node : body.nodes()) {
    std::vector<Value> operands;
    for (const Value operand : node.inputs) operands.push_back(map[static_cast<std::size_t>(operand.id)]);
    const std::vector<Value> results = builder.append(*node.op, operands, node.attributes);
    for (std::size_t i = 0; i < results.size(); ++i) map[static_cast<std::size_t>(node.outputs[i].id)] = results[i];
  }
  return map;
}

std::vector<Tensor> bodyValues(const Program& body, std::span<const Tensor> inputs, Precision precision) {
  ThreadPool pool(1);
  KernelContext context{{}, pool};
  PlainRunner bodies(precision);
  std::vector<Tensor> values(body.values().size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const ValueInfo& info = body.values()[i];
    if (info.input >= 0) {
      values[i] = inputs[static_cast<std::size_t>(info.input)];
    } else if (info.node < 0) {
      values[i] = info.constant.converted(elementKind(info.type.kind, precision));
    }
  }
  for (const Node& node : body.nodes()) {
    HEED_ASSERT(node.op->evaluate != nullptr);
    std::vector<ConstView> operands;
    for (const Value operand : node.inputs) {
      const Tensor& tensor = values[static_cast<std::size_t>(operand.id)];
      operands.push_back({tensor.kind(), tensor.shape(), tensor.data()});
    }
    std::vector<TensorBuffer> buffers;
    std::vector<MutableView> results;
    for (const Value output : node.outputs) {
      const ValueType& type = body.type(output);
      buffers.emplace_back(elementKind(type.kind, precision), type.shape);
      results.push_back({buffers.back().kind(), type.shape, buffers.back().data()});
    }
    node.op->evaluate({operands, results, node.attributes, precision, context, bodies});
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      values[static_cast<std::size_t>(node.outputs[i].id)] = buffers[i].finish();
    }
  }
  return values;
}

Tensor elementsOf(const Tensor& tensor, std::int64_t offset, const Shape& shape) {
  const std::size_t width = bytesPerElement(tensor.kind());
  TensorBuffer buffer(tensor.kind(), shape);
  const std::size_t bytes = static_cast<std::size_t>(shape.elementCount()) * width;
  if (bytes > 0) std::memcpy(buffer.data(), tensor.data() + static_cast<std::size_t>(offset) * width, bytes);
  return buffer.finish();
}

}  // namespace heed::core
