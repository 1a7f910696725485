#include "core/blocks/shared/reference.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

namespace heed::core {

namespace {

constexpr const char* kContext = "EncoderBlock";

Signal normalised(BlockBuild& build, const std::string& id, Text title, const Signal& input) {
  return build.buildInside(id, std::move(title), "layer_norm", {{"epsilon", build.real("epsilon")}}, {{"input", input}})
      .at("output");
}

Signal residual(BlockBuild& build, const std::string& id, const Signal& input, const Signal& change, Text caption,
                std::string expression) {
  const Value sum = build.builder().step(
      ops::add(build.builder(), input.value, change.value),
      {.id = id,
       .phase = Phase::Transform,
       .role = Role::None,
       .caption = std::move(caption),
       .explanation =
           text(kContext, "The input goes on beside what was found, so that it is changed and not replaced."),
       .term = id,
       .expression = std::move(expression),
       .axes = input.axes,
       .mask = {},
       .depth = StepDepth::Step});
  return derived(input, sum, input.axes);
}

/// Attention; its weights become the block's.
Signal attended(BlockBuild& build, const Signal& input) {
  std::map<std::string, Signal, std::less<>> inputs{{"query", input}};
  if (build.hasInput("mask")) inputs.emplace("mask", build.input("mask"));
  const auto outputs = build.buildInside("attention", text(kContext, "Multi-head attention"), "multi_head_attention",
                                         {{"heads", build.integer("heads")},
                                          {"bias", true},
                                          {"mechanism", build.block("mechanism")},
                                          {"channels", build.string("channels")}},
                                         inputs);
  build.setOutput("weights", outputs.at("weights"));
  return outputs.at("output");
}

Signal fedForward(BlockBuild& build, const Signal& input) {
  return build
      .buildInside("feed_forward", text(kContext, "Feed-forward"), "feed_forward",
                   {{"hidden", build.integer("hidden")}, {"activation", build.string("activation")}},
                   {{"input", input}})
      .at("output");
}

void build(BlockBuild& build) {
  requireSequence(build, "input");
  const Signal input = build.input("input");
  const bool normalisesFirst = build.string("norm") == "pre";
  const Text firstNorm = text(kContext, "Norm of the attention");
  const Text secondNorm = text(kContext, "Norm of the feed-forward part");
  const Text firstSum = text(kContext, "Add what attention found");
  const Text secondSum = text(kContext, "Add what the feed-forward part found");
  if (normalisesFirst) {
    const Signal found = attended(build, normalised(build, "norm1", firstNorm, input));
    const Signal middle = residual(build, "residual1", input, found, firstSum, "X + \\mathrm{MHA}(\\mathrm{LN}(X))");
    const Signal thought = fedForward(build, normalised(build, "norm2", secondNorm, middle));
    build.setOutput("output",
                    residual(build, "residual2", middle, thought, secondSum, "Y + \\mathrm{FFN}(\\mathrm{LN}(Y))"));
    return;
  }
  const Signal sum = residual(build, "residual1", input, attended(build, input), firstSum, "X + \\mathrm{MHA}(X)");
  const Signal middle = normalised(build, "norm1", firstNorm, sum);
  const Signal total =
      residual(build, "residual2", middle, fedForward(build, middle), secondSum, "Y + \\mathrm{FFN}(Y)");
  build.setOutput("output", normalised(build, "norm2", secondNorm, total));
}

/// The reference by float64 loops, with the weights of one part of the block.
class Reference {
 public:
  explicit Reference(const ReferenceCall& call) : m_call(call) {}

  std::map<std::string, Tensor> outputs() {
    const Tensor& input = m_call.inputs.at("input");
    if (string("norm") == "pre") {
      const Tensor middle = sum(input, attention(norm("norm1", input)));
      return {{"output", sum(middle, feedForward(norm("norm2", middle)))}, {"weights", m_weights}};
    }
    const Tensor middle = norm("norm1", sum(input, attention(input)));
    return {{"output", norm("norm2", sum(middle, feedForward(middle)))}, {"weights", m_weights}};
  }

