#include "core/base/error.h"
#include "core/blocks/shared/heads.h"
#include "core/blocks/shared/mechanism.h"
#include "core/blocks/shared/reference.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <memory>
#include <string>
#include <vector>

namespace heed::core {

namespace {

constexpr const char* kContext = "MultiHeadAttention";

/// How many heads there are, how wide each is and what its channels are called.
struct Heads {
  std::int64_t count = 1;
  std::int64_t width = 1;
  std::shared_ptr<const AxisLabels> channels;
};

/// What differs between queries, keys and values.
struct Projection {
  std::string id;
  AxisMeaning meaning;
  Role role;
  Text caption;
  Text explanation;
  Text weightLabel;
  Text biasLabel;
  std::string weightName;
  std::string biasName;
  std::string expression;
};

/// The width that the parameter sets, or the input's channels shared evenly among the heads.
std::int64_t headWidth(const BlockBuild& build, std::int64_t heads, std::int64_t channels) {
  if (const std::int64_t width = build.integer("head_width"); width > 0) return width;
  if (channels % heads == 0 && channels > 0) return channels / heads;
  Error error(ErrorKind::Parameter,
              text(kContext,
                   "the queries have %1 channels, which %2 heads cannot share evenly; the number of heads must divide "
                   "the number of channels, or the width of a head must be set",
                   channels, heads));
  std::int64_t fitting = std::min(heads, channels);
  while (fitting > 1 && channels % fitting != 0) --fitting;
  if (fitting >= 1) {
    error.setFix(
        {Fix::Kind::SetParameter, text(kContext, "Set the heads to %1", fitting), "heads", std::to_string(fitting)});
  }
  throw error;
}

Heads headsOf(BlockBuild& build) {
  Heads heads;
  heads.count = build.integer("heads");
  heads.width = headWidth(build, heads.count, build.builder().shape(build.input("query").value)[-1]);
  const std::vector<std::string> names = namesIn(build.string("channels"));
  if (static_cast<std::int64_t>(names.size()) == heads.width) {
    heads.channels = std::make_shared<AxisLabels>(AxisLabels{names, {}, 0, 0});
  } else if (!names.empty()) {
    build.note(Severity::Warning,
               text(kContext, "there are %1 channel names for a head of %2 channels; they are not shown", names.size(),
                    heads.width));
  }
  return heads;
}

void requireFittingInputs(BlockBuild& build, const Signal& query, const Signal& key, const Signal& value) {
  const Shape queryShape = build.builder().shape(query.value);
  for (const Signal* signal : {&query, &key, &value}) {
    const Shape shape = build.builder().shape(signal->value);
    if (shape.rank() >= 2 && shape.part(0, shape.rank() - 2) == queryShape.part(0, std::max(0, queryShape.rank() - 2)))
      continue;
    throw Error(ErrorKind::Shape, text(kContext,
                                       "the inputs are %1 (queries) and %2; each needs items x channels, and the same "
                                       "dimensions in front",
                                       queryShape.toString(), shape.toString()));
  }
}

/// Bool [.., n] of a batch with a dimension for the heads, [.., 1, n].
Value validOfHeads(Builder& builder, Value valid) {
  if (!valid.isValid()) return valid;
  const Shape shape = builder.shape(valid);
  return ops::reshape(builder, valid, shape.withInserted(shape.rank() - 1, 1));
}

/// A mask with one matrix for each item of the batch gets a dimension for the heads; others broadcast as they are.
Value maskOfHeads(Builder& builder, Value mask, int queryRank) {
  const Shape shape = builder.shape(mask);
  if (shape.rank() < 3 || shape.rank() != queryRank) return mask;
  return ops::reshape(builder, mask, shape.withInserted(shape.rank() - 2, 1));
}

Value biasOf(BlockBuild& build, std::string name, Text label, std::int64_t width, bool perHead, const Axis& axis) {
  return build.weight({.name = std::move(name),
                       .label = std::move(label),
                       .role = Role::None,
                       .shape = {width},
                       .initialisation = Initialisation::Zero,
                       .scale = 1.0,
                       .axes = {axis},
                       .trainable = true,
                       .perHead = perHead});
}

/// Queries, keys or values of all heads, [.., heads, n, width], as a step and as a signal for the mechanism.
Signal projected(BlockBuild& build, const Signal& signal, const Heads& heads, const Projection& projection) {
  Builder& builder = build.builder();
  const std::int64_t width = heads.count * heads.width;
  const Axis joined{AxisMeaning::Channel, heads.count == 1 ? heads.channels : nullptr};
  const Value weight = build.weight({.name = projection.weightName,
                                     .label = projection.weightLabel,
                                     .role = projection.role,
                                     .shape = {builder.shape(signal.value)[-1], width},
                                     .initialisation = Initialisation::Glorot,
                                     .scale = 1.0,
                                     .axes = {signal.axes.back(), joined},
                                     .trainable = true,
                                     .perHead = true});
  Value value = ops::matmul(builder, signal.value, weight);
  std::string expression = projection.expression;
  if (build.flag("bias")) {
    value = ops::add(builder, value, biasOf(build, projection.biasName, projection.biasLabel, width, true, joined));
    expression += " + b";
  }
  std::vector<Axis> axes = leadingAxes(signal);
  axes.push_back({AxisMeaning::Head, nullptr});
  axes.push_back(itemAxis(signal, projection.meaning));
  axes.push_back({AxisMeaning::Channel, heads.channels});
  value = builder.step(splitHeads(builder, value, heads.count), {.id = projection.id,
                                                                 .phase = Phase::Project,
                                                                 .role = projection.role,
                                                                 .caption = projection.caption,
                                                                 .explanation = projection.explanation,
                                                                 .term = projection.id,
                                                                 .expression = std::move(expression),
                                                                 .axes = axes,
                                                                 .mask = {},
                                                                 .depth = StepDepth::Step});
  return {PortKind::Tensor, value, validOfHeads(builder, signal.valid), std::move(axes), signal.items, 0, false};
}

Signal projectedQueries(BlockBuild& build, const Signal& query, const Heads& heads) {
  return projected(
      build, query, heads,
      {"queries", AxisMeaning::Query, Role::Query, text(kContext, "Queries"),
       text(kContext, "What does each item look for? Its channels are weighted by W_Q, for each head."),
       text(kContext, "Weights of the queries"), text(kContext, "Bias of the queries"), "W_query", "b_query", "X W_Q"});
}

Signal projectedKeys(BlockBuild& build, const Signal& key, const Heads& heads) {
  return projected(
      build, key, heads,
      {"keys", AxisMeaning::Key, Role::Key, text(kContext, "Keys"),
       text(kContext, "What does each item offer to be found by? Its channels are weighted by W_K, for each head."),
       text(kContext, "Weights of the keys"), text(kContext, "Bias of the keys"), "W_key", "b_key", "X W_K"});
}

Signal projectedValues(BlockBuild& build, const Signal& value, const Heads& heads) {
  return projected(
      build, value, heads,
      {"values", AxisMeaning::Key, Role::Value, text(kContext, "Values"),
       text(kContext,
            "What does each item hand on when it is attended to? Its channels are weighted by W_V, for each head."),
       text(kContext, "Weights of the values"), text(kContext, "Bias of the values"), "W_value", "b_value", "X W_V"});
}

/// What the heads give, [.., heads, n, width], each times its gate.
Value gated(BlockBuild& build, const Signal& mixed, const Heads& heads) {
  Builder& builder = build.builder();
  const Value gate = build.weight({.name = "gate",
                                   .label = text(kContext, "Gates of the heads"),
                                   .role = Role::None,
                                   .shape = {heads.count},
                                   .initialisation = Initialisation::One,
                                   .scale = 1.0,
                                   .axes = {{AxisMeaning::Head, nullptr}},
                                   .trainable = true,
                                   .perHead = true});
  const Value factors = ops::reshape(builder, gate, {heads.count, 1, 1});
  return builder.step(ops::multiply(builder, mixed.value, factors),
                      {.id = "gated",
                       .phase = Phase::Mix,
                       .role = Role::None,
                       .caption = text(kContext, "Gated heads"),
                       .explanation = text(kContext, "Each head counts as much as its gate says; 0 switches it off."),
                       .term = "gated",
                       .expression = "g_t O_t",
                       .axes = mixed.axes,
                       .mask = {},
                       .depth = StepDepth::Step});
}

Value joined(BlockBuild& build, const Signal& query, Value split, const Heads& heads) {
  std::vector<Axis> axes = query.axes;
  axes[axes.size() - 2] = itemAxis(query, AxisMeaning::Query);
  axes.back() = {AxisMeaning::Channel, heads.count == 1 ? heads.channels : nullptr};
  return build.builder().step(joinHeads(build.builder(), split),
                              {.id = "heads",
                               .phase = Phase::Mix,
                               .role = Role::None,
                               .caption = text(kContext, "Join heads"),
                               .explanation = text(kContext, "The outputs of the heads are put side by side."),
                               .term = "heads",
                               .expression = "[O_0, \\ldots, O_{h-1}]",
                               .axes = std::move(axes),
                               .mask = {},
                               .depth = StepDepth::Step});
}

Value outputProjection(BlockBuild& build, const Signal& query, Value heads) {
  Builder& builder = build.builder();
  const std::int64_t width = builder.shape(query.value)[-1];
  const Axis channels{AxisMeaning::Channel, nullptr};
  const Value weight = build.weight({.name = "W_output",
                                     .label = text(kContext, "Weights of the output"),
                                     .role = Role::Output,
                                     .shape = {builder.shape(heads)[-1], width},
                                     .initialisation = Initialisation::Glorot,
                                     .scale = 1.0,
                                     .axes = {channels, channels}});
  Value value = ops::matmul(builder, heads, weight);
  std::string expression = "[O_0, \\ldots, O_{h-1}] W_O";
  if (build.flag("bias")) {
    value = ops::add(builder, value,
                     biasOf(build, "b_output", text(kContext, "Bias of the output"), width, false, channels));
    expression += " + b";
  }
  std::vector<Axis> axes = query.axes;
  axes[axes.size() - 2] = itemAxis(query, AxisMeaning::Query);
  axes.back() = channels;
  return builder.step(
      value, {.id = "projected",
              .phase = Phase::Mix,
              .role = Role::Output,
              .caption = text(kContext, "Output projection"),
              .explanation = text(kContext, "W_O weighs what the heads found into as many channels as the input has."),
              .term = "projected",
              .expression = std::move(expression),
              .axes = std::move(axes),
              .mask = {},
              .depth = StepDepth::Step});
}

/// The mechanism inside, for all heads at once.
std::map<std::string, Signal, std::less<>> attended(BlockBuild& build, const Heads& heads) {
  const Signal& query = build.input("query");
  const Signal& key = build.hasInput("key") ? build.input("key") : query;
  const Signal& value = build.hasInput("value") ? build.input("value") : key;
  requireFittingInputs(build, query, key, value);
  std::map<std::string, Signal, std::less<>> inputs;
  inputs.emplace("query", projectedQueries(build, query, heads));
  inputs.emplace("key", projectedKeys(build, key, heads));
  inputs.emplace("value", projectedValues(build, value, heads));
  if (build.hasInput("mask")) {
    Signal mask = build.input("mask");
    mask.value = maskOfHeads(build.builder(), mask.value, build.builder().shape(query.value).rank());
    inputs.emplace("mask", std::move(mask));
  }
  const BlockRef& mechanism = build.block("mechanism");
  const BlockType* type = findBlockType(mechanism.type);
  if (type == nullptr || !type->isMechanism) {
    throw Error(ErrorKind::Parameter,
                text(kContext, "the mechanism is \"%1\"; it must name an attention mechanism", mechanism.type));
  }
  return build.buildInside("mechanism", type->title, type->id, mechanism.parameters, inputs);
}

void build(BlockBuild& build) {
  const Signal query = build.input("query");
  if (build.builder().shape(query.value).rank() < 2) {
    throw Error(ErrorKind::Shape,
                text(kContext, "the queries are %1; they need at least two dimensions, items x channels",
                     build.builder().shape(query.value).toString()));
  }
  const Heads heads = headsOf(build);
  const auto inside = attended(build, heads);
  const Signal& mixed = inside.at("output");
  const Value split = build.flag("gates") ? gated(build, mixed, heads) : mixed.value;
  Value output = joined(build, query, split, heads);
  if (build.flag("output_projection")) output = outputProjection(build, query, output);
  std::vector<Axis> axes = query.axes;
  axes.back() = {AxisMeaning::Channel, nullptr};
  build.setOutput("output", {PortKind::Tensor, output, query.valid, std::move(axes), query.items, 0, false});
  build.setOutput("weights", inside.at("weights"));
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor& query = call.inputs.at("query");
  const Tensor* givenKey = reference::find(call.inputs, "key");
  const Tensor& key = givenKey == nullptr ? query : *givenKey;
  const Tensor* givenValue = reference::find(call.inputs, "value");
  const Tensor& value = givenValue == nullptr ? key : *givenValue;
  const std::int64_t heads = std::get<std::int64_t>(*findParameter(call.parameters, "heads"));
  const auto project = [&](const Tensor& input, const char* weight, const char* bias) {
    return reference::splitHeads(
        reference::product(input, call.weights.at(weight), reference::find(call.weights, bias)), heads);
  };
  std::map<std::string, Tensor> inputs{{"query", project(query, "W_query", "b_query")},
                                       {"key", project(key, "W_key", "b_key")},
                                       {"value", project(value, "W_value", "b_value")}};
  if (const Tensor* mask = reference::find(call.inputs, "mask")) {
    const bool isOfBatch = mask->shape().rank() == query.shape().rank() && mask->shape().rank() > 2;
    std::vector<std::uint8_t> repeated;
    const std::int64_t matrix = mask->shape()[-2] * mask->shape()[-1];
    for (std::int64_t i = 0; i < mask->elementCount() * (isOfBatch ? heads : 1); ++i) {
      const std::int64_t source = isOfBatch ? i / (matrix * heads) * matrix + i % matrix : i;
      repeated.push_back(mask->at(source) != 0.0 ? 1 : 0);
    }
    const Shape shape = isOfBatch ? mask->shape().withInserted(mask->shape().rank() - 2, heads) : mask->shape();
    inputs.emplace("mask", Tensor::fromBools(shape, repeated));
  }
  const auto& mechanism = std::get<BlockRef>(*findParameter(call.parameters, "mechanism"));
  const BlockType& type = *findBlockType(mechanism.type);
  const Parameters parameters = completeParameters(type, mechanism.parameters);
  const std::map<std::string, Tensor> weights = reference::below("mechanism/", call.weights);
  std::map<std::string, Tensor> outputs = type.reference({parameters, inputs, weights, call.seed});
  Tensor output = reference::joinHeads(outputs.at("output"), reference::find(call.weights, "gate"));
  if (const Tensor* weight = reference::find(call.weights, "W_output")) {
    output = reference::product(output, *weight, reference::find(call.weights, "b_output"));
  }
  return {{"output", output}, {"weights", outputs.at("weights")}};
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -1.0, 1.0}; };
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.6}; };
  const auto with = [](std::string type) { return NamedParameter{"mechanism", BlockRef{std::move(type), {}}}; };
  const NamedParameter oneHead{"heads", std::int64_t{1}};
  return {
      {"self-attention", {}, {{"query", real({5, 4})}}, {}},
      {"one head without an output projection", {oneHead, {"output_projection", false}}, {{"query", real({3, 3})}}, {}},
      {"a mask, biases and gates",
       {{"heads", std::int64_t{3}}, {"bias", true}, {"gates", true}},
       {{"query", real({5, 6})}, {"mask", mask({5, 5})}},
       {}},
      {"cross-attention with wide heads",
       {{"head_width", std::int64_t{3}}, {"channels", std::string("thing, alive, doing")}},
       {{"query", real({3, 5})}, {"key", real({4, 2})}, {"value", real({4, 3})}},
       {}},
      {"a batch with a mask each", {}, {{"query", real({2, 3, 4})}, {"mask", mask({2, 3, 3})}}, {}},
      {"additive heads", {with("additive")}, {{"query", real({4, 4})}}, {}},
      {"a batch of general heads", {with("luong_general")}, {{"query", real({2, 3, 4})}}, {}},
      {"cosine heads", {with("cosine")}, {{"query", real({4, 4})}}, {}},
      {"local heads", {with("local_window")}, {{"query", real({6, 4})}}, {}},
      {"hard heads", {with("hard_argmax")}, {{"query", real({4, 4})}}, {}},
      {"one token", {}, {{"query", real({1, 4})}}, {}}};
}

}  // namespace

