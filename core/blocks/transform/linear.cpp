#include "core/blocks/shared/reference.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "Linear";

void build(BlockBuild& build) {
  Builder& builder = build.builder();
  requireSequence(build, "input", 1);
  const Signal& input = build.input("input");
  const std::vector<Axis> axes = withPlainChannels(input);
  const std::string& name = build.string("initialisation");
  const Initialisation initialisation = name == "identity"       ? Initialisation::Identity
                                        : name == "torch_linear" ? Initialisation::TorchLinear
                                                                 : Initialisation::Glorot;
  const bool isRow = builder.shape(input.value).rank() == 1;
  const Value rows = isRow ? ops::reshape(builder, input.value, {1, builder.shape(input.value)[0]}) : input.value;
  const Value mapped =
      linearMap(build, rows, "W", "b", build.integer("width"), build.flag("bias"), axes, initialisation);
  const Value result = isRow ? ops::reshape(builder, mapped, {build.integer("width")}) : mapped;
  builder.step(result, {.id = "output",
                        .phase = Phase::Project,
                        .role = Role::None,
                        .caption = text(kContext, "Linear map"),
                        .explanation = text(kContext, "Every item times the same matrix."),
                        .term = "output",
                        .expression = build.flag("bias") ? "X W + b" : "X W",
                        .axes = axes});
  build.setOutput("output", derived(input, result, axes));
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor* bias = reference::find(call.weights, "b");
  return {{"output", reference::product(call.inputs.at("input"), call.weights.at("W"), bias)}};
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"items", {{"width", std::int64_t{4}}}, {{"input", real({3, 5})}}, {}},
          {"a batch without bias", {{"width", std::int64_t{2}}, {"bias", false}}, {{"input", real({2, 3, 4})}}, {}},
          {"one row", {{"width", std::int64_t{3}}}, {{"input", real({4})}}, {}}};
}

}  // namespace

const BlockType& linearBlock() {
  static const BlockType type{
      .id = "linear",
      .category = "transform",
      .title = text(kContext, "Linear"),
      .words = {.summary = text(kContext, "Multiplies every item with one matrix."),
                .what = text(kContext, "y = x W + b for every item by itself; W is [in, out]."),
                .why = text(kContext,
                            "It mixes channels: the learned part of queries, keys, values and of most other blocks."),
                .caution = {},
                .synonyms = {"dense", "fully connected", "projection", "affine"}},
      .formula = "Y = \\term{output}{X W + b}",
      .paper = "",
      .inputs = {{"input", text(kContext, "Input"), PortKind::Tensor, 1, false, Role::None}},
      .outputs = {{"output", text(kContext, "Output"), PortKind::Tensor, 1, false, Role::None}},
      .params = {{.id = "width",
                  .label = text(kContext, "Output width"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{8},
                  .minimum = 1,
                  .maximum = 65536,
                  .choices = {},
                  .help = text(kContext, "Channels of the output.")},
                 {.id = "bias",
                  .label = text(kContext, "Bias"),
                  .type = ParamType::Bool,
                  .defaultValue = true,
                  .choices = {},
                  .help = text(kContext, "Whether a bias is added.")},
                 {.id = "initialisation",
                  .label = text(kContext, "Initialisation"),
                  .type = ParamType::Choice,
                  .defaultValue = std::string("glorot"),
                  .choices = {{"glorot", text(kContext, "Glorot")},
                              {"torch_linear", text(kContext, "As PyTorch's Linear")},
                              {"identity", text(kContext, "Identity")}},
                  .help = text(kContext, "How fresh weights are drawn.")}},
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {},
      .equalities = {},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