 private:
  const std::string& string(std::string_view id) const {
    return std::get<std::string>(*findParameter(m_call.parameters, id));
  }

  static Tensor sum(const Tensor& a, const Tensor& b) {
    std::vector<double> elements;
    for (std::int64_t i = 0; i < a.elementCount(); ++i) elements.push_back(a.at(i) + b.at(i));
    return Tensor::fromDoubles(a.shape(), elements);
  }

  Tensor norm(const std::string& name, const Tensor& input) const {
    const Tensor& gain = m_call.weights.at(name + "/gain");
    const Tensor& bias = m_call.weights.at(name + "/bias");
    const double epsilon = std::get<double>(*findParameter(m_call.parameters, "epsilon"));
    const std::int64_t width = input.shape()[-1];
    const auto count = static_cast<double>(width);
    std::vector<double> elements;
    for (std::int64_t row = 0; row < input.elementCount() / width; ++row) {
      double mean = 0.0;
      for (std::int64_t c = 0; c < width; ++c) mean += input.at(row * width + c) / count;
      double variance = 0.0;
      for (std::int64_t c = 0; c < width; ++c) variance += std::pow(input.at(row * width + c) - mean, 2) / count;
      for (std::int64_t c = 0; c < width; ++c) {
        elements.push_back((input.at(row * width + c) - mean) / std::sqrt(variance + epsilon) * gain.at(c) +
                           bias.at(c));
      }
    }
    return Tensor::fromDoubles(input.shape(), elements);
  }

  Tensor attention(const Tensor& input) {
    const BlockType& type = *findBlockType("multi_head_attention");
    std::map<std::string, Tensor> inputs{{"query", input}};
    if (const Tensor* mask = reference::find(m_call.inputs, "mask")) inputs.emplace("mask", *mask);
    const std::map<std::string, Tensor> weights = reference::below("attention/", m_call.weights);
    const Parameters parameters =
        completeParameters(type, {{"heads", *findParameter(m_call.parameters, "heads")},
                                  {"mechanism", *findParameter(m_call.parameters, "mechanism")}});
    std::map<std::string, Tensor> outputs = type.reference({parameters, inputs, weights, m_call.seed});
    m_weights = outputs.at("weights");
    return outputs.at("output");
  }

  double activated(double x) const {
    const std::string& activation = string("activation");
    if (activation == "relu") return std::max(0.0, x);
    if (activation == "gelu_erf") return 0.5 * x * std::erfc(-x / std::numbers::sqrt2);
    return 0.5 * x * (1.0 + std::tanh(std::sqrt(2.0 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)));
  }

  Tensor feedForward(const Tensor& input) const {
    const Tensor hidden =
        reference::product(input, m_call.weights.at("feed_forward/W_in"), &m_call.weights.at("feed_forward/b_in"));
    std::vector<double> active;
    for (std::int64_t i = 0; i < hidden.elementCount(); ++i) active.push_back(activated(hidden.at(i)));
    return reference::product(Tensor::fromDoubles(hidden.shape(), active), m_call.weights.at("feed_forward/W_out"),
                              &m_call.weights.at("feed_forward/b_out"));
  }

  const ReferenceCall& m_call;
  Tensor m_weights;
};

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  return Reference(call).outputs();
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -2.0, 2.0}; };
  const auto mask = [](Shape shape) { return ExampleInput{{ValueKind::Bool, shape}, 0.0, 0.6}; };
  const NamedParameter small{"hidden", std::int64_t{5}};
  return {{"post-norm", {small}, {{"input", real({3, 4})}}, {}},
          {"pre-norm with a mask",
           {small, {"norm", std::string("pre")}, {"activation", std::string("gelu_erf")}},
           {{"input", real({4, 4})}, {"mask", mask({4, 4})}},
           {}},
          {"a batch, additive heads",
           {{"heads", std::int64_t{3}},
            {"mechanism", BlockRef{"additive", {{"width", std::int64_t{2}}}}},
            {"activation", std::string("gelu_tanh")}},
           {{"input", real({2, 3, 3})}},
           {}},
          {"one token", {small}, {{"input", real({1, 4})}}, {}}};
}

}  // namespace

