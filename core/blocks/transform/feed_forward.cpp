#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "FeedForward";

Value activated(Builder& builder, Value hidden, const std::string& activation) {
  if (activation == "relu") return ops::relu(builder, hidden);
  return ops::gelu(builder, hidden, activation == "gelu_erf" ? ops::GeluForm::Erf : ops::GeluForm::Tanh);
}

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  requireSequence(build, "input");
  const Signal& input = build.input("input");
  const std::int64_t width = builder.shape(input.value)[-1];
  const std::int64_t hiddenWidth = build.integer("hidden") > 0 ? build.integer("hidden") : 4 * width;
  const std::vector<Axis> hiddenAxes = withPlainChannels(input);
  const Value hidden = builder.step(linearMap(build, input.value, "W_in", "b_in", hiddenWidth, true, hiddenAxes),
                                    {.id = "hidden",
                                     .phase = Phase::Transform,
                                     .role = Role::None,
                                     .caption = text(kContext, "First map"),
                                     .explanation = text(kContext, "Every item is widened."),
                                     .term = "hidden",
                                     .expression = "X W_1 + b_1",
                                     .axes = hiddenAxes});
  const Value active =
      builder.step(activated(builder, hidden, build.string("activation")),
                   {.id = "activation",
                    .phase = Phase::Transform,
                    .role = Role::None,
                    .caption = text(kContext, "Activation"),
                    .explanation = text(
                        kContext, "Negative numbers are cut or damped: without this bend the two maps would be one."),
                    .term = "activation",
                    .expression = "\\mathrm{act}(H)",
                    .axes = hiddenAxes});
  const Value result = builder.step(linearMap(build, active, "W_out", "b_out", width, true, input.axes),
                                    {.id = "output",
                                     .phase = Phase::Transform,
                                     .role = Role::None,
                                     .caption = text(kContext, "Second map"),
                                     .explanation = text(kContext, "Back to the width of the input."),
                                     .term = "output",
                                     .expression = "H W_2 + b_2",
                                     .axes = input.axes});
  build.setOutput("output", derived(input, result, input.axes));
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"relu", {{"hidden", std::int64_t{6}}}, {{"input", real({3, 4})}}, {}},
          {"gelu, four times as wide", {{"activation", std::string("gelu_erf")}}, {{"input", real({2, 2, 3})}}, {}},
          {"gelu tanh",
           {{"activation", std::string("gelu_tanh")}, {"hidden", std::int64_t{5}}},
           {{"input", real({1, 4})}},
           {}}};
}

}  // namespace

const BlockType& feedForwardBlock() {
  static const BlockType type{
      .id = "feed_forward",
      .category = "transform",
      .title = text(kContext, "Feed-forward"),
      .words = {.summary = text(kContext, "Two linear maps with a bend between them, for every item by itself."),
                .what = text(kContext,
                             "The first map widens the channels, an activation bends them, the second brings them "
                             "back."),
                .why = text(kContext,
                            "Attention moves numbers between items; the feed-forward part works on what each item "
                            "gathered."),
                .caution = {},
                .synonyms = {"MLP", "FFN"}},
      .formula = "\\term{output}{\\mathrm{act}(\\term{hidden}{X W_1 + b_1}) W_2 + b_2}",
      .paper = "Vaswani et al., Attention Is All You Need, NeurIPS 2017",
      .inputs = {{"input", text(kContext, "Input"), PortKind::Tensor, 2, false, Role::None}},
      .outputs = {{"output", text(kContext, "Output"), PortKind::Tensor, 2, false, Role::None}},
      .params = {{.id = "hidden",
                  .label = text(kContext, "Hidden width"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{0},
                  .minimum = 0,
                  .maximum = 65536,
                  .choices = {},
                  .help = text(kContext, "Channels between the two maps; 0 takes four times the input's.")},
                 {.id = "activation",
                  .label = text(kContext, "Activation"),
                  .type = ParamType::Choice,
                  .defaultValue = std::string("relu"),
                  .choices = {{"relu", text(kContext, "ReLU")},
                              {"gelu_erf", text(kContext, "GELU (erf)")},
                              {"gelu_tanh", text(kContext, "GELU (tanh)")}},
                  .help = text(kContext, "The bend between the maps.")}},
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
