#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

#include <cstdio>

namespace heed::test {

using namespace core;

namespace {

/// The three maps stand side by side in the file.
OracleRun::Weights weightsOf(OracleReader& oracle) {
  const Tensor maps = oracle.param("Wqkv");
  const Tensor biases = oracle.param("bqkv");
  const std::int64_t width = maps.shape()[0];
  OracleRun::Weights weights{
      {"W_output", oracle.param("Wo")}, {"b_output", oracle.param("bo")}, {"table", oracle.param("bias_table")}};
  std::int64_t begin = 0;
  for (const char* name : {"query", "key", "value"}) {
    weights.emplace(std::string("W_") + name, columns(maps, begin, begin + width));
    weights.emplace(std::string("b_") + name, columns(biases, begin, begin + width));
    begin += width;
  }
  return weights;
}

Tensor asItems(const Tensor& image) {
  const Shape shape = image.shape();
  return image.reshaped({shape[0] * shape[1], shape[2]});
}

OracleRun::Block windows(OracleReader& oracle, OracleRun& run, Value patches, std::int64_t shift) {
  return run.block("swin_attention",
                   {{"window", oracle.integer({"inputs", "window"})},
                    {"shift", shift},
                    {"heads", oracle.integer({"inputs", "heads"})},
                    {"rows", oracle.input("X").shape()[0]}},
                   {{"patches", patches}}, weightsOf(oracle));
}

/// A block that is built for its steps alone, on a grid of that many patches on each side.
OracleRun::Block plainWindows(OracleRun& run, std::int64_t side, std::int64_t window, std::int64_t shift) {
  const Parameters parameters{
      {"window", window}, {"shift", shift}, {"heads", std::int64_t{1}}, {"rows", side}, {"bias", false}};
  const std::int64_t reach = 2 * window - 1;
  OracleRun::Weights weights{{"table", filled({reach * reach, 1}, 0.0)}};
  for (const char* name : {"W_query", "W_key", "W_value", "W_output"}) weights.emplace(name, filled({1, 1}, 0.0));
  return run.block("swin_attention", parameters, {{"patches", run.real(filled({side * side, 1}, 0.0))}}, weights);
}

void shiftedWindows(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Value x = run.real(asItems(oracle.input("X")));
  const auto block = windows(oracle, run, x, oracle.integer({"inputs", "shift"}));
  run.expect("output", block.output("output"), asItems(oracle.expected("Y_shift1")));
  run.expect("regions", block.step("regions"), oracle.expected("region_ids_after_roll"));
  run.expect("regions in windows", block.step("window_regions"), oracle.expected("windows_of_region_ids"));
  for (const std::string& key : oracle.keys({"expected"})) {
    int shift = 0;
    int window = 0;
    if (std::sscanf(key.c_str(), "A_shift%d_window%d", &shift, &window) != 2) continue;
    run.expect(key, ops::slice(builder, block.output("weights"), 0, window, window + 1), oracle.expected(key));
  }
  const Value loss = run.loss(block.output("output"), asItems(oracle.input("G")));
  run.expectGradient("X", loss, x, asItems(oracle.tensor({"expected", "grad_shift1", "X"})));
  run.expectGradient("table", loss, block.weight("table"), oracle.tensor({"expected", "grad_shift1", "table"}));
  const Tensor biases = oracle.tensor({"expected", "grad_shift1", "bqkv"});
  const std::int64_t width = biases.shape()[0] / 3;
  run.expectGradient("query bias", loss, block.weight("b_query"), columns(biases, 0, width));
  run.expectGradient("key bias", loss, block.weight("b_key"), columns(biases, width, 2 * width));
  run.expectGradient("value bias", loss, block.weight("b_value"), columns(biases, 2 * width, 3 * width));
}

}  // namespace

void swin(OracleReader& oracle, CaseRunner& cases) {
  cases.check("windows", [&](OracleRun& run) {
    const Value x = run.real(asItems(oracle.input("X")));
    run.expect("output", windows(oracle, run, x, 0).output("output"), asItems(oracle.expected("Y_no_shift")));
  });
  cases.check("shifted windows", [&](OracleRun& run) { shiftedWindows(oracle, run); });
  for (const std::string& key : oracle.keys({"expected"})) {
    int side = 0;
    int columnCount = 0;
    int window = 0;
    int shift = 0;
    if (std::sscanf(key.c_str(), "region_ids_%dx%d_M%d_s%d", &side, &columnCount, &window, &shift) == 4) {
      cases.check(key, [&](OracleRun& run) {
        run.expect("regions", plainWindows(run, side, window, shift).step("regions"), oracle.expected(key));
      });
    }
    if (std::sscanf(key.c_str(), "relative_position_index_M%d", &window) == 1) {
      cases.check(key, [&](OracleRun& run) {
        run.expect("places in the table", plainWindows(run, std::int64_t{2} * window, window, 0).step("relative_index"),
                   oracle.expected(key));
      });
    }
  }
}

}  // namespace heed::test
