#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

#include <utility>

namespace heed::test {

using namespace core;

namespace {

/// The form without parameters: softmax(X X^T) X.
void raw(OracleReader& oracle, OracleRun& run) {
  const Value x = run.real(oracle.input("X"));
  const auto block = run.block("scaled_dot_product", {{"divisor", 1.0}}, {{"query", x}, {"key", x}, {"value", x}});
  run.expect("scores", block.step("scores"), oracle.expected("S"));
  run.expect("weights", block.output("weights"), oracle.expected("A"));
  run.expect("output", block.output("output"), oracle.expected("out"));
  const Value loss = run.loss(block.output("output"), oracle.tensor({"grad", "G", "out"}));
  run.expectGradient("X", loss, x, oracle.tensor({"grad", "d", "X"}));
}

/// One head without an output projection.
void projected(OracleReader& oracle, OracleRun& run) {
  const std::pair<const char*, const char*> maps[] = {{"W_query", "Wq"}, {"W_key", "Wk"}, {"W_value", "Wv"}};
  const Value x = run.real(oracle.input("X"));
  OracleRun::Ports ports{{"query", x}};
  if (oracle.has({"inputs", "mask"})) ports.emplace("mask", run.mask(oracle.input("mask")));
  OracleRun::Weights weights;
  for (const auto& [ours, theirs] : maps) weights.emplace(ours, oracle.input(theirs));
  const auto block = run.block(
      "multi_head_attention",
      {{"heads", std::int64_t{1}}, {"head_width", oracle.input("Wq").shape()[1]}, {"output_projection", false}}, ports,
      weights);
  run.expect("queries", block.step("queries"), oracle.expected("Q"));
  run.expect("keys", block.step("keys"), oracle.expected("K"));
  run.expect("values", block.step("values"), oracle.expected("V"));
  run.expect("scores", block.step("mechanism/scaled"), oracle.expected("S"));
  run.expect("weights", block.output("weights"), oracle.expected("A"));
  run.expect("output", block.output("output"), oracle.expected("out"));
  const Value loss = run.loss(block.output("output"), oracle.tensor({"grad", "G", "out"}));
  run.expectGradient("X", loss, x, oracle.tensor({"grad", "d", "X"}));
  for (const auto& [ours, theirs] : maps)
    run.expectGradient(theirs, loss, block.weight(ours), oracle.tensor({"grad", "d", theirs}));
}

}  // namespace

void selfAttention(OracleReader& oracle, CaseRunner& cases) {
  const bool hasMaps = oracle.has({"inputs", "Wq"});
  cases.check(oracle.string({"name"}), [&](OracleRun& run) { hasMaps ? projected(oracle, run) : raw(oracle, run); });
}

}  // namespace heed::test
