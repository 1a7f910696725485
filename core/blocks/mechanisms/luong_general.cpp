#include "core/blocks/shared/mechanism.h"
#include "core/blocks/shared/reference.h"
#include "core/ops/ops.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "LuongGeneral";

void build(BlockBuild& build) {
  requireFittingItems(build);
  Builder& builder = build.builder();
  const Signal& query = build.input("query");
  const Signal& key = build.input("key");
  const bool startsNearIdentity = build.string("initialisation") == "near_identity";
  const Value map =
      headWeight(build, {.name = "W",
                         .label = text(kContext, "Map between queries and keys"),
                         .role = Role::None,
                         .shape = {builder.shape(query.value)[-1], builder.shape(key.value)[-1]},
                         .initialisation = startsNearIdentity ? Initialisation::NearIdentity : Initialisation::Glorot,
                         .scale = startsNearIdentity ? 0.01 : 1.0,
                         .axes = {query.axes.back(), key.axes.back()}});
  std::vector<Axis> axes = scoreAxes(build);
  axes.back() = key.axes.back();
  const Value mapped =
      builder.step(ops::matmul(builder, query.value, map),
                   {.id = "mapped_queries",
                    .phase = Phase::Project,
                    .role = Role::Query,
                    .caption = text(kContext, "Mapped queries"),
                    .explanation = text(kContext, "W says which channel of a query looks for which channel of a key."),
                    .term = "mapped_queries",
                    .expression = "Q W",
                    .axes = std::move(axes),
                    .mask = {},
                    .depth = StepDepth::Step});
  const Value scores =
      scoreStep(build, ops::matmul(builder, mapped, key.value, ops::Transpose::No, ops::Transpose::Yes),
                text(kContext, "Bilinear scores"),
                text(kContext, "How well does each mapped query match each key? Multiply channel by channel and add."),
                "Q W K^\\top");
  softmaxAndMix(build, scores);
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor& map = call.weights.at("W");
  const std::int64_t heads = map.shape().rank() == 3 ? map.shape()[0] : 1;
  const std::int64_t rows = map.shape()[-2];
  const std::int64_t columns = map.shape()[-1];
  return reference::softmaxAttention(call, [=](const double* query, const double* key, std::int64_t leading) {
    double score = 0.0;
    for (std::int64_t a = 0; a < rows; ++a) {
      for (std::int64_t b = 0; b < columns; ++b) {
        score += query[a] * map.at(((leading % heads) * rows + a) * columns + b) * key[b];
      }
    }
    return score;
  });
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -2.0, 2.0}; };
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.6}; };
  return {{"queries and keys of different widths",
           {{"initialisation", std::string("glorot")}},
           {{"query", real({4, 5})}, {"key", real({3, 2})}, {"value", real({3, 2})}},
           {}},
          {"heads and a mask",
           {},
           {{"query", real({2, 5, 3})}, {"key", real({2, 5, 3})}, {"value", real({2, 5, 3})}, {"mask", mask({5, 5})}},
           {}},
          {"one token", {}, {{"query", real({1, 4})}, {"key", real({1, 4})}, {"value", real({1, 4})}}, {}}};
}

}  // namespace

const BlockType& luongGeneralBlock() {
  static const BlockType type{
      .id = "luong_general",
      .category = "mechanisms",
      .title = text(kContext, "Luong's general attention"),
      .words = {.summary = text(
                    kContext,
                    "Compares queries with keys through a learned matrix and mixes the values by softmax weights."),
                .what =
                    text(kContext,
                         "The score of a query and a key is the query times W times the key. Softmax turns each row "
                         "of scores into weights, and the output of a query is the mean of the values under its "
                         "weights. The scores are not scaled."),
                .why = text(kContext,
                            "One matrix learns which channels of query and key belong together; with the identity as W "
                            "it is the plain dot product."),
                .caution = text(kContext,
                                "Query and key projections of multi-head attention already make such a matrix; both "
                                "together learn the same thing twice."),
                .synonyms = {"general attention", "bilinear attention", "multiplicative attention", "Luong attention"}},
      .formula = "\\term{weights}{\\mathrm{softmax}(\\term{scores}{\\term{mapped_queries}{q_i^\\top W} k_j})} V",
      .paper = "Luong et al., Effective Approaches to Attention-based Neural Machine Translation, EMNLP 2015",
      .inputs = mechanismInputs(),
      .outputs = mechanismOutputs(),
      .params =
          {{.id = "initialisation",
            .label = text(kContext, "Fresh weights"),
            .type = ParamType::Choice,
            .defaultValue = std::string("near_identity"),
            .choices = {{"near_identity", text(kContext, "Near the identity")}, {"glorot", text(kContext, "Glorot")}},
            .help = text(kContext,
                         "How W is drawn before it is trained: the identity with a little noise, or Glorot's rule.")}},
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
