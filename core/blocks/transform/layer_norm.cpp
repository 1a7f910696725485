#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

namespace heed::core {

namespace {

constexpr const char* kContext = "LayerNorm";

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  requireSequence(build, "input", 1);
  const Signal& input = build.input("input");
  const Axis& channels = input.axes.back();
  const std::int64_t width = builder.shape(input.value)[-1];
  const Value gain = build.weight({.name = "gain",
                                   .label = text(kContext, "Gain"),
                                   .role = Role::None,
                                   .shape = {width},
                                   .initialisation = Initialisation::One,
                                   .scale = 1.0,
                                   .axes = {channels}});
  const Value bias = build.weight({.name = "bias",
                                   .label = text(kContext, "Bias"),
                                   .role = Role::None,
                                   .shape = {width},
                                   .initialisation = Initialisation::Zero,
                                   .scale = 1.0,
                                   .axes = {channels}});
  const Value result = ops::layerNorm(builder, input.value, gain, bias, build.real("epsilon"));
  builder.step(result, {.id = "output",
                        .phase = Phase::Normalise,
                        .role = Role::None,
                        .caption = text(kContext, "Layer norm"),
                        .explanation = text(kContext, "Each row gets mean 0 and variance 1, then its gain and bias."),
                        .term = "output",
                        .expression = "\\mathrm{LN}(X)",
                        .axes = input.axes});
  build.setOutput("output", derived(input, result, input.axes));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -2.0, 2.0}; };
  return {{"items", {}, {{"input", real({3, 5})}}, {}},
          {"with a batch", {{"epsilon", 1e-6}}, {{"input", real({2, 3, 4})}}, {}}};
}

}  // namespace

const BlockType& layerNormBlock() {
  static const BlockType type{
      .id = "layer_norm",
      .category = "transform",
      .title = text(kContext, "Layer norm"),
      .words = {.summary = text(kContext, "Brings every item to mean 0 and variance 1, then scales and shifts it."),
                .what = text(kContext,
                             "For each item by itself: subtract the mean of its channels, divide by the root of their "
                             "variance plus epsilon, multiply by a gain and add a bias."),
                .why = text(kContext, "It keeps the size of the numbers steady through many layers."),
                .caution = {},
                .synonyms = {"normalisation", "LN"}},
      .formula = "\\term{output}{\\frac{x - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}} \\odot g + b}",
      .paper = "Ba, Kiros, Hinton, Layer Normalization, 2016",
      .inputs = {{"input", text(kContext, "Input"), PortKind::Tensor, 1, false, Role::None}},
      .outputs = {{"output", text(kContext, "Output"), PortKind::Tensor, 1, false, Role::None}},
      .params = {{.id = "epsilon",
                  .label = text(kContext, "Epsilon"),
                  .type = ParamType::Real,
                  .defaultValue = 1e-5,
                  .minimum = 0.0,
                  .maximum = 1.0,
                  .choices = {},
                  .help = text(kContext, "Added to the variance: 1e-5 (GPT), 1e-6 (ViT), 1e-12 (BERT).")}},
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
