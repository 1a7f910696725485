#include "core/base/philox.h"
#include "core/blocks/shared/dot_product.h"
#include "core/blocks/shared/mechanism.h"
#include "core/blocks/shared/reference.h"
#include "core/ops/ops.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "HardSampling";

/// The uniform of every query, and the key whose part of the running sum it falls into, as steps.
Value sampledKeys(BlockBuild& build, Value probabilities, Value mask) {
  Builder& builder = build.builder();
  const std::vector<Axis> axes = scoreAxes(build);
  const std::vector<Axis> rowAxes(axes.begin(), axes.end() - 1);
  const Value uniform = builder.step(
      ops::randomUniform(builder, builder.shape(probabilities).without(-1), build.nextRandomStream()),
      {.id = "uniform",
       .phase = Phase::Normalise,
       .role = Role::None,
       .caption = text(kContext, "Random numbers"),
       .explanation = text(kContext, "One number from 0 to 1 for each query, drawn from the seed of the run."),
       .term = "uniform",
       .expression = "u_i",
       .axes = rowAxes,
       .mask = {},
       .depth = StepDepth::Step});
  builder.step(
      ops::cumulativeSum(builder, probabilities),
      {.id = "cumulative",
       .phase = Phase::Normalise,
       .role = Role::None,
       .caption = text(kContext, "Running sums"),
       .explanation = text(kContext, "Each key owns a stretch of the line from 0 to 1, as long as its probability."),
       .term = "cumulative",
       .expression = "\\sum_{l \\le j} P_{il}",
       .axes = axes,
       .mask = mask,
       .depth = StepDepth::Step});
  return builder.step(
      ops::sampleIndex(builder, probabilities, uniform),
      {.id = "chosen",
       .phase = Phase::Normalise,
       .role = Role::None,
       .caption = text(kContext, "Drawn key"),
       .explanation = text(kContext,
                           "The first key whose running sum is above the random number; -1 where no key "
                           "is allowed."),
       .term = "chosen",
       .expression = "c_i",
       .axes = rowAxes,
       .mask = {},
       .depth = StepDepth::Step});
}

void build(BlockBuild& build) {
  const Value scores = scaledDotProducts(build);
  Builder& builder = build.builder();
  const Value allowed = allowedKeys(build);
  maskStep(build, allowed);
  const Value probabilities =
      builder.step(ops::softmax(builder, scores, allowed),
                   {.id = "probabilities",
                    .phase = Phase::Normalise,
                    .role = Role::None,
                    .caption = text(kContext, "Probabilities"),
                    .explanation = text(
                        kContext, "Softmax turns each row of scores into the chances with which its keys are drawn."),
                    .term = "probabilities",
                    .expression = "P",
                    .axes = scoreAxes(build),
                    .mask = allowed,
                    .depth = StepDepth::Step});
  const Value chosen = sampledKeys(build, probabilities, allowed);
  const Value weights = ops::oneHot(builder, chosen, builder.shape(scores)[-1]);
  mixAndFinish(
      build, weights, allowed, text(kContext, "Attention weights"),
      text(kContext, "The drawn key has the weight 1 and all others 0. No gradient flows back through the draw."));
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor probabilities = reference::softmaxAttention(call, reference::scaledDotProduct(call)).at("weights");
  const std::int64_t keys = probabilities.shape()[-1];
  std::vector<double> weights(static_cast<std::size_t>(probabilities.elementCount()), 0.0);
  for (std::int64_t row = 0; row < probabilities.elementCount() / keys; ++row) {
    // A block on its own draws from the first stream of its program.
    const auto uniform = static_cast<double>(philoxUniform(call.seed, 0, static_cast<std::uint64_t>(row)));
    double sum = 0.0;
    std::int64_t drawn = -1;
    for (std::int64_t j = 0; j < keys && sum <= uniform; ++j) {
      if (probabilities.at(row * keys + j) > 0.0) drawn = j;
      sum += probabilities.at(row * keys + j);
    }
    if (drawn >= 0) weights[static_cast<std::size_t>(row * keys + drawn)] = 1.0;
  }
  const Tensor weightsTensor = Tensor::fromDoubles(probabilities.shape(), weights);
  return {{"weights", weightsTensor}, {"output", reference::mixed(weightsTensor, call.inputs.at("value"))}};
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -2.0, 2.0}; };
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.6}; };
  return {
      {"four queries, three keys", {}, {{"query", real({4, 5})}, {"key", real({3, 5})}, {"value", real({3, 2})}}, {}},
      {"heads and a mask",
       {},
       {{"query", real({2, 5, 3})}, {"key", real({2, 5, 3})}, {"value", real({2, 5, 3})}, {"mask", mask({5, 5})}},
       {}},
      {"even chances",
       {{"divisor", 1e6}},
       {{"query", real({9, 3})}, {"key", real({6, 3})}, {"value", real({6, 3})}},
       {}},
      {"one token", {}, {{"query", real({1, 4})}, {"key", real({1, 4})}, {"value", real({1, 4})}}, {}}};
}

}  // namespace

const BlockType& hardSamplingBlock() {
  static const BlockType type{
      .id = "hard_sampling",
      .category = "mechanisms",
      .title = text(kContext, "Hard attention by sampling"),
      .words = {.summary = text(kContext, "Each query draws one key by its softmax weight and takes that key's value."),
                .what =
                    text(kContext,
                         "Softmax of the scaled dot products gives each key a probability. A random number picks one "
                         "key for each query, and the output is that key's value. Masked keys are never drawn. The "
                         "same seed draws the same keys."),
                .why = text(kContext,
                            "The mean of many draws is soft attention, while each single output reads one item only."),
                .caution =
                    text(kContext,
                         "One draw says little; change the seed to see how much the output depends on chance. The "
                         "draw has no gradient, so queries and keys cannot be trained through it directly."),
                .synonyms = {"stochastic hard attention", "sampled attention", "multinoulli", "Show, Attend and Tell"}},
      .formula =
          "\\term{chosen}{c_i} \\sim \\term{probabilities}{\\mathrm{softmax}(\\term{scaled}{\\frac{\\term{scores}{Q "
          "K^\\top}}{\\sqrt{d_k}}})_i}, \\quad \\term{output}{o_i = v_{c_i}}",
      .paper = "Xu et al., Show, Attend and Tell, ICML 2015",
      .inputs = mechanismInputs(),
      .outputs = mechanismOutputs(),
      .params = {divisorParam()},
      .build = build,
      .isMechanism = true,
      .isBilinear = true,
      .claims = {Claim::RowsSumToOne, Claim::Causal},
      .equalities = {},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
