#include "core/ops/shared/attention_parts.h"

#include <Eigen/Core>

#include <cmath>
#include <limits>

namespace heed::core {

namespace {

constexpr const char* kContext = "Attention";

/// Queries in one piece of work: scores are held for these rows only.
constexpr std::int64_t kQueryBlock = 32;

template <typename Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <typename Real>
using ConstMap = Eigen::Map<const Matrix<Real>>;

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  const AttentionOperands operands(attributes);
  requireOperands("attention", inputs, operands.count);
  checkAttentionOperands("attention", inputs, operands);
  const Shape& query = inputs[0].shape;
  const Shape& value = inputs[2].shape;
  const Shape batch =
      broadcast(leadingDimensions(scoreShape(query, inputs[1].shape)), leadingDimensions(value), "attention");
  return {{ValueKind::Real, withMatrix(batch, query[-2], value[-1])}};
}

/// An operand that is stretched over the scores: rows by BroadcastMap, along the row element by element or one for all.
template <typename Element>
class OverScores {
 public:
  OverScores(const KernelCall& call, int position, const Shape& scores)
      : m_data(position < 0 ? nullptr : call.inputs[static_cast<std::size_t>(position)].as<Element>()),
        m_map(position < 0 ? Shape{} : call.inputs[static_cast<std::size_t>(position)].shape, scores),
        m_columns(scores[-1]) {
    if (position < 0) return;
    const Shape& shape = call.inputs[static_cast<std::size_t>(position)].shape;
    m_stride = shape.rank() == 0 || shape[-1] == 1 ? 0 : 1;
  }

  [[nodiscard]] bool isThere() const { return m_data != nullptr; }
  /// The element of column 0 of a row; the next ones follow by stride().
  [[nodiscard]] const Element* row(std::int64_t row) const { return m_data + m_map(row * m_columns); }
  [[nodiscard]] std::int64_t stride() const { return m_stride; }

 private:
  const Element* m_data;
  BroadcastMap m_map;
  std::int64_t m_columns;
  std::int64_t m_stride = 0;
};

/// The direct kernel: blocks of queries against all keys, so that the scores of a block are all that is held.
template <typename Real>
class DirectAttention {
 public:
  explicit DirectAttention(const KernelCall& call)
      : m_call(call),
        m_query(call.inputs[0].shape),
        m_key(call.inputs[1].shape),
        m_value(call.inputs[2].shape),
        m_batch(leadingDimensions(call.outputs[0].shape)),
        m_scores(withMatrix(m_batch, m_query[-2], m_key[-2])),
        m_mask(call, AttentionOperands(call.attributes).mask, m_scores),
        m_bias(call, AttentionOperands(call.attributes).bias, m_scores),
        m_queryBatch(leadingDimensions(m_query), m_batch),
        m_keyBatch(leadingDimensions(m_key), m_batch),
        m_valueBatch(leadingDimensions(m_value), m_batch),
        m_scale(static_cast<Real>(call.attributes.real("scale"))) {}

