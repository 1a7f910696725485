#include "core/base/error.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "LearnedPositions";

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  requireSequence(build, "sequence");
  const Signal& sequence = build.input("sequence");
  const Shape shape = builder.shape(sequence.value);
  const std::int64_t places = build.integer("maximum_length");
  if (shape[-2] > places) {
    throw Error(ErrorKind::Shape,
                text(kContext, "the sequence has %1 items; there are positions for %2", shape[-2], places));
  }
  const Axis channels{AxisMeaning::Channel, nullptr};
  const Value table = build.weight({.name = "P",
                                    .label = {},
                                    .role = Role::None,
                                    .shape = {places, shape[-1]},
                                    .initialisation = Initialisation::Normal,
                                    .scale = 0.02,
                                    .axes = {{AxisMeaning::Token, nullptr}, channels}});
  const Value rows = builder.step(ops::slice(builder, table, 0, 0, shape[-2]),
                                  {.id = "positions",
                                   .phase = Phase::Input,
                                   .role = Role::None,
                                   .caption = text(kContext, "Positions"),
                                   .explanation = text(kContext, "The learned row of every place."),
                                   .term = "positions",
                                   .expression = "P",
                                   .axes = {sequence.axes[sequence.axes.size() - 2], channels}});
  const Value result =
      builder.step(ops::add(builder, sequence.value, rows), {.id = "output",
                                                             .phase = Phase::Input,
                                                             .role = Role::None,
                                                             .caption = text(kContext, "With positions"),
                                                             .explanation = {},
                                                             .term = {},
                                                             .expression = "X + P",
                                                             .axes = sequence.axes});
  build.setOutput("output", derived(sequence, result, sequence.axes));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"short", {{"maximum_length", std::int64_t{6}}}, {{"sequence", real({4, 3})}}, {}},
          {"with a batch", {{"maximum_length", std::int64_t{3}}}, {{"sequence", real({2, 3, 2})}}, {}}};
}

}  // namespace

const BlockType& learnedPositionsBlock() {
  static const BlockType type{
      .id = "learned_positions",
      .category = "embedding",
      .title = text(kContext, "Learned positions"),
      .words = {.summary = text(kContext, "Adds a row of weights for every place."),
                .what = text(kContext, "Place p gets row p of a matrix of weights, added to the input."),
                .why = text(kContext, "The model may learn what a place means instead of being told by waves."),
                .caution = text(kContext, "A place beyond the matrix has no row: the length is limited."),
                .synonyms = {"positional embedding"}},
      .formula = "x_p + \\term{positions}{P[p]}",
      .paper = "Devlin et al., BERT, NAACL 2019",
      .inputs = {{"sequence", text(kContext, "Sequence"), PortKind::Tensor, 2, false, Role::None}},
      .outputs = {{"output", text(kContext, "With positions"), PortKind::Tensor, 2, false, Role::None}},
      .params = {{.id = "maximum_length",
                  .label = text(kContext, "Places"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{512},
                  .minimum = 1,
                  .maximum = 20000,
                  .choices = {},
                  .help = text(kContext, "Rows of the matrix: the longest sequence.")}},
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
