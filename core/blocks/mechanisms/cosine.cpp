#include "core/blocks/shared/mechanism.h"
#include "core/blocks/shared/reference.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <algorithm>
#include <cmath>

namespace heed::core {

namespace {

constexpr const char* kContext = "Cosine";

/// The least length a vector is divided by, so that a zero vector has the cosine 0 with everything.
constexpr double kLeastLength = 1e-12;

/// The axes of a port's items with another meaning, and of the channels as they are.
std::vector<Axis> itemAxes(const Signal& signal, AxisMeaning meaning) {
  std::vector<Axis> axes = signal.axes;
  axes[axes.size() - 2] = itemAxis(signal, meaning);
  return axes;
}

/// What differs between the two sides.
struct Side {
  std::string_view port;
  AxisMeaning meaning;
  Role role;
  std::string lengthsId;
  Text lengthsCaption;
  std::string lengthsExpression;
  std::string unitId;
  Text unitCaption;
  std::string unitExpression;
};

/// The port's vectors divided by their lengths. The clamp is under the root, where it keeps the gradient finite.
Value unitVectors(BlockBuild& build, const Side& side) {
  Builder& builder = build.builder();
  const Signal& signal = build.input(side.port);
  std::vector<Axis> axes = itemAxes(signal, side.meaning);
  std::vector<Axis> lengthAxes = axes;
  lengthAxes.back() = {AxisMeaning::Channel, nullptr};
  const Value squares =
      ops::reduceSum(builder, ops::multiply(builder, signal.value, signal.value), {-1}, ops::KeepDimensions::Yes);
  const Value clamped = ops::maximum(builder, squares, builder.constant(kLeastLength * kLeastLength));
  const Value lengths = builder.step(ops::sqrt(builder, clamped),
                                     {.id = side.lengthsId,
                                      .phase = Phase::Score,
                                      .role = side.role,
                                      .caption = side.lengthsCaption,
                                      .explanation = text(kContext, "The root of the sum of squares, at least 1e-12."),
                                      .term = side.lengthsId,
                                      .expression = side.lengthsExpression,
                                      .axes = std::move(lengthAxes),
                                      .mask = {},
                                      .depth = StepDepth::SubStep});
  return builder.step(ops::divide(builder, signal.value, lengths),
                      {.id = side.unitId,
                       .phase = Phase::Score,
                       .role = side.role,
                       .caption = side.unitCaption,
                       .explanation = text(kContext, "Divided by its length, only the direction of a vector counts."),
                       .term = side.unitId,
                       .expression = side.unitExpression,
                       .axes = std::move(axes),
                       .mask = {},
                       .depth = StepDepth::SubStep});
}

/// The scores times a learned number, one for each head.
Value scaledScores(BlockBuild& build, Value scores) {
  Builder& builder = build.builder();
  const Value scale = headWeight(build, {.name = "scale",
                                         .label = text(kContext, "Scale of the cosines"),
                                         .role = Role::None,
                                         .shape = {1},
                                         .initialisation = Initialisation::One,
                                         .scale = 1.0,
                                         .axes = {{AxisMeaning::Channel, nullptr}}});
  const Shape shape = builder.shape(scale);
  const Value factor = shape.rank() == 1 ? scale : ops::reshape(builder, scale, {shape[0], 1, 1});
  return builder.step(
      ops::multiply(builder, scores, factor),
      {.id = "scaled",
       .phase = Phase::Scale,
       .role = Role::None,
       .caption = text(kContext, "Times a learned scale"),
       .explanation = text(kContext, "Cosines lie between -1 and 1; a scale lets softmax choose more sharply."),
       .term = "scaled",
       .expression = "\\alpha S",
       .axes = scoreAxes(build),
       .mask = {},
       .depth = StepDepth::Step});
}

void build(BlockBuild& build) {
  requireFittingOperands(build);
  Builder& builder = build.builder();
  const Value queries = unitVectors(
      build, {"query", AxisMeaning::Query, Role::Query, "query_lengths", text(kContext, "Lengths of the queries"),
              "|q_i|", "unit_queries", text(kContext, "Queries of length 1"), "q_i / |q_i|"});
  const Value keys =
      unitVectors(build, {"key", AxisMeaning::Key, Role::Key, "key_lengths", text(kContext, "Lengths of the keys"),
                          "|k_j|", "unit_keys", text(kContext, "Keys of length 1"), "k_j / |k_j|"});
  const Value scores = scoreStep(
      build, ops::matmul(builder, queries, keys, ops::Transpose::No, ops::Transpose::Yes), text(kContext, "Cosines"),
      text(kContext, "How well do the directions match? 1 is the same direction, -1 the opposite one."),
      "\\cos(q_i, k_j)");
  softmaxAndMix(build, build.flag("learned_scale") ? scaledScores(build, scores) : scores);
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const std::int64_t width = call.inputs.at("query").shape()[-1];
  const Tensor* scale = reference::find(call.weights, "scale");
  return reference::softmaxAttention(call, [=](const double* query, const double* key, std::int64_t leading) {
    double product = 0.0;
    double querySquares = 0.0;
    double keySquares = 0.0;
    for (std::int64_t c = 0; c < width; ++c) {
      product += query[c] * key[c];
      querySquares += query[c] * query[c];
      keySquares += key[c] * key[c];
    }
    const double cosine = product / (std::max(std::sqrt(querySquares), 1e-12) * std::max(std::sqrt(keySquares), 1e-12));
    if (scale == nullptr) return cosine;
    const std::int64_t heads = std::max<std::int64_t>(scale->elementCount(), 1);
    return cosine * scale->at(leading % heads);
  });
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -2.0, 2.0}; };
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.6}; };
  const auto zeros = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, 0.0, 0.0}; };
  const Parameters scaled{{"learned_scale", true}};
  return {
      {"four queries, three keys", {}, {{"query", real({4, 5})}, {"key", real({3, 5})}, {"value", real({3, 2})}}, {}},
      {"heads, a mask and a learned scale",
       scaled,
       {{"query", real({2, 5, 3})}, {"key", real({2, 5, 3})}, {"value", real({2, 5, 3})}, {"mask", mask({5, 5})}},
       {}},
      {"a learned scale", scaled, {{"query", real({3, 4})}, {"key", real({2, 4})}, {"value", real({2, 4})}}, {}},
      {"one token", {}, {{"query", real({1, 4})}, {"key", real({1, 4})}, {"value", real({1, 4})}}, {}},
      {"zero vectors", {}, {{"query", zeros({2, 3})}, {"key", real({2, 3})}, {"value", real({2, 3})}}, {}, false}};
}

}  // namespace

