#include "core/blocks/shared/mechanism.h"
#include "core/blocks/shared/reference.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <cmath>

namespace heed::core {

namespace {

constexpr const char* kContext = "Additive";

/// The vector v turned into a column that [.., queries, keys, width] is multiplied with; of every head where it has
/// heads.
Value columnOf(Builder& builder, Value vector) {
  const Shape shape = builder.shape(vector);
  if (shape.rank() == 1) return ops::reshape(builder, vector, {shape[0], 1});
  return ops::reshape(builder, vector, {shape[0], 1, shape[1], 1});
}

/// The bound of Glorot's rule for a map from `width` channels to one score, whatever the two sizes that the rule would
/// see.
double vectorScale(const BlockBuild& build, std::int64_t queryHeads) {
  const auto width = static_cast<double>(build.integer("width"));
  const double seen = queryHeads > 0 ? static_cast<double>(queryHeads) + width : 2.0 * width;
  return std::sqrt(seen / (width + 1.0));
}

Value projected(BlockBuild& build, std::string_view port, AxisMeaning meaning, Value weight, StepSpec spec) {
  const Signal& signal = build.input(port);
  spec.phase = Phase::Project;
  spec.axes = leadingAxes(signal);
  spec.axes.push_back(itemAxis(signal, meaning));
  spec.axes.push_back({AxisMeaning::Channel, nullptr});
  return build.builder().step(ops::matmul(build.builder(), signal.value, weight), std::move(spec));
}

Value projectedQueries(BlockBuild& build) {
  const Signal& query = build.input("query");
  const Value weight = headWeight(build, {.name = "W",
                                          .label = text(kContext, "Map of the queries"),
                                          .role = Role::Query,
                                          .shape = {build.builder().shape(query.value)[-1], build.integer("width")},
                                          .initialisation = Initialisation::Glorot,
                                          .scale = 1.0,
                                          .axes = {query.axes.back(), {AxisMeaning::Channel, nullptr}}});
  return projected(
      build, "query", AxisMeaning::Query, weight,
      {.id = "mapped_queries",
       .role = Role::Query,
       .caption = text(kContext, "Mapped queries"),
       .explanation = text(kContext, "Queries and keys are mapped to one width, so that they can be added."),
       .term = "mapped_queries",
       .expression = "Q W",
       .axes = {},
       .mask = {}});
}

Value projectedKeys(BlockBuild& build) {
  const Signal& key = build.input("key");
  const Value weight = headWeight(build, {.name = "U",
                                          .label = text(kContext, "Map of the keys"),
                                          .role = Role::Key,
                                          .shape = {build.builder().shape(key.value)[-1], build.integer("width")},
                                          .initialisation = Initialisation::Glorot,
                                          .scale = 1.0,
                                          .axes = {key.axes.back(), {AxisMeaning::Channel, nullptr}}});
  return projected(build, "key", AxisMeaning::Key, weight,
                   {.id = "mapped_keys",
                    .role = Role::Key,
                    .caption = text(kContext, "Mapped keys"),
                    .explanation = text(kContext, "Keys get a map of their own to the same width."),
                    .term = "mapped_keys",
                    .expression = "K U",
                    .axes = {},
                    .mask = {}});
}

/// tanh of the sum of every query with every key: [.., queries, keys, width].
Value hiddenLayer(BlockBuild& build, Value queries, Value keys) {
  Builder& builder = build.builder();
  const Shape queryShape = builder.shape(queries);
  const Shape keyShape = builder.shape(keys);
  const Value sums =
      ops::add(builder, ops::reshape(builder, queries, queryShape.withInserted(queryShape.rank() - 1, 1)),
               ops::reshape(builder, keys, keyShape.withInserted(keyShape.rank() - 2, 1)));
  std::vector<Axis> axes = scoreAxes(build);
  axes.push_back({AxisMeaning::Channel, nullptr});
  return builder.step(
      ops::tanh(builder, sums),
      {.id = "tanh",
       .phase = Phase::Score,
       .role = Role::None,
       .caption = text(kContext, "tanh of the sums"),
       .explanation =
           text(kContext, "Without tanh the query would add the same to every score, and softmax would not see it."),
       .term = "tanh",
       .expression = "\\tanh(Q W + K U)",
       .axes = std::move(axes),
       .mask = {},
       .depth = StepDepth::SubStep});
}

void build(BlockBuild& build) {
  requireFittingItems(build);
  Builder& builder = build.builder();
  const std::int64_t width = build.integer("width");
  const Value queries = projectedQueries(build);
  const Value keys = projectedKeys(build);
  const Shape mapShape = builder.shape(queries);
  const bool hasHeads = mapShape.rank() >= 3 &&
                        build.input("query").axes[build.input("query").axes.size() - 3].meaning == AxisMeaning::Head;
  const Value vector = headWeight(build, {.name = "v",
                                          .label = text(kContext, "Weights of the hidden channels"),
                                          .role = Role::None,
                                          .shape = {width},
                                          .initialisation = Initialisation::Glorot,
                                          .scale = vectorScale(build, hasHeads ? mapShape[-3] : 0),
                                          .axes = {{AxisMeaning::Channel, nullptr}}});
  const Value hidden = hiddenLayer(build, queries, keys);
  const Value products = ops::matmul(builder, hidden, columnOf(builder, vector));
  const Value scores = ops::reshape(builder, products, builder.shape(products).without(-1));
  scoreStep(build, scores, text(kContext, "Additive scores"),
            text(kContext, "A layer of its own looks at each pair: the hidden channels are weighted by v and added."),
            "\\tanh(Q W + K U) v");
  softmaxAndMix(build, scores);
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor& queryMap = call.weights.at("W");
  const Tensor& keyMap = call.weights.at("U");
  const Tensor& vector = call.weights.at("v");
  const std::int64_t heads = queryMap.shape().rank() == 3 ? queryMap.shape()[0] : 1;
  const std::int64_t width = queryMap.shape()[-1];
  const std::int64_t queryWidth = queryMap.shape()[-2];
  const std::int64_t keyWidth = keyMap.shape()[-2];
  return reference::softmaxAttention(call, [=](const double* query, const double* key, std::int64_t leading) {
    const std::int64_t head = leading % heads;
    double score = 0.0;
    for (std::int64_t a = 0; a < width; ++a) {
      double sum = 0.0;
      for (std::int64_t c = 0; c < queryWidth; ++c) sum += query[c] * queryMap.at((head * queryWidth + c) * width + a);
      for (std::int64_t c = 0; c < keyWidth; ++c) sum += key[c] * keyMap.at((head * keyWidth + c) * width + a);
      score += vector.at(head * width + a) * std::tanh(sum);
    }
    return score;
  });
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -2.0, 2.0}; };
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.6}; };
  const Parameters narrow{{"width", std::int64_t{3}}};
  return {{"queries and keys of different widths",
           narrow,
           {{"query", real({4, 5})}, {"key", real({3, 2})}, {"value", real({3, 2})}},
           {}},
          {"heads and a mask",
           narrow,
           {{"query", real({2, 5, 3})}, {"key", real({2, 5, 4})}, {"value", real({2, 5, 3})}, {"mask", mask({5, 5})}},
           {}},
          {"one token", {}, {{"query", real({1, 4})}, {"key", real({1, 4})}, {"value", real({1, 4})}}, {}}};
}

}  // namespace

