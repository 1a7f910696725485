#include "core/base/philox.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "Embedding";

/// Standard normal numbers of the stream that the token's text names.
Tensor seededRows(const BlockBuild& build, const AxisLabels& items, std::int64_t width) {
  std::vector<double> values;
  for (const std::string& name : items.names) {
    const std::uint64_t stream = stableHash(name.data(), name.size());
    for (std::int64_t c = 0; c < width; ++c)
      values.push_back(philoxNormal(build.seed(), stream, static_cast<std::uint64_t>(c)));
  }
  return Tensor::fromDoubles({static_cast<std::int64_t>(items.names.size()), width}, values);
}

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  const Signal& tokens = build.input("tokens");
  const std::int64_t width = build.integer("width");
  const std::vector<Axis> axes = {tokens.axes.back(), {AxisMeaning::Channel, nullptr}};
  Value rows;
  if (build.string("rows") == "trainable") {
    const Value table = build.weight({.name = "E",
                                      .label = text(kContext, "Embedding table"),
                                      .role = Role::None,
                                      .shape = {tokens.vocabularySize, width},
                                      .initialisation = Initialisation::Normal,
                                      .scale = 1.0,
                                      .axes = {{AxisMeaning::Token, nullptr}, {AxisMeaning::Channel, nullptr}}});
    rows = ops::gather(builder, table, tokens.value, 0);
  } else {
    rows = build.dataInput("rows", seededRows(build, *tokens.items, width));
  }
  builder.step(rows, {.id = "embedding",
                      .phase = Phase::Input,
                      .role = Role::None,
                      .caption = text(kContext, "Tokens to X"),
                      .explanation = text(kContext, "Each token takes its row of the embedding."),
                      .term = "embedding",
                      .expression = "X",
                      .axes = axes,
                      .mask = {},
                      .depth = StepDepth::Step,
                      .isInput = build.string("rows") == "seeded"});
  build.setOutput("embedded", {PortKind::Tensor, rows, tokens.valid, axes, tokens.items, 0, false});
}

std::vector<BlockExample> examples() {
  return {{"seeded", {{"width", std::int64_t{5}}}, {{"tokens", {{ValueKind::Int, {4}}, 0.0, 4.0}}}, {}},
          {"trainable",
           {{"width", std::int64_t{3}}, {"rows", std::string("trainable")}},
           {{"tokens", {{ValueKind::Int, {6}}, 0.0, 4.0}}},
           {}}};
}

}  // namespace

const BlockType& embeddingBlock() {
  static const BlockType type{
      .id = "embedding",
      .category = "embedding",
      .title = text(kContext, "Embedding"),
      .words = {.summary = text(kContext, "Each token as a row of numbers."),
                .what = text(kContext,
                             "A token takes its row of the matrix E. Seeded rows are drawn from the token's own text, "
                             "so that a word has the same row in every sentence; trainable rows are weights."),
                .why = text(kContext, "Numbers that can be learned take the place of features set by hand."),
                .caution = text(kContext, "Fresh rows mean nothing yet: similar words are not alike before training."),
                .synonyms = {"word vectors", "lookup table", "word2vec"}},
      .formula = "x_i = \\term{embedding}{E[t_i]}",
      .paper = "Bengio et al., A Neural Probabilistic Language Model, JMLR 2003",
      .inputs = {{"tokens", text(kContext, "Tokens"), PortKind::Tokens, 1, false, Role::None}},
      .outputs = {{"embedded", text(kContext, "Embedded tokens"), PortKind::Tensor, 2, false, Role::None}},
      .params = {{.id = "width",
                  .label = text(kContext, "Width"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{16},
                  .minimum = 1,
                  .maximum = 4096,
                  .choices = {},
                  .help = text(kContext, "Numbers for each token.")},
                 {.id = "rows",
                  .label = text(kContext, "Rows are"),
                  .type = ParamType::Choice,
                  .defaultValue = std::string("seeded"),
                  .choices = {{"seeded", text(kContext, "Seeded")}, {"trainable", text(kContext, "Trainable")}},
                  .help = text(kContext, "Seeded rows belong to a word's text; trainable rows are weights.")}},
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {},
      .equalities = {},
      .examples = examples,
      .reference = nullptr,
  };
  return type;
}

}  // namespace heed::core
