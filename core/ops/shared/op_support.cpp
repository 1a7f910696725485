#include "core/ops/shared/op_support.h"

namespace heed::core {

void requireOperands(std::string_view op, std::span<const ValueType> inputs, std::size_t count) {
  if (inputs.size() != count) {
    throw Error(ErrorKind::Shape, text("Op", "%1: has %2 operands; it needs %3", op, inputs.size(), count));
  }
}

void requireKind(std::string_view op, std::span<const ValueType> inputs, std::size_t position, ValueKind kind) {
  if (inputs[position].kind != kind) {
    throw Error(ErrorKind::Shape, text("Op", "%1: operand %2 is %3; it must be %4", op, position,
                                       toString(inputs[position]), toString(kind)));
  }
}

void requireRank(std::string_view op, std::span<const ValueType> inputs, std::size_t position, int minimumRank) {
  if (inputs[position].shape.rank() < minimumRank) {
    throw Error(ErrorKind::Shape, text("Op", "%1: operand %2 is %3; it must have at least %4 dimensions", op, position,
                                       toString(inputs[position]), minimumRank));
  }
}

BroadcastMap::BroadcastMap(const Shape& from, const Shape& to)
    : m_rank(to.rank()), m_isIdentity(from.elementCount() == to.elementCount()), m_isScalar(from.elementCount() == 1) {
  std::int64_t stride = 1;
  for (int i = 1; i <= m_rank; ++i) {
    const auto axis = static_cast<std::size_t>(m_rank - i);
    const std::int64_t size = i <= from.rank() ? from[-i] : 1;
    m_sizes[axis] = to[-i];
    m_strides[axis] = size == 1 ? 0 : stride;
    stride *= size;
  }
}

std::int64_t BroadcastMap::operator()(std::int64_t offset) const {
  if (m_isIdentity) return offset;
  std::int64_t position = 0;
  for (int axis = m_rank - 1; axis >= 0; --axis) {
    const auto i = static_cast<std::size_t>(axis);
    position += offset % m_sizes[i] * m_strides[i];
    offset /= m_sizes[i];
  }
  return position;
}

Value sumToShape(Builder& builder, Value cotangent, Shape shape) {
  const Shape from = builder.shape(cotangent);
  if (from == shape) return cotangent;
  std::vector<int> axes;
  for (int i = 1; i <= from.rank(); ++i) {
    if (i > shape.rank() || (shape[-i] == 1 && from[-i] != 1)) axes.push_back(from.rank() - i);
  }
  Value sum = cotangent;
  if (!axes.empty()) sum = ops::reduceSum(builder, cotangent, axes, ops::KeepDimensions::Yes);
  return builder.shape(sum) == shape ? sum : ops::reshape(builder, sum, shape);
}

Term elementTerm(const ExplainCall& call, int input, std::int64_t offset) {
  const double number = call.inputs[static_cast<std::size_t>(input)].at(offset);
  return {{{input, offset, number}}, number};
}

CellExplanation explainUnary(const ExplainCall& call, std::string function, std::vector<double> parameters) {
  CellExplanation explanation;
  explanation.combination = Combination::Function;
  explanation.function = std::move(function);
  explanation.parameters = std::move(parameters);
  explanation.terms = {elementTerm(call, 0, call.offset)};
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

CellExplanation explainPair(const ExplainCall& call, Combination combination, std::string function) {
  const Shape& shape = call.outputs[0].shape();
  CellExplanation explanation;
  explanation.combination = combination;
  explanation.function = std::move(function);
  explanation.terms = {elementTerm(call, 0, BroadcastMap(call.inputs[0].shape(), shape)(call.offset)),
                       elementTerm(call, 1, BroadcastMap(call.inputs[1].shape(), shape)(call.offset))};
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

Cost elementCost(std::span<const ValueType> inputs, std::span<const ValueType> outputs,
                 const Attributes& /*attributes*/) {
  return {static_cast<double>(outputs.front().shape.elementCount()), byteCount(inputs) + byteCount(outputs)};
}

double byteCount(std::span<const ValueType> types) {
  double bytes = 0.0;
  for (const ValueType& type : types) {
    bytes += static_cast<double>(type.shape.elementCount()) * (type.kind == ValueKind::Bool ? 1.0 : 4.0);
  }
  return bytes;
}

std::string subStepId(const ExpandCall& call, std::string_view part) {
  if (call.label == nullptr) return {};
  const std::size_t slash = call.label->id.rfind('/');
  const std::string local = slash == std::string::npos ? call.label->id : call.label->id.substr(slash + 1);
  return local + "." + std::string(part);
}

}  // namespace heed::core