const BlockType& cosineBlock() {
  static const BlockType type{
      .id = "cosine",
      .category = "mechanisms",
      .title = text(kContext, "Cosine attention"),
      .words =
          {.summary =
               text(kContext, "Compares the directions of queries and keys and mixes the values by softmax weights."),
           .what = text(kContext,
                        "Queries and keys are divided by their lengths, so that a score is the cosine of the angle "
                        "between them. Softmax turns each row of scores into weights, and the output of a query "
                        "is the mean of the values under its weights."),
           .why = text(kContext, "A long vector does not win by its length alone, and scores stay between -1 and 1."),
           .caution = text(kContext,
                           "Without a scale the weights stay nearly even, since cosines differ by 2 at most. A zero "
                           "vector has no direction: its cosines are 0, and its gradient is huge."),
           .synonyms = {"cosine similarity", "content-based addressing"}},
      .formula =
          "\\term{weights}{\\mathrm{softmax}(\\term{scores}{\\frac{q_i^\\top k_j}{\\term{query_lengths}{|q_i|} "
          "\\term{key_lengths}{|k_j|}}})} V",
      .paper = "Graves et al., Neural Turing Machines, arXiv 1410.5401, 2014",
      .inputs = mechanismInputs(),
      .outputs = mechanismOutputs(),
      .params = {{.id = "learned_scale",
                  .label = text(kContext, "Learned scale"),
                  .type = ParamType::Bool,
                  .defaultValue = false,
                  .choices = {},
                  .help = text(kContext,
                               "Whether the cosines are multiplied by a number that is learned, one for each head.")}},
      .build = build,
      .isMechanism = true,
      .isBilinear = false,
      .claims = {Claim::RowsSumToOne, Claim::PermutationEquivariant, Claim::Causal},
      .equalities = {},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