const BlockType& multiHeadAttentionBlock() {
  static const BlockType type{
      .id = "multi_head_attention",
      .category = "attention",
      .title = text(kContext, "Multi-head attention"),
      .words = {.summary = text(kContext,
                                "Several attention heads side by side, each with queries, keys and values of its own."),
                .what =
                    text(kContext,
                         "The input is mapped to queries, keys and values for every head. Each head attends by itself "
                         "with the mechanism that is chosen. The outputs of the heads are put side by side and "
                         "mapped to the width of the input. With only the queries given it is self-attention; with "
                         "keys and values from elsewhere it is cross-attention."),
                .why = text(kContext,
                            "One head gives one pattern of weights for each item; several can look at different things "
                            "at once, such as the word before and the word that \"it\" stands for."),
                .caution = text(
                    kContext, "The mean of the heads' weights hides heads that look at opposite things; look at each."),
                .synonyms = {"MHA", "self-attention", "cross-attention", "nn.MultiheadAttention"}},
      .formula =
          "\\term{projected}{\\term{heads}{[O_0, \\ldots, O_{h-1}]} W_O}, \\quad \\term{mechanism/output}{O_t} = "
          "\\mathrm{Attention}(\\term{queries}{X W_Q^t}, \\term{keys}{X W_K^t}, \\term{values}{X W_V^t})",
      .paper = "Vaswani et al., Attention Is All You Need, NeurIPS 2017",
      .inputs = {{"query", text(kContext, "Queries"), PortKind::Tensor, 2, false, Role::Query},
                 {"key", text(kContext, "Keys (the queries' input if nothing is given)"), PortKind::Tensor, 2, true,
                  Role::Key},
                 {"value", text(kContext, "Values (the keys' input if nothing is given)"), PortKind::Tensor, 2, true,
                  Role::Value},
                 {"mask", text(kContext, "Mask"), PortKind::Mask, 2, true, Role::None}},
      .outputs = {{"output", text(kContext, "Output"), PortKind::Tensor, 2, false, Role::Output},
                  {"weights", text(kContext, "Weights of each head"), PortKind::Weights, 3, false, Role::Weights}},
      .params = {{.id = "heads",
                  .label = text(kContext, "Heads"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{2},
                  .minimum = 1.0,
                  .maximum = 64.0,
                  .choices = {},
                  .help = text(kContext, "How many heads attend side by side.")},
                 {.id = "head_width",
                  .label = text(kContext, "Width of a head"),
                  .type = ParamType::Integer,
                  .defaultValue = std::int64_t{0},
                  .minimum = 0.0,
                  .maximum = 4096.0,
                  .choices = {},
                  .help =
                      text(kContext, "How many channels each head has; 0 shares the channels of the input evenly.")},
                 {.id = "bias",
                  .label = text(kContext, "Biases"),
                  .type = ParamType::Bool,
                  .defaultValue = false,
                  .choices = {},
                  .help = text(kContext, "Whether a bias is added after each map.")},
                 {.id = "output_projection",
                  .label = text(kContext, "Output projection"),
                  .type = ParamType::Bool,
                  .defaultValue = true,
                  .choices = {},
                  .help = text(kContext, "Whether the joined heads are mapped to the width of the input.")},
                 {.id = "gates",
                  .label = text(kContext, "Gates"),
                  .type = ParamType::Bool,
                  .defaultValue = false,
                  .choices = {},
                  .help = text(kContext,
                               "Whether the output of each head is multiplied by a number; 0 switches the head off.")},
                 {.id = "mechanism",
                  .label = text(kContext, "Mechanism"),
                  .type = ParamType::Block,
                  .defaultValue = BlockRef{"scaled_dot_product", {}},
                  .choices = {},
                  .help = text(kContext, "How each head compares queries with keys and weighs the values.")},
                 {.id = "channels",
                  .label = text(kContext, "Names of the channels"),
                  .type = ParamType::String,
                  .defaultValue = std::string(),
                  .choices = {},
                  .help =
                      text(kContext, "What the channels of a head are called, with commas between; only for show.")}},
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {Claim::RowsSumToOne, Claim::PermutationEquivariant, Claim::Causal},
      .equalities = {},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
