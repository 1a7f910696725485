#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

#include <utility>

namespace heed::test {

using namespace core;

namespace {

/// Our names of the weights and the file's.
const std::pair<const char*, const char*> kWeights[] = {
    {"attention/W_query", "Wq"},  {"attention/b_query", "bq"},  {"attention/W_key", "Wk"},
    {"attention/b_key", "bk"},    {"attention/W_value", "Wv"},  {"attention/b_value", "bv"},
    {"attention/W_output", "Wo"}, {"attention/b_output", "bo"}, {"feed_forward/W_in", "W1"},
    {"feed_forward/b_in", "b1"},  {"feed_forward/W_out", "W2"}, {"feed_forward/b_out", "b2"},
    {"norm1/gain", "g1"},         {"norm1/bias", "be1"},        {"norm2/gain", "g2"},
    {"norm2/bias", "be2"}};

OracleRun::Block layer(OracleReader& oracle, OracleRun& run, const std::string& norm, const OracleRun::Ports& ports) {
  OracleRun::Weights weights;
  for (const auto& [ours, theirs] : kWeights) weights.emplace(ours, oracle.param(theirs));
  return run.block("encoder_block",
                   {{"norm", norm},
                    {"heads", oracle.integer({"inputs", "heads"})},
                    {"hidden", oracle.param("W1").shape()[1]},
                    {"epsilon", oracle.number({"inputs", "eps"})}},
                   ports, weights);
}

}  // namespace

void encoderLayer(OracleReader& oracle, CaseRunner& cases) {
  for (const std::string& norm : oracle.keys({"expected"})) {
    cases.check(norm + "-norm", [&](OracleRun& run) {
      const Value x = run.real(oracle.input("X"));
      const auto block = layer(oracle, run, norm, {{"input", x}});
      run.expect("output", block.output("output"), oracle.tensor({"expected", norm, "Y"}));
      run.expect("weights", block.output("weights"), oracle.tensor({"expected", norm, "A"}));
      const Value loss = run.loss(block.output("output"), oracle.input("G"));
      run.expectGradient("X", loss, x, oracle.tensor({"expected", norm, "grad_X"}));
      for (const auto& [ours, theirs] : kWeights) {
        const std::string key = std::string("grad_") + theirs;
        if (!oracle.has({"expected", norm, key})) continue;
        run.expectGradient(theirs, loss, block.weight(ours), oracle.tensor({"expected", norm, key}));
      }
    });
    cases.check(norm + "-norm, causal", [&](OracleRun& run) {
      const Value x = run.real(oracle.input("X"));
      const auto mask = run.block("causal_mask", {}, {{"sequence", x}});
      const auto block = layer(oracle, run, norm, {{"input", x}, {"mask", mask.output("mask")}});
      run.expect("output", block.output("output"), oracle.tensor({"expected", norm, "Y_causal"}));
    });
  }
}

}  // namespace heed::test
