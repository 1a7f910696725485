#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

namespace {

void attention(OracleReader& oracle, OracleRun& run, const std::string& suffix, bool hasMask) {
  const Value query = run.real(oracle.input("Q"));
  const Value key = run.real(oracle.input("K"));
  const Value value = run.real(oracle.input("V"));
  OracleRun::Ports ports{{"query", query}, {"key", key}, {"value", value}};
  if (hasMask) ports.emplace("mask", run.mask(oracle.input("allowed" + suffix)));
  const auto block = run.block("scaled_dot_product", {}, ports);
  if (!hasMask) run.expect("scores", block.step("scaled"), oracle.expected("S"));
  run.expect("weights", block.output("weights"), oracle.expected("A" + suffix));
  run.expect("output", block.output("output"), oracle.expected("O" + suffix));
  const Value loss = run.loss(block.output("output"), oracle.input("G"));
  const std::string grad = "grad" + suffix;
  run.expectGradient("Q", loss, query, oracle.tensor({"expected", grad, "Q"}));
  run.expectGradient("K", loss, key, oracle.tensor({"expected", grad, "K"}));
  run.expectGradient("V", loss, value, oracle.tensor({"expected", grad, "V"}));
}

}  // namespace

void scaledDotProduct(OracleReader& oracle, CaseRunner& cases) {
  cases.check("without a mask", [&](OracleRun& run) { attention(oracle, run, "", false); });
  cases.check("a fully masked row", [&](OracleRun& run) { attention(oracle, run, "_case2", true); });
}

}  // namespace heed::test
