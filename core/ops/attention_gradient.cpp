#include "core/ops/shared/attention_parts.h"

#include <fmt/format.h>

#include <numeric>

namespace heed::core {

namespace {

constexpr const char* kName = "attention_gradient";

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  const AttentionOperands operands(attributes);
  requireOperands(kName, inputs, operands.count + 1);
  checkAttentionOperands(kName, inputs, operands);
  requireKind(kName, inputs, operands.count, ValueKind::Real);
  const Shape& query = inputs[0].shape;
  const Shape batch = leadingDimensions(query);
  const Shape output = withMatrix(batch, query[-2], inputs[2].shape[-1]);
  for (const std::size_t position : {1U, 2U}) {
    if (leadingDimensions(inputs[position].shape) == batch) continue;
    throw Error(ErrorKind::Shape,
                text("Op", "%1: operand %2 is %3; its leading dimensions must be those of the query, which is %4",
                     kName, position, toString(inputs[position]), query.toString()));
  }
  if (inputs[operands.count].shape != output) {
    throw Error(ErrorKind::Shape, text("Op", "%1: operand %2 is %3; it must be as the output of attention, which is %4",
                                       kName, operands.count, toString(inputs[operands.count]), output.toString()));
  }
  return {inputs[0], inputs[1], inputs[2]};
}

std::vector<Value> expand(const ExpandCall& call) {
  Builder& builder = call.builder;
  const Value cotangent = call.inputs.back();
  if (builder.shape(call.inputs[1])[-2] > 0) {
    const AttentionGradient gradient = attentionGradientOf(builder, call.inputs, call.attributes, cotangent);
    return {gradient.query, gradient.key, gradient.value};
  }
  // Without keys there is nothing to normalise, and all sums are 0.
  const Value none = ops::matmul(builder, call.inputs[0], call.inputs[1], ops::Transpose::No, ops::Transpose::Yes);
  return {ops::matmul(builder, none, call.inputs[1]), ops::matmul(builder, none, call.inputs[0], ops::Transpose::Yes),
          ops::matmul(builder, none, cotangent, ops::Transpose::Yes)};
}

/// That of the plain ops which it stands for.
std::vector<Value> vjp(const GradientCall& call) {
  const std::vector<Value> outputs = expand({call.builder, call.inputs, call.attributes, nullptr, {}});
  return call.bodyGradients(call.builder, outputs, call.cotangents, call.inputs);
}

/// Weights and score gradients of one query, in float64.
struct QueryGradient {
  std::vector<double> weights;
  std::vector<double> scores;
};

QueryGradient gradientOf(const ExplainCall& call, std::int64_t batch, std::int64_t query) {
  const Shape& value = call.inputs[2].shape();
  const Shape& queryShape = call.inputs[0].shape();
  const Tensor& cotangent = call.inputs.back();
  const std::int64_t keys = value[-2];
  const std::int64_t width = value[-1];
  QueryGradient gradient;
  gradient.weights =
      attentionWeightsOf(call, withMatrix(leadingDimensions(queryShape), queryShape[-2], keys), batch, query);
  for (std::int64_t key = 0; key < keys; ++key) {
    double sum = 0.0;
    for (std::int64_t i = 0; i < width; ++i) {
      sum += cotangent.at((batch * queryShape[-2] + query) * width + i) *
             call.inputs[2].at((batch * keys + key) * width + i);
    }
    gradient.scores.push_back(sum);
  }
  const double mean =
      std::inner_product(gradient.weights.begin(), gradient.weights.end(), gradient.scores.begin(), 0.0);
  for (std::size_t i = 0; i < gradient.scores.size(); ++i) {
    gradient.scores[i] = gradient.weights[i] * (gradient.scores[i] - mean);
  }
  return gradient;
}

/// A score's gradient times an element of the key (output 0) or of the query (1), or a weight times an element of the
/// output's gradient (2), added over the other items.
CellExplanation explain(const ExplainCall& call) {
  const Shape& query = call.inputs[0].shape();
  const std::int64_t queries = query[-2];
  const std::int64_t keys = call.inputs[1].shape()[-2];
  const auto output = static_cast<std::size_t>(call.output);
  const std::int64_t columns = call.inputs[output].shape()[-1];
  const std::int64_t column = call.offset % columns;
  const std::int64_t rows = output == 0 ? queries : keys;
  const std::int64_t row = call.offset / columns % rows;
  const std::int64_t batch = call.offset / (columns * rows);
  const double scale = call.attributes.real("scale");
  CellExplanation explanation;
  explanation.combination = Combination::Sum;
  explanation.result = call.outputs[output].at(call.offset);
  const auto add = [&](double given, std::size_t input, std::int64_t item, std::int64_t items) {
    const std::int64_t place = (batch * items + item) * columns + column;
    const Factor number{static_cast<int>(input), place, call.inputs[input].at(place)};
    explanation.terms.push_back({{{-1, item, given}, number}, given * number.number});
  };
  if (output == 0) {
    const QueryGradient gradient = gradientOf(call, batch, row);
    for (std::int64_t key = 0; key < keys; ++key) {
      if (gradient.weights[static_cast<std::size_t>(key)] == 0.0) continue;
      add(gradient.scores[static_cast<std::size_t>(key)] * scale, 1, key, keys);
    }
    return explanation;
  }
  for (std::int64_t item = 0; item < queries; ++item) {
    const QueryGradient gradient = gradientOf(call, batch, item);
    const auto key = static_cast<std::size_t>(row);
    if (gradient.weights[key] == 0.0) continue;
    if (output == 1) add(gradient.scores[key] * scale, 0, item, queries);
    if (output == 2) add(gradient.weights[key], call.inputs.size() - 1, item, queries);
  }
  return explanation;
}

/// Scores, their gradients, and a product for each of the three results.
Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  const Shape& query = inputs[0].shape;
  const auto pairs = static_cast<double>(leadingDimensions(query).elementCount() * query[-2] * inputs[1].shape[-2]);
  return {pairs * static_cast<double>(3 * query[-1] + 2 * inputs[2].shape[-1]), byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format(
      "torch.autograd.functional.vjp(lambda q, k, v: torch.nn.functional.scaled_dot_product_attention(q, k, v, "
      "attn_mask={}, scale={}), ({}, {}, {}), {})[1]",
      attentionMaskText(operands, AttentionOperands(attributes)), attributes.real("scale"), operands[0], operands[1],
      operands[2], operands.back());
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto mask = [](Shape shape, double share) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, share}; };
  const auto with = [](bool hasMask, bool hasBias, double scale) {
    return Attributes{{"mask", hasMask}, {"bias", hasBias}, {"scale", scale}};
  };
  return {{"odd sizes", {real({3, 5}), real({7, 5}), real({7, 2}), real({3, 2})}, with(false, false, 0.45)},
          {"one element", {real({1, 1}), real({1, 1}), real({1, 1}), real({1, 1})}, with(false, false, 1.0)},
          {"batch and heads, mask for all heads",
           {real({2, 3, 5, 4}), real({2, 3, 5, 4}), real({2, 3, 5, 4}), mask({2, 1, 5, 5}, 0.6), real({2, 3, 5, 4})},
           with(true, false, 0.5)},
          {"mask and bias",
           {real({2, 5, 3}), real({2, 6, 3}), real({2, 6, 4}), mask({5, 6}, 0.5), real({2, 1, 6}), real({2, 5, 4})},
           with(true, true, 0.6)},
          {"nothing allowed",
           {real({3, 2}), real({4, 2}), real({4, 2}), mask({3, 4}, 0.0), real({3, 2})},
           with(true, false, 0.7)},
          {"more queries than a block",
           {real({70, 3}), real({9, 3}), real({9, 2}), real({70, 2})},
           with(false, false, 0.6)},
          {"no keys", {real({2, 3}), real({0, 3}), real({0, 2}), real({2, 2})}, with(false, false, 0.6)}};
}

}  // namespace

const OpDef& attentionGradientOp() {
  static const OpDef op{
      .name = kName,
      .summary =
          "The gradients of attention for query, key and value, given the gradient of its output; a query without an "
          "allowed key adds nothing.",
      .infer = infer,
      .evaluate = nullptr,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = expand,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Tile,
      .tolerance = {5e-6,
                    "sums of up to 70 rounded products in float32, of differences of numbers that nearly cancel; no "
                    "direct kernel on the CPU"},
      .inPlace = false,
  };
  return op;
}

std::vector<Value> ops::attentionGradient(Builder& builder, Value query, Value key, Value value, Value mask, Value bias,
                                          Value cotangent, double scale) {
  std::vector<Value> inputs = {query, key, value};
  if (mask.isValid()) inputs.push_back(mask);
  if (bias.isValid()) inputs.push_back(bias);
  inputs.push_back(cotangent);
  return builder.append(attentionGradientOp(), inputs,
                        {{"mask", mask.isValid()}, {"bias", bias.isValid()}, {"scale", scale}});
}

}  // namespace heed::core