  void run() const {
    const std::int64_t blocks = (m_query[-2] + kQueryBlock - 1) / kQueryBlock;
    m_call.context.pool.parallelFor(m_batch.elementCount() * blocks, 1, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t piece = first; piece < last; ++piece) {
        m_call.context.throwIfStopped();
        runBlock(piece / blocks, piece % blocks * kQueryBlock);
      }
    });
  }

 private:
  void runBlock(std::int64_t batch, std::int64_t begin) const {
    const std::int64_t queries = m_query[-2];
    const std::int64_t keys = m_key[-2];
    const std::int64_t depth = m_query[-1];
    const std::int64_t width = m_value[-1];
    const std::int64_t rows = std::min(kQueryBlock, queries - begin);
    const ConstMap<Real> query(data(0) + (m_queryBatch(batch) * queries + begin) * depth, rows, depth);
    const ConstMap<Real> key(data(1) + m_keyBatch(batch) * keys * depth, keys, depth);
    const ConstMap<Real> value(data(2) + m_valueBatch(batch) * keys * width, keys, width);
    Matrix<Real> scores(rows, keys);
    scores.noalias() = query * key.transpose();
    for (std::int64_t i = 0; i < rows; ++i) finishRow(scores.data() + i * keys, batch * queries + begin + i);
    Eigen::Map<Matrix<Real>> output(m_call.outputs[0].as<Real>() + (batch * queries + begin) * width, rows, width);
    output.noalias() = scores * value;
  }

  void finishRow(Real* scores, std::int64_t row) const {
    const std::int64_t keys = m_key[-2];
    for (std::int64_t i = 0; i < keys; ++i) scores[i] *= m_scale;
    if (m_bias.isThere()) {
      const Real* bias = m_bias.row(row);
      for (std::int64_t i = 0; i < keys; ++i) scores[i] += bias[i * m_bias.stride()];
    }
    softmaxAllowed(scores, keys, m_mask.isThere() ? m_mask.row(row) : nullptr, m_mask.stride());
  }

  [[nodiscard]] const Real* data(std::size_t operand) const { return m_call.inputs[operand].template as<Real>(); }

  const KernelCall& m_call;
  Shape m_query;
  Shape m_key;
  Shape m_value;
  Shape m_batch;
  Shape m_scores;
  OverScores<std::uint8_t> m_mask;
  OverScores<Real> m_bias;
  BroadcastMap m_queryBatch;
  BroadcastMap m_keyBatch;
  BroadcastMap m_valueBatch;
  Real m_scale;
};

void evaluate(const KernelCall& call) {
  if (call.outputs[0].shape.elementCount() == 0) return;
  if (call.inputs[1].shape[-2] == 0) {
    const auto bytes =
        static_cast<std::size_t>(call.outputs[0].shape.elementCount()) * bytesPerElement(call.outputs[0].kind);
    std::fill_n(call.outputs[0].data, bytes, std::byte{0});
    return;
  }
  withReal(call.precision, [&]<typename Real>(Real) { DirectAttention<Real>(call).run(); });
}

/// Labels the steps of an expansion with the axes of the output's own step: the last one becomes the keys'.
class Labels {
 public:
  explicit Labels(const ExpandCall& call) : m_call(call) {
    if (call.label == nullptr || call.label->axes.size() < 2) return;
    m_axes = call.label->axes;
    m_axes.back() = {AxisMeaning::Key, nullptr};
    const Step* key = call.inputLabels[1];
    if (key != nullptr && key->axes.size() >= 2) m_axes.back().labels = key->axes[key->axes.size() - 2].labels;
  }

  Value label(Value value, StepSpec spec) const {
    const auto rank = static_cast<std::size_t>(m_call.builder.shape(value).rank());
    if (m_axes.size() < rank) return value;
    spec.axes.assign(m_axes.end() - static_cast<std::ptrdiff_t>(rank), m_axes.end());
    return m_call.builder.step(value, std::move(spec));
  }

 private:
  const ExpandCall& m_call;
  std::vector<Axis> m_axes;
};

StepSpec scaledSpec(double scale, std::int64_t depth) {
  const bool isUsual = std::abs(scale * std::sqrt(static_cast<double>(depth)) - 1.0) < 1e-12;
  return {.id = "scaled",
          .phase = Phase::Scale,
          .role = Role::None,
          .caption = isUsual ? text(kContext, "Divided by √d") : text(kContext, "Multiplied by %1", scale),
          .explanation =
              text(kContext, "The scaling keeps the scores in a range in which softmax does not pick one key alone."),
          .term = "scaled",
          .expression = isUsual ? "\\frac{Q K^\\top}{\\sqrt{d}}" : fmt::format("{} \\cdot Q K^\\top", scale),
          .axes = {},
          .mask = {},
          .depth = StepDepth::Step};
}

/// Without keys there is nothing to normalise: the sums over no keys are 0.
Value emptyWeights(const ExpandCall& call) {
  return ops::matmul(call.builder, call.inputs[0], call.inputs[1], ops::Transpose::No, ops::Transpose::Yes);
}

