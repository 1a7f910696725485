#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

namespace {

/// W and U act on columns in the file, on rows in the block.
OracleRun::Weights weightsOf(OracleReader& oracle) {
  OracleRun::Weights weights;
  for (const char* part : {"r", "z", "n"}) {
    for (const char* map : {"W_", "U_"}) {
      const std::string name = std::string(map) + part;
      weights.emplace(name, transposed(oracle.input(name)));
    }
    weights.emplace(std::string("b_") + part, oracle.input(std::string("b_") + part));
  }
  if (oracle.has({"inputs", "b_hn"})) weights.emplace("b_hn", oracle.input("b_hn"));
  return weights;
}

void gru(OracleReader& oracle, OracleRun& run) {
  const Value sequence = run.real(oracle.input("xs"));
  const Tensor start = oracle.input("h0");
  const Value initial = run.real(start);
  const bool isAfter = oracle.string({"options", "form"}) == "reset_after";
  const bool isTorch = oracle.string({"options", "update"}) == "torch";
  const auto block = run.block("gru",
                               {{"width", start.shape()[0]},
                                {"form", std::string(isAfter ? "reset_after" : "article")},
                                {"update", std::string(isTorch ? "torch" : "article")}},
                               {{"sequence", sequence}, {"initial", initial}}, weightsOf(oracle));
  run.expect("update gate", block.step("update"), oracle.expected("z"));
  run.expect("reset gate", block.step("reset"), oracle.expected("r"));
  run.expect("candidate", block.step("candidate"), oracle.expected("n"));
  const Tensor states = oracle.expected("h");
  run.expect("states", block.output("states"), states);
  run.expect("last state", block.output("last"), part(states, states.shape()[0] - 1));
  const Value loss = run.loss(block.output("states"), oracle.tensor({"grad", "G", "h"}));
  run.expectGradient("xs", loss, sequence, oracle.tensor({"grad", "d", "xs"}));
  run.expectGradient("h0", loss, initial, oracle.tensor({"grad", "d", "h0"}));
  for (const auto& [name, value] : block.weights) {
    const Tensor expected = oracle.tensor({"grad", "d", name});
    run.expectGradient(name, loss, value, expected.shape().rank() == 2 ? transposed(expected) : expected);
  }
}

}  // namespace

void gating(OracleReader& oracle, CaseRunner& cases) {
  if (!oracle.has({"inputs", "W_r"})) return;
  cases.check(oracle.string({"name"}), [&](OracleRun& run) { gru(oracle, run); });
}

}  // namespace heed::test
