#include "core/base/error.h"
#include "core/blocks/shared/heads.h"
#include "core/blocks/shared/reference.h"
#include "core/blocks/shared/sequence.h"
#include "core/ops/ops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace heed::core {

namespace {

constexpr const char* kContext = "GatLayer";

/// Places in the matrix of weights are counted in real numbers, which float32 holds exactly up to this number squared.
constexpr std::int64_t kMaximumNodes = 4096;

/// The edges as they take part: those of the graph, then the self-loops where asked for.
struct Edges {
  Value source;     ///< Int [e]
  Value target;     ///< Int [e]
  Value takesPart;  ///< Bool [e]; false for a self-loop of the graph that is added again; invalid if all take part
  Value adjacency;  ///< Bool [n, n], target x source
  std::int64_t count = 0;
  Axis axis;
};

/// What the scores of the edges are made of.
struct Scores {
  Value scores;      ///< [.., heads, e]
  Value targetPart;  ///< [.., heads, n]
  Value sourcePart;  ///< [.., heads, n]
};

/// The axes [.., Head, ...] with what follows the heads.
std::vector<Axis> headAxes(const Signal& nodes, std::vector<Axis> trailing) {
  std::vector<Axis> axes = leadingAxes(nodes);
  axes.push_back({AxisMeaning::Head, nullptr});
  axes.insert(axes.end(), trailing.begin(), trailing.end());
  return axes;
}

/// The edges by their names, the loops that are added behind them too.
Axis edgeAxis(const BlockBuild& build, const Signal& nodes) {
  Axis axis{AxisMeaning::Edge, nullptr};
  const std::vector<Axis>& given = build.input("graph").axes;
  const Axis items = itemAxis(nodes, AxisMeaning::Node);
  if (given.empty() || given.front().labels == nullptr) return axis;
  std::vector<std::string> names = given.front().labels->names;
  if (build.flag("self_loops")) {
    if (items.labels == nullptr || items.labels->names.empty()) return axis;
    for (const std::string& name : items.labels->names) names.push_back(fmt::format("{0}\u2192{0}", name));
  }
  axis.labels = axisLabels(std::move(names));
  return axis;
}

void requireFittingInputs(BlockBuild& build) {
  requireSequence(build, "nodes");
  const Shape nodes = build.builder().shape(build.input("nodes").value);
  const ValueType edges = build.builder().type(build.input("graph").value);
  if (edges.kind != ValueKind::Int || edges.shape.rank() != 2 || edges.shape[1] != 2) {
    throw Error(ErrorKind::Shape,
                text(kContext, "the edges are %1; they must be int [edges, 2], source and target", toString(edges)));
  }
  if (nodes[-2] > kMaximumNodes) {
    throw Error(ErrorKind::Limit,
                text(kContext, "the graph has %1 nodes; this layer takes at most %2", nodes[-2], kMaximumNodes));
  }
}

Value edgeColumn(Builder& builder, Value edges, std::int64_t column) {
  const std::int64_t count = builder.shape(edges)[0];
  return ops::reshape(builder, ops::slice(builder, edges, 1, column, column + 1), {count});
}

/// Every node from 0 on, as Int.
Tensor counted(std::int64_t count) {
  TensorBuffer buffer(ElementKind::Int32, {count});
  for (std::int64_t i = 0; i < count; ++i) buffer.setAt(i, static_cast<double>(i));
  return buffer.finish();
}

/// Where (target, source) stands in the flattened matrix, Int [e].
Value matrixPlaces(Builder& builder, const Edges& edges, std::int64_t nodes) {
  const Value rows = ops::scale(builder, ops::cast(builder, edges.target, ValueKind::Real), static_cast<double>(nodes));
  const Value columns = ops::cast(builder, edges.source, ValueKind::Real);
  return ops::cast(builder, ops::add(builder, rows, columns), ValueKind::Int);
}

/// One number for each edge as a matrix [.., target, source] with zeros elsewhere.
Value matrixOf(Builder& builder, Value numbers, const Edges& edges, std::int64_t nodes) {
  const Value flat = ops::scatterAdd(builder, numbers, matrixPlaces(builder, edges, nodes), -1, nodes * nodes);
  const Shape shape = builder.shape(flat);
  return ops::reshape(builder, flat, shape.withSize(-1, nodes).withInserted(shape.rank(), nodes));
}

Edges edgesOf(BlockBuild& build, std::int64_t nodes) {
  Builder& builder = build.builder();
  const Value given = build.input("graph").value;
  Edges edges;
  edges.source = edgeColumn(builder, given, 0);
  edges.target = edgeColumn(builder, given, 1);
  if (build.flag("self_loops")) {
    const Value loops = builder.constant(counted(nodes));
    const std::vector<Value> parts = {
        ops::notEqual(builder, edges.source, edges.target),
        ops::equal(builder, loops, loops),
    };
    edges.takesPart = ops::concatenate(builder, parts, 0);
    const std::vector<Value> sources = {edges.source, loops};
    const std::vector<Value> targets = {edges.target, loops};
    edges.source = ops::concatenate(builder, sources, 0);
    edges.target = ops::concatenate(builder, targets, 0);
  }
  edges.count = builder.shape(edges.source)[0];
  const Value ones = edges.takesPart.isValid() ? ops::cast(builder, edges.takesPart, ValueKind::Real)
                                               : ops::broadcastTo(builder, builder.constant(1.0), {edges.count});
  edges.adjacency = ops::greater(builder, matrixOf(builder, ones, edges, nodes), builder.constant(0.0));
  const Signal& signal = build.input("nodes");
  builder.step(edges.adjacency,
               {.id = "neighbours",
                .phase = Phase::Mask,
                .role = Role::None,
                .caption = text(kContext, "Who may attend to whom"),
                .explanation = text(kContext, "A node attends to the nodes that an edge leads to it from."),
                .term = "neighbours",
                .expression = "j \\in N(i)",
                .axes = {itemAxis(signal, AxisMeaning::Query), itemAxis(signal, AxisMeaning::Key)},
                .mask = edges.adjacency});
  return edges;
}

/// Nodes mapped for every head, [.., heads, n, width].
Value projectedNodes(BlockBuild& build, const Signal& nodes) {
  Builder& builder = build.builder();
  const std::int64_t heads = build.integer("heads");
  const std::int64_t width = build.integer("width");
  const Shape shape = builder.shape(nodes.value);
  const Value weight = build.weight({.name = "W",
                                     .label = text(kContext, "Map of the features"),
                                     .role = Role::Value,
                                     .shape = {shape[-1], heads * width},
                                     .initialisation = Initialisation::Glorot,
                                     .scale = 1.0,
                                     .axes = {nodes.axes.back(), {AxisMeaning::Channel, nullptr}},
                                     .trainable = true,
                                     .perHead = true});
  return builder.step(
      splitHeads(builder, ops::matmul(builder, nodes.value, weight), heads),
      {.id = "projected",
       .phase = Phase::Project,
       .role = Role::Value,
       .caption = text(kContext, "Mapped nodes"),
       .explanation = text(kContext, "Each head maps the features of every node; these are what it mixes."),
       .term = "projected",
       .expression = "Z = X W",
       .axes = headAxes(nodes, {itemAxis(nodes, AxisMeaning::Node), {AxisMeaning::Channel, nullptr}})});
}

/// One half of the score: a weighs the channels of the mapped nodes, [.., heads, n].
Value scorePart(BlockBuild& build, Value projected, const std::string& weightName, Text label, StepSpec spec) {
  Builder& builder = build.builder();
  const std::int64_t heads = build.integer("heads");
  const std::int64_t width = build.integer("width");
  // Glorot of the paper's vector [a1 || a2]: 2 * width inputs and one output.
  const Value weight = build.weight({.name = weightName,
                                     .label = std::move(label),
                                     .role = Role::None,
                                     .shape = {heads, width},
                                     .initialisation = Initialisation::Normal,
                                     .scale = std::sqrt(2.0 / static_cast<double>(2 * width + 1)),
                                     .axes = {{AxisMeaning::Head, nullptr}, {AxisMeaning::Channel, nullptr}},
                                     .trainable = true,
                                     .perHead = true});
  const Value column = ops::reshape(builder, weight, {heads, width, 1});
  const Value product = ops::matmul(builder, projected, column);
  return builder.step(ops::reshape(builder, product, builder.shape(product).without(-1)), std::move(spec));
}

Scores edgeScores(BlockBuild& build, const Signal& nodes, Value projected, const Edges& edges) {
  Builder& builder = build.builder();
  const std::vector<Axis> perNode = headAxes(nodes, {itemAxis(nodes, AxisMeaning::Node)});
  const std::vector<Axis> perEdge = headAxes(nodes, {edges.axis});
  Scores scores;
  scores.targetPart =
      scorePart(build, projected, "a1", text(kContext, "What a node asks with"),
                {.id = "target_part",
                 .phase = Phase::Score,
                 .role = Role::Query,
                 .caption = text(kContext, "Share of the node that attends"),
                 .explanation = text(kContext, "The first half of the vector a, times the mapped node."),
                 .term = "target_part",
                 .expression = "a_1^\\top z_i",
                 .axes = perNode});
  scores.sourcePart =
      scorePart(build, projected, "a2", text(kContext, "What a node is found by"),
                {.id = "source_part",
                 .phase = Phase::Score,
                 .role = Role::Key,
                 .caption = text(kContext, "Share of the node that is attended to"),
                 .explanation = text(kContext, "The second half of the vector a, times the mapped node."),
                 .term = "source_part",
                 .expression = "a_2^\\top z_j",
                 .axes = perNode});
  const Value sums = builder.step(ops::add(builder, ops::gather(builder, scores.targetPart, edges.target, -1),
                                           ops::gather(builder, scores.sourcePart, edges.source, -1)),
                                  {.id = "sums",
                                   .phase = Phase::Score,
                                   .role = Role::None,
                                   .caption = text(kContext, "Sum along each edge"),
                                   .explanation = text(kContext, "Both ends of an edge add their shares."),
                                   .term = "sums",
                                   .expression = "a_1^\\top z_i + a_2^\\top z_j",
                                   .axes = perEdge,
                                   .mask = edges.takesPart});
  scores.scores = builder.step(ops::leakyRelu(builder, sums, build.real("slope")),
                               {.id = "scores",
                                .phase = Phase::Score,
                                .role = Role::None,
                                .caption = text(kContext, "Scores of the edges"),
                                .explanation = text(kContext, "LeakyReLU makes negative sums smaller."),
                                .term = "scores",
                                .expression = "\\mathrm{LeakyReLU}(a_1^\\top z_i + a_2^\\top z_j)",
                                .axes = perEdge,
                                .mask = edges.takesPart});
  return scores;
}

/// The largest score of each target, [.., heads, n]. LeakyReLU grows with its operand, so the neighbour with the
/// largest share of its own has it.
Value largestScores(BlockBuild& build, const Scores& scores, const Edges& edges) {
  Builder& builder = build.builder();
  const Shape shape = builder.shape(scores.sourcePart);
  const Value shares = ops::reshape(builder, scores.sourcePart, shape.withInserted(shape.rank() - 1, 1));
  const Value least = ops::reduceMin(builder, shares, {-1}, ops::KeepDimensions::Yes);
  const Value largest =
      ops::reduceMax(builder, ops::select(builder, edges.adjacency, shares, least), {-1}, ops::KeepDimensions::No);
  const Value sums = ops::add(builder, scores.targetPart, largest);
  return ops::stopGradient(builder, ops::leakyRelu(builder, sums, build.real("slope")));
}

/// Softmax over the edges that lead to the same node, [.., heads, e].
Value edgeWeights(BlockBuild& build, const Signal& nodes, const Scores& scores, const Edges& edges) {
  Builder& builder = build.builder();
  const std::int64_t count = builder.shape(nodes.value)[-2];
  const Value largest = ops::gather(builder, largestScores(build, scores, edges), edges.target, -1);
  Value powers = ops::exp(builder, ops::subtract(builder, scores.scores, largest));
  const Value one = builder.constant(1.0);
  if (edges.takesPart.isValid()) powers = ops::select(builder, edges.takesPart, powers, builder.constant(0.0));
  const Value totals = ops::scatterAdd(builder, powers, edges.target, -1, count);
  const Value divisors = ops::select(builder, ops::greater(builder, totals, builder.constant(0.0)), totals, one);
  return builder.step(ops::divide(builder, powers, ops::gather(builder, divisors, edges.target, -1)),
                      {.id = "edge_weights",
                       .phase = Phase::Normalise,
                       .role = Role::None,
                       .caption = text(kContext, "Weights of the edges"),
                       .explanation = text(kContext, "Softmax over the edges that lead to the same node."),
                       .term = "edge_weights",
                       .expression = "\\alpha_{ij}",
                       .axes = headAxes(nodes, {edges.axis}),
                       .mask = edges.takesPart});
}

/// The weights as a matrix [.., heads, n, n] for the views, and the output port "weights".
void weightMatrix(BlockBuild& build, const Signal& nodes, Value weights, const Edges& edges) {
  Builder& builder = build.builder();
  const std::int64_t count = builder.shape(nodes.value)[-2];
  const std::vector<Axis> axes =
      headAxes(nodes, {itemAxis(nodes, AxisMeaning::Query), itemAxis(nodes, AxisMeaning::Key)});
  const Value matrix = builder.step(
      matrixOf(builder, weights, edges, count),
      {.id = "weights",
       .phase = Phase::Normalise,
       .role = Role::Weights,
       .caption = text(kContext, "Attention weights"),
       .explanation = text(kContext, "The weights of the edges as a matrix: row i holds what node i attends to."),
       .term = "weights",
       .expression = "A",
       .axes = axes,
       .mask = edges.adjacency});
  build.setOutput("weights", {PortKind::Weights, matrix, nodes.valid, axes, nodes.items, 0, false});
}

/// Each node's weighted sum of its neighbours, [.., heads, n, width].
Value mixedNodes(BlockBuild& build, const Signal& nodes, Value projected, Value weights, const Edges& edges) {
  Builder& builder = build.builder();
  const Shape shape = builder.shape(weights);
  const Value factors = ops::reshape(builder, weights, shape.withInserted(shape.rank(), 1));
  const Value messages = ops::multiply(builder, factors, ops::gather(builder, projected, edges.source, -2));
  return builder.step(
      ops::scatterAdd(builder, messages, edges.target, -2, builder.shape(nodes.value)[-2]),
      {.id = "mixed",
       .phase = Phase::Mix,
       .role = Role::None,
       .caption = text(kContext, "Weighted neighbours"),
       .explanation = text(kContext, "Each node adds its mapped neighbours, by the weights of the edges to it."),
       .term = "mixed",
       .expression = "\\sum_j \\alpha_{ij} z_j",
       .axes = headAxes(nodes, {itemAxis(nodes, AxisMeaning::Node), {AxisMeaning::Channel, nullptr}})});
}

Value combinedHeads(BlockBuild& build, Value mixed) {
  Builder& builder = build.builder();
  if (build.string("combine") == "mean") return ops::reduceMean(builder, mixed, {-3}, ops::KeepDimensions::No);
  return joinHeads(builder, mixed);
}

Value activated(BlockBuild& build, Value combined, const std::vector<Axis>& axes) {
  Builder& builder = build.builder();
  if (build.string("activation") == "none") return combined;
  builder.step(combined, {.id = "combined",
                          .phase = Phase::Mix,
                          .role = Role::None,
                          .caption = text(kContext, "Combined heads"),
                          .explanation = text(kContext, "The heads side by side, or their mean."),
                          .term = "combined",
                          .expression = "H",
                          .axes = axes});
  return ops::elu(builder, combined);
}

void build(BlockBuild& build) {
  requireFittingInputs(build);
  Builder& builder = build.builder();
  const Signal& nodes = build.input("nodes");
  Edges edges = edgesOf(build, builder.shape(nodes.value)[-2]);
  edges.axis = edgeAxis(build, nodes);
  const Value projected = projectedNodes(build, nodes);
  const Scores scores = edgeScores(build, nodes, projected, edges);
  const Value weights = edgeWeights(build, nodes, scores, edges);
  weightMatrix(build, nodes, weights, edges);
  const Value mixed = mixedNodes(build, nodes, projected, weights, edges);
  std::vector<Axis> axes = withPlainChannels(nodes);
  const Value output = activated(build, combinedHeads(build, mixed), axes);
  builder.step(output, {.id = "output",
                        .phase = Phase::Output,
                        .role = Role::Output,
                        .caption = text(kContext, "New features"),
                        .explanation = text(kContext, "What each node took from its neighbours, after the activation."),
                        .term = "output",
                        .expression = "H'",
                        .axes = axes});
  build.setOutput("output", derived(nodes, output, axes));
}

/// The edges that take part, as pairs of source and target.
std::vector<std::pair<std::int64_t, std::int64_t>> referenceEdges(const ReferenceCall& call, std::int64_t nodes) {
  const bool loops = std::get<bool>(*findParameter(call.parameters, "self_loops"));
  const Tensor& given = call.inputs.at("graph");
  std::vector<std::pair<std::int64_t, std::int64_t>> edges;
  for (std::int64_t i = 0; i < given.shape()[0]; ++i) {
    const auto source = static_cast<std::int64_t>(given.at(2 * i));
    const auto target = static_cast<std::int64_t>(given.at(2 * i + 1));
    if (!loops || source != target) edges.emplace_back(source, target);
  }
  for (std::int64_t i = 0; loops && i < nodes; ++i) edges.emplace_back(i, i);
  return edges;
}

/// One head of one graph: fills its weights [n, n] and adds to `mixed` [n, width].
void referenceHead(const ReferenceCall& call, std::int64_t head, const std::vector<double>& projected,
                   std::int64_t nodes, std::vector<double>& weights, std::vector<double>& mixed) {
  const double slope = std::get<double>(*findParameter(call.parameters, "slope"));
  const std::int64_t width = call.weights.at("a1").shape()[-1];
  const auto share = [&](const char* name, std::int64_t node) {
    double sum = 0.0;
    for (std::int64_t c = 0; c < width; ++c)
      sum += call.weights.at(name).at(head * width + c) * projected[static_cast<std::size_t>(node * width + c)];
    return sum;
  };
  const auto edges = referenceEdges(call, nodes);
  for (std::int64_t target = 0; target < nodes; ++target) {
    std::vector<std::pair<std::int64_t, double>> scores;
    double largest = -INFINITY;
    for (const auto& [source, to] : edges) {
      if (to != target) continue;
      const double sum = share("a1", target) + share("a2", source);
      scores.emplace_back(source, sum > 0.0 ? sum : slope * sum);
      largest = std::max(largest, scores.back().second);
    }
    double total = 0.0;
    for (const auto& [source, score] : scores) total += std::exp(score - largest);
    for (const auto& [source, score] : scores) {
      const double weight = std::exp(score - largest) / total;
      weights[static_cast<std::size_t>(target * nodes + source)] += weight;
      for (std::int64_t c = 0; c < width; ++c) {
        mixed[static_cast<std::size_t>(target * width + c)] +=
            weight * projected[static_cast<std::size_t>(source * width + c)];
      }
    }
  }
}

std::map<std::string, Tensor> referenceOutputs(const ReferenceCall& call) {
  const Tensor& features = call.inputs.at("nodes");
  const Shape shape = features.shape();
  const std::int64_t nodes = shape[-2];
  const std::int64_t heads = call.weights.at("a1").shape()[0];
  const std::int64_t width = call.weights.at("a1").shape()[1];
  const bool isMean = std::get<std::string>(*findParameter(call.parameters, "combine")) == "mean";
  const bool isElu = std::get<std::string>(*findParameter(call.parameters, "activation")) == "elu";
  const std::int64_t outputWidth = isMean ? width : heads * width;
  const std::int64_t graphs = shape.part(0, shape.rank() - 2).elementCount();
  const Tensor all = reference::product(features, call.weights.at("W"), nullptr);
  std::vector<double> output(static_cast<std::size_t>(graphs * nodes * outputWidth), 0.0);
  std::vector<double> allWeights;
  for (std::int64_t graph = 0; graph < graphs; ++graph) {
    for (std::int64_t head = 0; head < heads; ++head) {
      std::vector<double> projected;
      for (std::int64_t node = 0; node < nodes; ++node) {
        for (std::int64_t c = 0; c < width; ++c)
          projected.push_back(all.at(((graph * nodes + node) * heads + head) * width + c));
      }
      std::vector<double> weights(static_cast<std::size_t>(nodes * nodes), 0.0);
      std::vector<double> mixed(static_cast<std::size_t>(nodes * width), 0.0);
      referenceHead(call, head, projected, nodes, weights, mixed);
      allWeights.insert(allWeights.end(), weights.begin(), weights.end());
      for (std::int64_t i = 0; i < nodes * width; ++i) {
        const std::int64_t column = isMean ? i % width : head * width + i % width;
        output[static_cast<std::size_t>((graph * nodes + i / width) * outputWidth + column)] +=
            mixed[static_cast<std::size_t>(i)] / (isMean ? static_cast<double>(heads) : 1.0);
      }
    }
  }
  for (double& number : output) number = isElu && number < 0.0 ? std::exp(number) - 1.0 : number;
  return {
      {"output", Tensor::fromDoubles(shape.withSize(-1, outputWidth), output)},
      {"weights", Tensor::fromDoubles(shape.withSize(-1, nodes).withInserted(shape.rank() - 2, heads), allWeights)}};
}

std::vector<BlockExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -1.0, 1.0}; };
  const auto edges = [](std::int64_t count, double nodes) {
    return ExampleInput{{ValueKind::Int, {count, 2}}, 0.0, nodes};
  };
  return {{"two heads",
           {{"heads", std::int64_t{2}}, {"width", std::int64_t{3}}},
           {{"nodes", real({5, 4})}, {"graph", edges(9, 5.0)}},
           {}},
          {"mean of three heads without activation",
           {{"heads", std::int64_t{3}},
            {"width", std::int64_t{2}},
            {"combine", std::string("mean")},
            {"activation", std::string("none")}},
           {{"nodes", real({4, 3})}, {"graph", edges(6, 4.0)}},
           {}},
          {"without self-loops",
           {{"self_loops", false}, {"heads", std::int64_t{1}}, {"width", std::int64_t{2}}},
           {{"nodes", real({3, 3})}, {"graph", edges(14, 3.0)}},
           {}},
          {"no edges but the self-loops",
           {{"width", std::int64_t{2}}},
           {{"nodes", real({3, 2})}, {"graph", edges(0, 3.0)}},
           {}},
          {"a batch of features on one graph",
           {{"heads", std::int64_t{2}}, {"width", std::int64_t{2}}},
           {{"nodes", real({2, 4, 3})}, {"graph", edges(7, 4.0)}},
           {}},
          {"one node", {{"width", std::int64_t{2}}}, {{"nodes", real({1, 3})}, {"graph", edges(1, 1.0)}}, {}}};
}