std::vector<Value> expand(const ExpandCall& call) {
  Builder& builder = call.builder;
  const AttentionOperands operands(call.attributes);
  const Labels labels(call);
  const std::int64_t depth = builder.shape(call.inputs[0])[-1];
  const Value mask = operandAt(call.inputs, operands.mask);
  if (builder.shape(call.inputs[1])[-2] == 0) return {ops::matmul(builder, emptyWeights(call), call.inputs[2])};
  Value scores = ops::matmul(builder, call.inputs[0], call.inputs[1], ops::Transpose::No, ops::Transpose::Yes);
  labels.label(scores, {.id = "scores",
                        .phase = Phase::Score,
                        .role = Role::None,
                        .caption = text(kContext, "Dot products"),
                        .explanation = text(
                            kContext, "Each query is multiplied with each key; alike directions give large numbers."),
                        .term = "scores",
                        .expression = "Q K^\\top",
                        .axes = {},
                        .mask = {},
                        .depth = StepDepth::Step});
  const double scale = call.attributes.real("scale");
  scores = labels.label(ops::scale(builder, scores, scale), scaledSpec(scale, depth));
  if (operands.bias >= 0) {
    scores = labels.label(
        ops::add(builder, scores, operandAt(call.inputs, operands.bias)),
        {.id = "biased",
         .phase = Phase::Score,
         .role = Role::None,
         .caption = text(kContext, "Bias added"),
         .explanation = text(kContext, "Each pair of query and key gets a number of its own on top of its score."),
         .term = "biased",
         .expression = "S + B",
         .axes = {},
         .mask = {},
         .depth = StepDepth::Step});
  }
  const Value weights = labels.label(
      ops::softmax(builder, scores, mask),
      {.id = "weights",
       .phase = Phase::Normalise,
       .role = Role::Weights,
       .caption = text(kContext, "Attention weights"),
       .explanation = text(kContext, "Softmax makes each row of scores positive numbers that add up to 1."),
       .term = "weights",
       .expression = "\\mathrm{softmax}(S)",
       .axes = {},
       .mask = mask,
       .depth = StepDepth::Step});
  return {ops::matmul(builder, weights, call.inputs[2])};
}

/// Where nothing is stretched and the bias needs no gradient, one op that a device may do without the weights.
std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const AttentionOperands operands(call.attributes);
  std::vector<Value> result(call.inputs.size());
  if (builder.shape(call.inputs[1])[-2] == 0) return result;
  const Shape batch = leadingDimensions(builder.shape(call.outputs[0]));
  const bool isWhole = std::ranges::all_of(
      call.inputs.first(3), [&](Value input) { return leadingDimensions(builder.shape(input)) == batch; });
  const bool isBiasWanted = operands.bias >= 0 && call.wanted[static_cast<std::size_t>(operands.bias)] != 0;
  if (isWhole && !isBiasWanted) {
    const std::vector<Value> gradients = ops::attentionGradient(
        builder, call.inputs[0], call.inputs[1], call.inputs[2], operandAt(call.inputs, operands.mask),
        operandAt(call.inputs, operands.bias), call.cotangents[0], call.attributes.real("scale"));
    std::ranges::copy(gradients, result.begin());
    return result;
  }
  const AttentionGradient gradient = attentionGradientOf(builder, call.inputs, call.attributes, call.cotangents[0]);
  result[0] = sumToShape(builder, gradient.query, builder.shape(call.inputs[0]));
  result[1] = sumToShape(builder, gradient.key, builder.shape(call.inputs[1]));
  result[2] = sumToShape(builder, gradient.value, builder.shape(call.inputs[2]));
  if (operands.bias >= 0) {
    const auto bias = static_cast<std::size_t>(operands.bias);
    result[bias] = sumToShape(builder, gradient.scores, builder.shape(call.inputs[bias]));
  }
  return result;
}

