#include "core/blocks/shared/dot_product.h"
#include "core/blocks/shared/mechanism.h"
#include "core/blocks/shared/reference.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "ScaledDotProduct";

void build(BlockBuild& build) {
  softmaxAndMix(build, scaledDotProducts(build));
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  return reference::softmaxAttention(call, reference::scaledDotProduct(call));
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
      {"one token", {}, {{"query", real({1, 4})}, {"key", real({1, 4})}, {"value", real({1, 4})}}, {}},
      {"without scaling",
       {{"divisor", 1.0}},
       {{"query", real({3, 7})}, {"key", real({3, 7})}, {"value", real({3, 7})}},
       {}}};
}

}  // namespace

const BlockType& scaledDotProductBlock() {
  static const BlockType type{
      .id = "scaled_dot_product",
      .category = "mechanisms",
      .title = text(kContext, "Scaled dot-product attention"),
      .words = {.summary = text(kContext,
                                "Compares queries with keys by dot products and mixes the values by softmax weights."),
                .what = text(kContext,
                             "Every query is multiplied with every key; the scores are divided by the square root of "
                             "the width, and softmax turns each row into weights that add up to 1. The output of a "
                             "query is the mean of the values under its weights."),
                .why =
                    text(kContext,
                         "It is the mechanism of the Transformer: two matrix products, no parameters of its own, and "
                         "every pair of items compared at once."),
                .caution =
                    text(kContext,
                         "A large weight says where the output was read from, not why a model answers as it does."),
                .synonyms = {"soft attention", "dot-product attention", "SDPA", "Transformer attention"}},
      .formula =
          "\\mathrm{Attention}(Q, K, V) = \\term{weights}{\\mathrm{softmax}(\\term{scaled}{\\frac{\\term{scores}{Q "
          "K^\\top}}{\\sqrt{d_k}}})} V",
      .paper = "Vaswani et al., Attention Is All You Need, NeurIPS 2017",
      .inputs = mechanismInputs(),
      .outputs = mechanismOutputs(),
      .params = {divisorParam()},
      .build = build,
      .isMechanism = true,
      .isBilinear = true,
      .claims = {Claim::RowsSumToOne, Claim::PermutationEquivariant, Claim::Causal},
      .equalities = {},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
