#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

#include <utility>

namespace heed::test {

using namespace core;

namespace {

void attention(OracleReader& oracle, OracleRun& run) {
  const std::pair<const char*, const char*> maps[] = {{"W_query", "Wq"}, {"W_key", "Wk"}, {"W_value", "Wv"}};
  OracleRun::Weights weights{{"W_output", oracle.input("Wo")}, {"gate", oracle.input("g")}};
  for (const auto& [ours, theirs] : maps) weights.emplace(ours, sideBySide(oracle.input(theirs)));
  const Shape shape = oracle.input("Wq").shape();
  const Value x = run.real(oracle.input("X"));
  OracleRun::Ports ports{{"query", x}};
  const bool isCross = oracle.has({"inputs", "Xkv"});
  if (isCross) ports.emplace("key", run.real(oracle.input("Xkv")));
  const auto block = run.block("multi_head_attention", {{"heads", shape[0]}, {"head_width", shape[2]}, {"gates", true}},
                               ports, weights);
  run.expect("weights", block.output("weights"), oracle.expected("A"));
  run.expect("heads", block.step("mechanism/output"), oracle.expected("heads"));
  run.expect("output", block.output("output"), oracle.expected("out"));
  const Value loss = run.loss(block.output("output"), oracle.tensor({"grad", "G", "out"}));
  run.expectGradient("X", loss, x, oracle.tensor({"grad", "d", "X"}));
  if (isCross) run.expectGradient("Xkv", loss, ports.at("key"), oracle.tensor({"grad", "d", "Xkv"}));
  for (const auto& [ours, theirs] : maps)
    run.expectGradient(theirs, loss, block.weight(ours), sideBySide(oracle.tensor({"grad", "d", theirs})));
  run.expectGradient("Wo", loss, block.weight("W_output"), oracle.tensor({"grad", "d", "Wo"}));
  run.expectGradient("g", loss, block.weight("gate"), oracle.tensor({"grad", "d", "g"}));
}

}  // namespace

void multiHeadOfArticle2(OracleReader& oracle, CaseRunner& cases) {
  cases.check(oracle.string({"name"}), [&](OracleRun& run) { attention(oracle, run); });
}

}  // namespace heed::test
