#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

namespace {

struct Layer {
  Tensor maps;    ///< [heads, features, width]
  Tensor first;   ///< a1 [heads, width]
  Tensor second;  ///< a2
};

Layer allHeads(OracleReader& oracle) {
  return {oracle.param("W"), oracle.param("a1"), oracle.param("a2")};
}

Layer firstHead(OracleReader& oracle) {
  const Layer all = allHeads(oracle);
  return {parts(all.maps, 0, 1), parts(all.first, 0, 1), parts(all.second, 0, 1)};
}

OracleRun::Block layer(OracleRun& run, const Layer& weights, Value nodes, const Tensor& adjacency,
                       const std::string& combine, const std::string& activation) {
  const Shape shape = weights.maps.shape();
  return run.block("gat_layer",
                   {{"heads", shape[0]},
                    {"width", shape[2]},
                    {"combine", combine},
                    {"activation", activation},
                    {"self_loops", false}},
                   {{"nodes", nodes}, {"graph", run.whole(edgesOf(adjacency))}},
                   {{"W", sideBySide(weights.maps)}, {"a1", weights.first}, {"a2", weights.second}});
}

void hiddenLayer(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Value x = run.real(oracle.input("X"));
  const Layer weights = allHeads(oracle);
  const std::int64_t width = weights.maps.shape()[2];
  const auto block = layer(run, weights, x, oracle.input("adj_with_self_loops"), "concat", "elu");
  run.expect("weights", block.output("weights"), oracle.expected("alpha"));
  run.expect("output", block.output("output"), oracle.expected("concat_elu"));
  const Value loss = run.loss(block.output("output"), oracle.input("G"));
  const auto headOf = [&](const char* weight, int axis, std::int64_t size) {
    return ops::slice(builder, run.gradient(loss, block.weight(weight)), axis, 0, size);
  };
  run.expectGradient("X", loss, x, oracle.tensor({"expected", "grad_concat", "X"}));
  run.expect("gradient of W", headOf("W", 1, width), oracle.tensor({"expected", "grad_concat", "W0"}));
  run.expect("gradient of a1", headOf("a1", 0, 1), oracle.tensor({"expected", "grad_concat", "a1_0"}));
  run.expect("gradient of a2", headOf("a2", 0, 1), oracle.tensor({"expected", "grad_concat", "a2_0"}));
}

void fullGraph(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Tensor nodes = oracle.input("X");
  const std::int64_t count = nodes.shape()[0];
  const auto block = layer(run, allHeads(oracle), run.real(nodes), filled({count, count}, 1.0), "concat", "elu");
  const Tensor logits = oracle.expected("logits_e");
  run.expect("scores", block.step("scores"), logits.reshaped({logits.shape()[0], count * count}));
  run.expect("weights", block.output("weights"), oracle.expected("full_graph_alpha"));
  const Value first = ops::slice(builder, block.output("weights"), 0, 0, 1);
  run.expect("ranking", ops::sort(builder, first).indices, oracle.expected("full_graph_neighbour_ranking_per_node"));
}

}  // namespace

void gat(OracleReader& oracle, CaseRunner& cases) {
  cases.check("hidden layer", [&](OracleRun& run) { hiddenLayer(oracle, run); });
  cases.check("last layer", [&](OracleRun& run) {
    const auto block =
        layer(run, allHeads(oracle), run.real(oracle.input("X")), oracle.input("adj_with_self_loops"), "mean", "none");
    run.expect("output", block.output("output"), oracle.expected("average"));
  });
  cases.check("full graph", [&](OracleRun& run) { fullGraph(oracle, run); });
  cases.check("without a score it is the mean of the neighbours", [&](OracleRun& run) {
    Layer weights = firstHead(oracle);
    weights.first = filled(weights.first.shape(), 0.0);
    weights.second = weights.first;
    const auto block =
        layer(run, weights, run.real(oracle.input("X")), oracle.input("adj_with_self_loops"), "concat", "none");
    run.expect("output", block.output("output"), oracle.expected("a=0_equals_neighbour_mean"));
  });
  cases.check("an isolated node", [&](OracleRun& run) {
    const auto block = layer(run, firstHead(oracle), run.real(oracle.input("X")), oracle.input("adj_node1_isolated"),
                             "concat", "none");
    run.expect("output", block.output("output"), oracle.expected("isolated_row_output_head0"));
    run.expect("weights", block.output("weights"), oracle.expected("isolated_row_alpha_head0"));
  });
}

}  // namespace heed::test
