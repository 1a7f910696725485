#include "core/blocks/shared/dot_product.h"
#include "core/blocks/shared/mechanism.h"
#include "core/blocks/shared/reference.h"
#include "core/ops/ops.h"

#include <limits>

namespace heed::core {

namespace {

constexpr const char* kContext = "HardArgmax";

void build(BlockBuild& build) {
  const Value scores = scaledDotProducts(build);
  Builder& builder = build.builder();
  const Value allowed = allowedKeys(build);
  maskStep(build, allowed);
  const std::int64_t keys = builder.shape(scores)[-1];
  const Value candidates = allowed.isValid() ? ops::select(builder, allowed, scores,
                                                           builder.constant(-std::numeric_limits<double>::infinity()))
                                             : scores;
  std::vector<Axis> axes = scoreAxes(build);
  axes.pop_back();
  const Value chosen =
      builder.step(ops::argMax(builder, candidates),
                   {.id = "chosen",
                    .phase = Phase::Normalise,
                    .role = Role::None,
                    .caption = text(kContext, "Chosen key"),
                    .explanation = text(kContext, "The key with the highest score; of equal ones the first."),
                    .term = "chosen",
                    .expression = "\\arg\\max_j S_{ij}",
                    .axes = std::move(axes),
                    .mask = {},
                    .depth = StepDepth::Step});
  Value weights = ops::oneHot(builder, chosen, keys);
  // A row without an allowed key still has an arg-max; it must not count.
  if (allowed.isValid()) weights = ops::multiply(builder, weights, ops::cast(builder, allowed, ValueKind::Real));
  mixAndFinish(
      build, weights, allowed, text(kContext, "Attention weights"),
      text(kContext, "The chosen key has the weight 1 and all others 0. No gradient flows back through the choice."));
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor scores = reference::scores(call, reference::scaledDotProduct(call));
  const Tensor* mask = reference::find(call.inputs, "mask");
  const std::int64_t queries = scores.shape()[-2];
  const std::int64_t keys = scores.shape()[-1];
  std::vector<double> weights(static_cast<std::size_t>(scores.elementCount()), 0.0);
  for (std::int64_t row = 0; row < scores.elementCount() / keys; ++row) {
    std::int64_t best = -1;
    for (std::int64_t j = 0; j < keys; ++j) {
      if (!reference::allowed(mask, row / queries, row % queries, j)) continue;
      if (best < 0 || scores.at(row * keys + j) > scores.at(row * keys + best)) best = j;
    }
    if (best >= 0) weights[static_cast<std::size_t>(row * keys + best)] = 1.0;
  }
  const Tensor weightsTensor = Tensor::fromDoubles(scores.shape(), weights);
  return {{"weights", weightsTensor}, {"output", reference::mixed(weightsTensor, call.inputs.at("value"))}};
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -2.0, 2.0}; };
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.6}; };
  const auto same = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, 1.0, 1.0}; };
  return {
      {"four queries, three keys", {}, {{"query", real({4, 5})}, {"key", real({3, 5})}, {"value", real({3, 2})}}, {}},
      {"heads and a mask",
       {},
       {{"query", real({2, 5, 3})}, {"key", real({2, 5, 3})}, {"value", real({2, 5, 3})}, {"mask", mask({5, 5})}},
       {}},
      {"equal keys", {}, {{"query", real({3, 2})}, {"key", same({4, 2})}, {"value", real({4, 2})}}, {}, false},
      {"one token", {}, {{"query", real({1, 4})}, {"key", real({1, 4})}, {"value", real({1, 4})}}, {}}};
}

}  // namespace

const BlockType& hardArgmaxBlock() {
  static const BlockType type{
      .id = "hard_argmax",
      .category = "mechanisms",
      .title = text(kContext, "Hard attention by arg-max"),
      .words = {.summary = text(kContext, "Each query takes the value of the one key that matches best."),
                .what = text(kContext,
                             "Scores are scaled dot products. The key with the highest score gets the weight 1, all "
                             "others 0, so the output of a query is one value and not a mixture. Of equal scores the "
                             "first key wins; masked keys are never chosen."),
                .why =
                    text(kContext,
                         "It shows what soft attention tends to when its scores grow, and it says plainly which item "
                         "was read."),
                .caution =
                    text(kContext,
                         "The choice has no gradient, so queries and keys cannot be trained through it; only the "
                         "values can. A tiny change of a score may change the output completely."),
                .synonyms = {"hard attention", "arg-max attention", "one-hot attention"}},
      .formula =
          "\\term{chosen}{c_i = \\arg\\max_j \\term{scaled}{\\frac{\\term{scores}{q_i^\\top k_j}}{\\sqrt{d_k}}}}, "
          "\\quad \\term{output}{o_i = v_{c_i}}",
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