const BlockType& additiveBlock() {
  static const BlockType type{
      .id = "additive",
      .category = "mechanisms",
      .title = text(kContext, "Additive attention"),
      .words = {.summary = text(kContext, "Scores every pair by a small layer: map query and key, add, tanh, weigh."),
                .what = text(kContext,
                             "Query and key are mapped to a common width and added; tanh bends the sums, and a vector "
                             "v weighs the hidden channels to one score. Softmax turns each row of scores into "
                             "weights, and the output of a query is the mean of the values under its weights."),
                .why = text(kContext,
                            "It was the first attention for translation. It learns its own similarity, and query and "
                            "key may have different widths."),
                .caution =
                    text(kContext,
                         "It holds a hidden vector for every pair of items, so its memory is the number of pairs "
                         "times the width."),
                .synonyms = {"Bahdanau attention", "Bahdanau", "concat attention", "MLP attention"}},
      .formula =
          "\\term{weights}{\\mathrm{softmax}(\\term{scores}{v^\\top \\term{tanh}{\\tanh(\\term{mapped_queries}{W^\\top "
          "q_i} "
          "+ \\term{mapped_keys}{U^\\top k_j})}})} V",
      .paper = "Bahdanau et al., Neural Machine Translation by Jointly Learning to Align and Translate, ICLR 2015",
      .inputs = mechanismInputs(),
      .outputs = mechanismOutputs(),
      .params = {{.id = "width",
                  .label = text(kContext, "Hidden width"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{16},
                  .minimum = 1.0,
                  .maximum = 4096.0,
                  .choices = {},
                  .help = text(kContext, "How many channels query and key are mapped to before they are added.")}},
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
