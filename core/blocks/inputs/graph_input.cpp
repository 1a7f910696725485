#include "core/base/error.h"
#include "core/blocks/shared/sequence.h"

#include <algorithm>
#include <set>
#include <span>
#include <string>

namespace heed::core {

namespace {

constexpr const char* kContext = "GraphInput";

/// Nodes that can be told apart by a column each; the matrix of these columns grows with the square.
constexpr std::size_t kMostNodesWithoutFeatures = 4096;

/// The edges with both directions where asked for, each pair once, in ascending order.
Tensor checkedEdges(const GraphInput& graph, bool bothWays) {
  const auto count = static_cast<std::int32_t>(graph.nodes.size());
  std::set<std::pair<std::int32_t, std::int32_t>> pairs;
  const auto given = graph.edges.isNull() ? std::span<const std::int32_t>() : graph.edges.ints();
  for (std::size_t i = 0; i + 1 < given.size(); i += 2) {
    const std::int32_t source = given[i];
    const std::int32_t target = given[i + 1];
    if (source < 0 || source >= count || target < 0 || target >= count) {
      throw Error(ErrorKind::Format, text(kContext, "edge %1 leads from node %2 to node %3; there are nodes 0 to %4",
                                          i / 2, source, target, count - 1));
    }
    pairs.emplace(source, target);
    if (bothWays) pairs.emplace(target, source);
  }
  std::vector<std::int32_t> edges;
  for (const auto& [source, target] : pairs) edges.insert(edges.end(), {source, target});
  return Tensor::fromInts({static_cast<std::int64_t>(pairs.size()), 2}, edges);
}

/// "Ada→Ben" for each edge.
std::vector<std::string> edgeNames(const GraphInput& graph, const Tensor& edges) {
  const auto ends = edges.ints();
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
    const auto& source = graph.nodes[static_cast<std::size_t>(ends[i])];
    names.push_back(source + "\u2192" + graph.nodes[static_cast<std::size_t>(ends[i + 1])]);
  }
  return names;
}

/// The graph's own features, or the degree (scaled to at most 1) and one column that tells each node from the others.
std::pair<Tensor, std::vector<std::string>> nodeFeatures(const GraphInput& graph, const Tensor& edges) {
  if (!graph.features.isNull()) {
    std::vector<std::string> names = graph.featureNames;
    for (auto i = static_cast<std::int64_t>(names.size()); i < graph.features.shape()[-1]; ++i)
      names.push_back(std::to_string(i));
    return {graph.features.converted(ElementKind::Float64), std::move(names)};
  }
  const std::size_t count = graph.nodes.size();
  if (count > kMostNodesWithoutFeatures) {
    throw Error(ErrorKind::Limit,
                text(kContext, "the graph has %1 nodes without features; at most %2 get a column each", count,
                     kMostNodesWithoutFeatures));
  }
  std::vector<double> degrees(count, 0.0);
  const auto targets = edges.ints();
  for (std::size_t i = 1; i < targets.size(); i += 2) degrees[static_cast<std::size_t>(targets[i])] += 1.0;
  const double largest = std::max(1.0, *std::ranges::max_element(degrees));
  std::vector<double> values(count * (count + 1), 0.0);
  std::vector<std::string> names = {"degree"};
  for (std::size_t i = 0; i < count; ++i) {
    values[i * (count + 1)] = degrees[i] / largest;
    values[i * (count + 1) + 1 + i] = 1.0;
    names.push_back("is " + graph.nodes[i]);
  }
  return {Tensor::fromDoubles({static_cast<std::int64_t>(count), static_cast<std::int64_t>(count + 1)}, values),
          std::move(names)};
}

void build(BlockBuild& build) {
  const auto* graph = build.data() == nullptr ? nullptr : std::get_if<GraphInput>(build.data());
  if (graph == nullptr)
    throw Error(ErrorKind::Model, text(kContext, "there is no graph yet; drop or open an edge list"));
  const auto count = static_cast<std::int64_t>(graph->nodes.size());
  if (count == 0) throw Error(ErrorKind::Model, text(kContext, "the graph has no nodes; it needs at least one"));
  const auto labels = axisLabels(graph->nodes);
  const Tensor edges = checkedEdges(*graph, build.string("direction") == "both");
  const Value edgeValue = build.dataInput("edges", edges);
  const std::vector<Axis> edgeAxes = {{AxisMeaning::Edge, axisLabels(edgeNames(*graph, edges))},
                                      {AxisMeaning::Other, axisLabels({"source", "target"})}};
  build.builder().step(edgeValue, {.id = "edges",
                                   .phase = Phase::Input,
                                   .role = Role::None,
                                   .caption = text(kContext, "Edges"),
                                   .explanation = text(kContext, "Each row leads from a source to a target."),
                                   .term = {},
                                   .expression = "E",
                                   .axes = edgeAxes});
  const auto [features, names] = nodeFeatures(*graph, edges);
  const std::vector<Axis> axes = {{AxisMeaning::Node, labels}, {AxisMeaning::Feature, axisLabels(names)}};
  const Value nodes = build.dataInput("nodes", features);
  build.builder().step(nodes, {.id = "nodes",
                               .phase = Phase::Input,
                               .role = Role::None,
                               .caption = text(kContext, "Nodes to X"),
                               .explanation = text(kContext, "Each node as a row of features."),
                               .term = {},
                               .expression = "X",
                               .axes = axes,
                               .mask = {},
                               .depth = StepDepth::Step,
                               .isInput = true});
  build.setOutput("nodes", {PortKind::Tensor, nodes, {}, axes, labels, 0, false});
  build.setOutput("graph", {PortKind::Graph, edgeValue, {}, edgeAxes, labels, 0, false});
}

std::vector<BlockExample> examples() {
  const GraphInput triangle{{"a", "b", "c"}, Tensor::fromInts({3, 2}, {0, 1, 1, 2, 2, 0}), {}, {}};
  const GraphInput pair{
      {"x", "y"}, Tensor::fromInts({1, 2}, {0, 1}), Tensor::fromDoubles({2, 2}, {1, 0, 0, 1}), {"f", "g"}};
  return {{"triangle", {}, {}, triangle}, {"directed pair", {{"direction", std::string("directed")}}, {}, pair}};
}

}  // namespace

const BlockType& graphInputBlock() {
  static const BlockType type{
      .id = "graph_input",
      .category = "inputs",
      .title = text(kContext, "Graph"),
      .words = {.summary = text(kContext, "Nodes with features and the edges between them."),
                .what = text(kContext,
                             "Edges come from an edge list or a GraphML file. A node without features of its own gets "
                             "its degree and a column that tells it from the others."),
                .why = text(kContext, "A graph says which items may attend to each other."),
                .caution = {},
                .synonyms = {"network", "edges", "edge list"}},
      .formula = "G = (V, E)",
      .paper = "",
      .inputs = {},
      .outputs = {{"nodes", text(kContext, "Node features"), PortKind::Tensor, 2, false, Role::None},
                  {"graph", text(kContext, "Graph"), PortKind::Graph, 2, false, Role::None}},
      .params = {{.id = "direction",
                  .label = text(kContext, "Edges"),
                  .type = ParamType::Choice,
                  .defaultValue = std::string("both"),
                  .choices = {{"both", text(kContext, "Both ways")}, {"directed", text(kContext, "As given")}},
                  .help = text(kContext, "Whether an edge leads both ways.")}},
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
