#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

#include <utility>

namespace heed::test {

using namespace core;

namespace {

/// Our names of the weights and the file's.
const std::pair<const char*, const char*> kWeights[] = {{"W_query", "Wq"},  {"b_query", "bq"}, {"W_key", "Wk"},
                                                        {"b_key", "bk"},    {"W_value", "Wv"}, {"b_value", "bv"},
                                                        {"W_output", "Wo"}, {"b_output", "bo"}};

OracleRun::Block attention(OracleReader& oracle, OracleRun& run, const OracleRun::Ports& ports) {
  OracleRun::Weights weights;
  for (const auto& [ours, theirs] : kWeights) weights.emplace(ours, oracle.param(theirs));
  return run.block("multi_head_attention", {{"heads", oracle.integer({"inputs", "heads"})}, {"bias", true}}, ports,
                   weights);
}

/// All items but the last.
Tensor allButLast(std::int64_t count) {
  std::vector<double> elements(static_cast<std::size_t>(count), 1.0);
  elements.back() = 0.0;
  return Tensor::fromDoubles({count}, elements);
}

}  // namespace

void multiHeadOfArticle1(OracleReader& oracle, CaseRunner& cases) {
  cases.check("self-attention", [&](OracleRun& run) {
    const Value x = run.real(oracle.input("X"));
    const auto block = attention(oracle, run, {{"query", x}});
    run.expect("weights", block.output("weights"), oracle.expected("A"));
    run.expect("output", block.output("output"), oracle.expected("O"));
    const Value loss = run.loss(block.output("output"), oracle.input("G"));
    run.expectGradient("X", loss, x, oracle.tensor({"expected", "grad", "X"}));
    for (const auto& [ours, theirs] : kWeights)
      run.expectGradient(theirs, loss, block.weight(ours), oracle.tensor({"expected", "grad", theirs}));
  });
  cases.check("causal", [&](OracleRun& run) {
    const Value x = run.real(oracle.input("X"));
    const auto mask = run.block("causal_mask", {}, {{"sequence", x}});
    const auto block = attention(oracle, run, {{"query", x}, {"mask", mask.output("mask")}});
    run.expect("weights", block.output("weights"), oracle.expected("A_causal"));
    run.expect("output", block.output("output"), oracle.expected("O_causal"));
  });
  cases.check("the last key is padding", [&](OracleRun& run) {
    const Tensor items = oracle.input("X");
    const Value x = run.real(items);
    const Value valid = run.mask(allButLast(items.shape()[0]));
    const auto block = attention(oracle, run, {{"query", x}, {"query.valid", valid}});
    run.expect("output", block.output("output"), oracle.expected("O_key_padding_last_masked"));
  });
  cases.check("cross-attention", [&](OracleRun& run) {
    const Value x = run.real(oracle.input("X"));
    const Value memory = run.real(oracle.input("Y_cross"));
    const auto block = attention(oracle, run, {{"query", x}, {"key", memory}});
    run.expect("weights", block.output("weights"), oracle.expected("A_cross"));
    run.expect("output", block.output("output"), oracle.expected("O_cross"));
  });
}

}  // namespace heed::test