const BlockType& encoderBlockBlock() {
  static const BlockType type{
      .id = "encoder_block",
      .category = "attention",
      .title = text(kContext, "Encoder block"),
      .words =
          {.summary = text(
               kContext,
               "A layer of the Transformer's encoder: attention, then a feed-forward part, each with a residual path."),
           .what = text(kContext,
                        "Multi-head attention lets every item gather from all others; what it found is added to the "
                        "item. A feed-forward part works on each item by itself, and its result is added too. Layer "
                        "norm stands behind each sum (post-norm) or before each part (pre-norm)."),
           .why = text(kContext,
                       "Stacked, these layers are the encoder of the Transformer, BERT and the vision Transformer."),
           .caution = text(kContext,
                           "Because of the residual path an item's output is mostly itself; the attention weights of "
                           "one layer do not say what the output was made of."),
           .synonyms = {"Transformer encoder layer", "nn.TransformerEncoderLayer", "BERT layer", "ViT block"}},
      .formula =
          "Y = \\mathrm{LN}(\\term{residual1}{X + \\term{attention/projected}{\\mathrm{MHA}(X)}}), \\quad "
          "\\mathrm{LN}(\\term{residual2}{Y + \\term{feed_forward/output}{\\mathrm{FFN}(Y)}})",
      .paper = "Vaswani et al., Attention Is All You Need, NeurIPS 2017",
      .inputs = {{"input", text(kContext, "Input"), PortKind::Tensor, 2, false, Role::None},
                 {"mask", text(kContext, "Mask"), PortKind::Mask, 2, true, Role::None}},
      .outputs = {{"output", text(kContext, "Output"), PortKind::Tensor, 2, false, Role::Output},
                  {"weights", text(kContext, "Weights of each head"), PortKind::Weights, 3, false, Role::Weights}},
      .params =
          {{.id = "norm",
            .label = text(kContext, "Place of the norms"),
            .type = ParamType::Choice,
            .defaultValue = std::string("post"),
            .choices = {{"post", text(kContext, "After each sum")}, {"pre", text(kContext, "Before each part")}},
            .help =
                text(kContext, "The first Transformer normalised after each sum; most later ones before each part.")},
           {.id = "heads",
            .label = text(kContext, "Heads"),
            .type = ParamType::Integer,
            .defaultValue = std::int64_t{2},
            .minimum = 1.0,
            .maximum = 64.0,
            .choices = {},
            .help = text(kContext, "How many heads attend side by side; they share the channels of the input evenly.")},
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
            .help = text(kContext, "What the channels of a head are called, with commas between; only for show.")},
           {.id = "hidden",
            .label = text(kContext, "Hidden width"),
            .type = ParamType::Integer,
            .defaultValue = std::int64_t{0},
            .minimum = 0.0,
            .maximum = 65536.0,
            .choices = {},
            .help = text(kContext, "Channels inside the feed-forward part; 0 takes four times the input's.")},
           {.id = "activation",
            .label = text(kContext, "Activation"),
            .type = ParamType::Choice,
            .defaultValue = std::string("relu"),
            .choices = {{"relu", text(kContext, "ReLU")},
                        {"gelu_erf", text(kContext, "GELU (erf)")},
                        {"gelu_tanh", text(kContext, "GELU (tanh)")}},
            .help = text(kContext, "The bend inside the feed-forward part.")},
           {.id = "epsilon",
            .label = text(kContext, "Epsilon of the norms"),
            .type = ParamType::Real,
            .defaultValue = 1e-5,
            .minimum = 0.0,
            .maximum = 1.0,
            .choices = {},
            .help = text(kContext, "Added to the variance before the root is taken.")}},
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
