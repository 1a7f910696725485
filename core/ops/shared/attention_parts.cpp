#include "core/ops/shared/attention_parts.h"

#include <fmt/format.h>

namespace heed::core {

namespace {

void checkOverScores(std::string_view op, std::span<const ValueType> inputs, int position, ValueKind kind,
                     const Shape& scores) {
  if (position < 0) return;
  const auto operand = static_cast<std::size_t>(position);
  requireKind(op, inputs, operand, kind);
  if (broadcast(inputs[operand].shape, scores, std::string(op).c_str()) != scores) {
    throw Error(ErrorKind::Shape, text("Op", "%1: operand %2 is %3; it must stretch to the scores, which are %4", op,
                                       position, toString(inputs[operand]), scores.toString()));
  }
}

}  // namespace

AttentionOperands::AttentionOperands(const Attributes& attributes) {
  if (attributes.flag("mask")) mask = static_cast<int>(count++);
  if (attributes.flag("bias")) bias = static_cast<int>(count++);
}

Shape leadingDimensions(const Shape& shape) {
  return shape.part(0, shape.rank() - 2);
}

Shape withMatrix(const Shape& batch, std::int64_t rows, std::int64_t columns) {
  std::vector<std::int64_t> sizes(batch.begin(), batch.end());
  sizes.push_back(rows);
  sizes.push_back(columns);
  return Shape(std::span<const std::int64_t>(sizes));
}

Shape scoreShape(const Shape& query, const Shape& key) {
  return withMatrix(broadcast(leadingDimensions(query), leadingDimensions(key), "attention"), query[-2], key[-2]);
}

void checkAttentionOperands(std::string_view op, std::span<const ValueType> inputs, const AttentionOperands& operands) {
  for (const std::size_t position : {0U, 1U, 2U}) {
    requireKind(op, inputs, position, ValueKind::Real);
    requireRank(op, inputs, position, 2);
  }
  const Shape& query = inputs[0].shape;
  const Shape& key = inputs[1].shape;
  const Shape& value = inputs[2].shape;
  if (query[-1] != key[-1] || key[-2] != value[-2]) {
    throw Error(ErrorKind::Shape, text("Op",
                                       "%1: query %2 and key %3 must have equal last sizes, key and value %4 "
                                       "equal numbers of rows",
                                       op, query.toString(), key.toString(), value.toString()));
  }
  const Shape scores = scoreShape(query, key);
  checkOverScores(op, inputs, operands.mask, ValueKind::Bool, scores);
  checkOverScores(op, inputs, operands.bias, ValueKind::Real, scores);
}

Value operandAt(std::span<const Value> inputs, int position) {
  return position < 0 ? Value{} : inputs[static_cast<std::size_t>(position)];
}

AttentionGradient attentionGradientOf(Builder& builder, std::span<const Value> inputs, const Attributes& attributes,
                                      Value cotangent) {
  const AttentionOperands operands(attributes);
  const double scale = attributes.real("scale");
  const Value query = inputs[0];
  const Value key = inputs[1];
  const Value value = inputs[2];
  Value scores = ops::scale(builder, ops::matmul(builder, query, key, ops::Transpose::No, ops::Transpose::Yes), scale);
  if (operands.bias >= 0) scores = ops::add(builder, scores, operandAt(inputs, operands.bias));
  const Value weights = ops::softmax(builder, scores, operandAt(inputs, operands.mask));
  const Value weightCotangent = sumToShape(
      builder, ops::matmul(builder, cotangent, value, ops::Transpose::No, ops::Transpose::Yes), builder.shape(weights));
  const Value rowSums =
      ops::reduceSum(builder, ops::multiply(builder, weightCotangent, weights), {-1}, ops::KeepDimensions::Yes);
  AttentionGradient gradient;
  gradient.scores = ops::multiply(builder, weights, ops::subtract(builder, weightCotangent, rowSums));
  const Value productCotangent = ops::scale(builder, gradient.scores, scale);
  gradient.query = ops::matmul(builder, productCotangent, key);
  gradient.key = ops::matmul(builder, productCotangent, query, ops::Transpose::Yes);
  gradient.value = ops::matmul(builder, weights, cotangent, ops::Transpose::Yes);
  return gradient;
}

std::vector<double> attentionWeightsOf(const ExplainCall& call, const Shape& scores, std::int64_t batch,
                                       std::int64_t row) {
  const AttentionOperands operands(call.attributes);
  const Shape& query = call.inputs[0].shape();
  const Shape& key = call.inputs[1].shape();
  const std::int64_t depth = query[-1];
  const std::int64_t queryStart =
      (BroadcastMap(leadingDimensions(query), leadingDimensions(scores))(batch) * query[-2] + row) * depth;
  const std::int64_t keyStart =
      BroadcastMap(leadingDimensions(key), leadingDimensions(scores))(batch) * key[-2] * depth;
  const std::int64_t scoreStart = (batch * query[-2] + row) * key[-2];
  const auto overScores = [&](int position, std::int64_t column) {
    const Tensor& tensor = call.inputs[static_cast<std::size_t>(position)];
    return tensor.at(BroadcastMap(tensor.shape(), scores)(scoreStart + column));
  };
  std::vector<double> weights;
  std::vector<std::uint8_t> allowed;
  for (std::int64_t column = 0; column < key[-2]; ++column) {
    double score = 0.0;
    for (std::int64_t i = 0; i < depth; ++i) {
      score += call.inputs[0].at(queryStart + i) * call.inputs[1].at(keyStart + column * depth + i);
    }
    score *= call.attributes.real("scale");
    if (operands.bias >= 0) score += overScores(operands.bias, column);
    weights.push_back(score);
    allowed.push_back(operands.mask < 0 || overScores(operands.mask, column) != 0.0 ? 1 : 0);
  }
  softmaxAllowed(weights.data(), key[-2], allowed.data(), 1);
  return weights;
}

std::string attentionMaskText(std::span<const std::string> operands, const AttentionOperands& places) {
  const auto operand = [&](int position) { return operands[static_cast<std::size_t>(position)]; };
  if (places.mask >= 0 && places.bias >= 0) {
    return fmt::format("torch.where({}, {}, float(\"-inf\"))", operand(places.mask), operand(places.bias));
  }
  if (places.bias >= 0) return operand(places.bias);
  return places.mask >= 0 ? operand(places.mask) : "None";
}

}  // namespace heed::core