std::vector<ParamSpec> params() {
  return {{.id = "heads",
           .label = text(kContext, "Heads"),
           .type = ParamType::Integer,
           .defaultValue = std::int64_t{2},
           .minimum = 1.0,
           .maximum = 64.0,
           .choices = {},
           .help = text(kContext, "How many heads attend side by side.")},
          {.id = "width",
           .label = text(kContext, "Width of a head"),
           .type = ParamType::Integer,
           .defaultValue = std::int64_t{8},
           .minimum = 1.0,
           .maximum = 4096.0,
           .choices = {},
           .help = text(kContext, "How many channels each head maps the features to.")},
          {.id = "slope",
           .label = text(kContext, "Slope of LeakyReLU"),
           .type = ParamType::Real,
           .defaultValue = 0.2,
           .minimum = 0.0,
           .maximum = 1.0,
           .choices = {},
           .help = text(kContext, "What negative sums are multiplied by; 1 leaves them as they are.")},
          {.id = "combine",
           .label = text(kContext, "Heads are"),
           .type = ParamType::Choice,
           .defaultValue = std::string("concat"),
           .choices = {{"concat", text(kContext, "Put side by side")}, {"mean", text(kContext, "Averaged")}},
           .help = text(kContext, "Hidden layers put the heads side by side; the last layer averages them.")},
          {.id = "activation",
           .label = text(kContext, "Activation"),
           .type = ParamType::Choice,
           .defaultValue = std::string("elu"),
           .choices = {{"elu", text(kContext, "ELU")}, {"none", text(kContext, "None")}},
           .help = text(kContext, "What the combined heads go through.")},
          {.id = "self_loops",
           .label = text(kContext, "Self-loops"),
           .type = ParamType::Bool,
           .defaultValue = true,
           .choices = {},
           .help = text(kContext,
                        "Whether every node attends to itself too; a node without neighbours then keeps "
                        "something to attend to.")}};
}

}  // namespace