/// Weights times values over the keys that have a weight; the weights are the op's own numbers.
CellExplanation explain(const ExplainCall& call) {
  const Shape& value = call.inputs[2].shape();
  const Shape batchShape = leadingDimensions(call.outputs[0].shape());
  const std::int64_t queries = call.inputs[0].shape()[-2];
  const std::int64_t width = value[-1];
  const std::int64_t batch = call.offset / (queries * width);
  const std::int64_t start =
      BroadcastMap(leadingDimensions(value), batchShape)(batch) * value[-2] * width + call.offset % width;
  const std::vector<double> weights =
      attentionWeightsOf(call, withMatrix(batchShape, queries, value[-2]), batch, call.offset / width % queries);
  CellExplanation explanation;
  explanation.combination = Combination::Sum;
  explanation.result = call.outputs[0].at(call.offset);
  for (std::int64_t i = 0; i < value[-2]; ++i) {
    const double weight = weights[static_cast<std::size_t>(i)];
    if (weight == 0.0) continue;
    const Factor number{2, start + i * width, call.inputs[2].at(start + i * width)};
    explanation.terms.push_back({{{-1, i, weight}, number}, weight * number.number});
  }
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  const Shape& output = outputs[0].shape;
  const auto pairs = static_cast<double>(leadingDimensions(output).elementCount() * output[-2] * inputs[1].shape[-2]);
  return {pairs * static_cast<double>(inputs[0].shape[-1] + output[-1]), byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  const std::string mask = attentionMaskText(operands, AttentionOperands(attributes));
  return fmt::format("torch.nn.functional.scaled_dot_product_attention({}, {}, {}, attn_mask={}, scale={})",
                     operands[0], operands[1], operands[2], mask, attributes.real("scale"));
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto mask = [](Shape shape, double share) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, share}; };
  const auto with = [](bool hasMask, bool hasBias, double scale) {
    return Attributes{{"mask", hasMask}, {"bias", hasBias}, {"scale", scale}};
  };
  return {{"odd sizes", {real({3, 5}), real({7, 5}), real({7, 2})}, with(false, false, 0.4472135954999579)},
          {"one element", {real({1, 1}), real({1, 1}), real({1, 1})}, with(false, false, 1.0)},
          {"batch and heads, mask for all heads",
           {real({2, 3, 5, 4}), real({2, 3, 5, 4}), real({2, 3, 5, 4}), mask({2, 1, 5, 5}, 0.6)},
           with(true, false, 0.5)},
          {"bias for each head",
           {real({2, 3, 5, 2}), real({2, 3, 4, 2}), real({2, 3, 4, 3}), real({3, 5, 4})},
           with(false, true, 0.7)},
          {"mask and bias",
           {real({2, 5, 3}), real({2, 6, 3}), real({2, 6, 3}), mask({5, 6}, 0.5), real({2, 1, 6})},
           with(true, true, 0.6)},
          {"keys and values shared by heads", {real({3, 4, 5}), real({6, 5}), real({6, 2})}, with(false, false, 0.4)},
          {"values with leading dimensions of their own",
           {real({4, 5}), real({6, 5}), real({2, 6, 2})},
           with(false, false, 0.4)},
          {"nothing allowed", {real({3, 2}), real({4, 2}), real({4, 2}), mask({3, 4}, 0.0)}, with(true, false, 0.7)},
          {"more queries than a block", {real({70, 3}), real({9, 3}), real({9, 2})}, with(false, false, 0.6)},
          {"no keys", {real({2, 3}), real({0, 3}), real({0, 2})}, with(false, false, 0.6)}};
}

}  // namespace

const OpDef& attentionOp() {
  static const OpDef op{
      .name = "attention",
      .summary =
          "Scaled dot-product attention: softmax(query key^T scale + bias over the allowed keys) value; a query "
          "without an allowed key gets zeros.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = expand,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Tile,
      .tolerance = {2e-6, "two products and an exponential in float32; weights add up to 1, so errors do not grow"},
      .inPlace = false,
  };
  return op;
}

Value ops::attention(Builder& builder, Value query, Value key, Value value, Value mask, Value bias, double scale) {
  std::vector<Value> inputs = {query, key, value};
  if (mask.isValid()) inputs.push_back(mask);
  if (bias.isValid()) inputs.push_back(bias);
  return builder.append(attentionOp(), inputs, {{"mask", mask.isValid()}, {"bias", bias.isValid()}, {"scale", scale}})
      .front();
}

}  // namespace heed::core
