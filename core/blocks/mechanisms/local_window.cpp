#include "core/blocks/shared/dot_product.h"
#include "core/blocks/shared/mechanism.h"
#include "core/blocks/shared/reference.h"
#include "core/ops/ops.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace heed::core {

namespace {

constexpr const char* kContext = "LocalWindow";

/// True where key j lies at most `radius` places from query i; a query beyond the last key looks from there.
Tensor windowMask(std::int64_t queries, std::int64_t keys, std::int64_t radius) {
  std::vector<std::uint8_t> allowed;
  for (std::int64_t i = 0; i < queries; ++i) {
    const std::int64_t centre = std::min(i, keys - 1);
    for (std::int64_t j = 0; j < keys; ++j) allowed.push_back(std::abs(centre - j) <= radius ? 1 : 0);
  }
  return Tensor::fromBools({queries, keys}, allowed);
}

/// The same where the items of a batch have different numbers of keys: each looks from its own last key. Valid keys
/// stand in front.
Value raggedWindow(Builder& builder, Value valid, std::int64_t queries, std::int64_t keys, std::int64_t radius) {
  const auto places = [&](std::int64_t count, const Shape& shape) {
    std::vector<double> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0.0);
    return builder.constant(Tensor::fromDoubles(shape, numbers));
  };
  const Value counts =
      ops::reduceSum(builder, ops::cast(builder, valid, ValueKind::Real), {-1}, ops::KeepDimensions::Yes);
  const Value last = ops::subtract(builder, counts, builder.constant(1.0));
  const Shape shape = builder.shape(last);
  const Value centres = ops::minimum(builder, places(queries, {queries, 1}),
                                     ops::reshape(builder, last, shape.withInserted(shape.rank() - 1, 1)));
  const Value distances = ops::abs(builder, ops::subtract(builder, centres, places(keys, {1, keys})));
  return ops::lessEqual(builder, distances, builder.constant(static_cast<double>(radius)));
}

Value windowStep(BlockBuild& build, std::int64_t queries, std::int64_t keys) {
  Builder& builder = build.builder();
  const Value valid = build.input("key").valid;
  const std::int64_t radius = build.integer("radius");
  const Value window = valid.isValid() ? raggedWindow(builder, valid, queries, keys, radius)
                                       : builder.constant(windowMask(queries, keys, radius));
  std::vector<Axis> axes = scoreAxes(build);
  axes.erase(axes.begin(), axes.end() - builder.shape(window).rank());
  return builder.step(window, {.id = "window",
                               .phase = Phase::Mask,
                               .role = Role::None,
                               .caption = text(kContext, "Window"),
                               .explanation = text(kContext, "Each query sees only the keys near its own place."),
                               .term = "window",
                               .expression = "|i - j| \\le D",
                               .axes = std::move(axes),
                               .mask = {},
                               .depth = StepDepth::Step});
}

void build(BlockBuild& build) {
  const Value scores = scaledDotProducts(build);
  Builder& builder = build.builder();
  const Shape shape = builder.shape(scores);
  const Value window = windowStep(build, shape[-2], shape[-1]);
  const Value allowed = allowedKeys(build);
  if (!allowed.isValid()) {
    softmaxAndMix(build, scores, window);
    return;
  }
  const Value both = ops::logicalAnd(builder, allowed, window);
  maskStep(build, both);
  softmaxAndMix(build, scores, both);
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor& query = call.inputs.at("query");
  const std::int64_t queries = query.shape()[-2];
  const std::int64_t keys = call.inputs.at("key").shape()[-2];
  const std::int64_t radius = std::get<std::int64_t>(*findParameter(call.parameters, "radius"));
  const Tensor* mask = reference::find(call.inputs, "mask");
  Shape shape = query.shape().withSize(-1, keys);
  std::vector<std::uint8_t> both;
  for (std::int64_t row = 0; row < shape.elementCount() / keys; ++row) {
    const std::int64_t place = row % queries < keys ? row % queries : keys - 1;
    for (std::int64_t j = 0; j < keys; ++j) {
      const bool isNear = j >= place - radius && j <= place + radius;
      both.push_back(isNear && reference::allowed(mask, row / queries, row % queries, j) ? 1 : 0);
    }
  }
  std::map<std::string, Tensor> inputs = call.inputs;
  inputs.insert_or_assign("mask", Tensor::fromBools(shape, both));
  const ReferenceCall windowed{call.parameters, inputs, call.weights, call.seed};
  return reference::softmaxAttention(windowed, reference::scaledDotProduct(call));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -2.0, 2.0}; };
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.7}; };
  const auto radius = [](std::int64_t places) { return Parameters{{"radius", places}}; };
  return {{"seven tokens", radius(1), {{"query", real({7, 3})}, {"key", real({7, 3})}, {"value", real({7, 2})}}, {}},
          {"heads and a mask",
           radius(2),
           {{"query", real({2, 5, 3})}, {"key", real({2, 5, 3})}, {"value", real({2, 5, 3})}, {"mask", mask({5, 5})}},
           {}},
          {"more queries than keys",
           radius(1),
           {{"query", real({6, 3})}, {"key", real({4, 3})}, {"value", real({4, 2})}},
           {}},
          {"a window of one", radius(0), {{"query", real({4, 3})}, {"key", real({4, 3})}, {"value", real({4, 2})}}, {}},
          {"one token", {}, {{"query", real({1, 4})}, {"key", real({1, 4})}, {"value", real({1, 4})}}, {}}};
}

}  // namespace

const BlockType& localWindowBlock() {
  static const BlockType type{
      .id = "local_window",
      .category = "mechanisms",
      .title = text(kContext, "Local window attention"),
      .words =
          {.summary =
               text(kContext, "Scaled dot-product attention in which each query sees only the keys near its place."),
           .what = text(kContext,
                        "Query i attends to the keys from i - D to i + D; all others get the weight 0. Inside the "
                        "window it is scaled dot-product attention. A query beyond the last key looks from the "
                        "last key's place."),
           .why = text(kContext,
                       "What belongs together often stands together, and a program that computes only the scores of "
                       "the window needs less time than one that computes all. Here all are computed and shown."),
           .caution = text(kContext,
                           "One layer cannot see further than its window; a word that refers to one far away cannot "
                           "find it."),
           .synonyms = {"local attention", "local-m", "sliding window", "partial attention", "Luong local attention"}},
      .formula =
          "\\term{weights}{\\mathrm{softmax}_{\\term{window}{|i - j| \\le D}}(\\term{scaled}{\\frac{\\term{scores}{Q "
          "K^\\top}}{\\sqrt{d_k}}})} V",
      .paper = "Luong et al., Effective Approaches to Attention-based Neural Machine Translation, EMNLP 2015",
      .inputs = mechanismInputs(),
      .outputs = mechanismOutputs(),
      .params = {{.id = "radius",
                  .label = text(kContext, "Window D"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{2},
                  .minimum = 0.0,
                  .maximum = 1e6,
                  .choices = {},
                  .help = text(kContext,
                               "How many places to the left and to the right a query sees; 0 is only its own place.")},
                 divisorParam()},
      .build = build,
      .isMechanism = true,
      .isBilinear = true,
      .claims = {Claim::RowsSumToOne, Claim::Causal},
      .equalities = {{.statement = text(kContext, "A window over the whole sequence is scaled dot-product attention."),
                      .own = {{"radius", std::int64_t{1000}}},
                      .type = "scaled_dot_product",
                      .others = {},
                      .weights = {}}},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