const BlockType& gatLayerBlock() {
  static const BlockType type{
      .id = "gat_layer",
      .category = "graph",
      .title = text(kContext, "Graph attention layer"),
      .words = {.summary =
                    text(kContext, "Each node mixes its neighbours by weights that the features of both decide."),
                .what = text(kContext,
                             "Every head maps the features of the nodes. An edge scores what its two ends add up to, "
                             "through LeakyReLU; softmax over the edges that lead to a node turns the scores into "
                             "weights. The node takes the weighted sum of its mapped neighbours."),
                .why = text(kContext,
                            "It is attention where a graph says who may attend to whom: it works on any graph, and the "
                            "weights show which neighbours count."),
                .caution =
                    text(kContext,
                         "On the same neighbours every node ranks them alike, whatever its own features are: the "
                         "score is a sum, and LeakyReLU keeps its order."),
                .synonyms = {"GAT", "graph attention network", "GATConv"}},
      .formula =
          "h'_i = \\term{output}{\\sigma(\\term{mixed}{\\sum_{\\term{neighbours}{j \\in N(i)}} "
          "\\term{edge_weights}{\\alpha_{ij}} \\term{projected}{z_j}})}, \\quad \\alpha_{ij} = "
          "\\mathrm{softmax}_j(\\term{scores}{\\mathrm{LeakyReLU}(\\term{target_part}{a_1^\\top z_i} + "
          "\\term{source_part}{a_2^\\top z_j})})",
      .paper = "Veličković et al., Graph Attention Networks, ICLR 2018",
      .inputs = {{"nodes", text(kContext, "Node features"), PortKind::Tensor, 2, false, Role::None},
                 {"graph", text(kContext, "Graph"), PortKind::Graph, 2, false, Role::None}},
      .outputs = {{"output", text(kContext, "New features"), PortKind::Tensor, 2, false, Role::Output},
                  {"weights", text(kContext, "Weights of each head"), PortKind::Weights, 3, false, Role::Weights}},
      .params = params(),
      .build = build,
      .isMechanism = false,
      .isBilinear = false,
      .claims = {Claim::RowsSumToOne},
      .equalities = {},
      .examples = examples,
      .reference = referenceOutputs,
  };
  return type;
}

}  // namespace heed::core
