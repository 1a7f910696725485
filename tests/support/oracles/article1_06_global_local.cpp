#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

namespace {

OracleRun::Block attention(OracleReader& oracle, OracleRun& run, const std::string& type,
                           const Parameters& parameters) {
  return run.block(type, parameters,
                   {{"query", run.real(oracle.input("Q"))},
                    {"key", run.real(oracle.input("K"))},
                    {"value", run.real(oracle.input("V"))}});
}

}  // namespace

void globalLocal(OracleReader& oracle, CaseRunner& cases) {
  const std::string prefix = "O_radius_";
  for (const std::string& key : oracle.keys({"expected"})) {
    if (!key.starts_with(prefix)) continue;
    const std::string radius = key.substr(prefix.size());
    cases.check("radius " + radius, [&](OracleRun& run) {
      const auto block =
          attention(oracle, run, "local_window", {{"radius", static_cast<std::int64_t>(std::stoll(radius))}});
      run.expect("output", block.output("output"), oracle.expected(key));
      if (oracle.has({"expected", "A_radius_" + radius}))
        run.expect("weights", block.output("weights"), oracle.expected("A_radius_" + radius));
    });
  }
  cases.check("global", [&](OracleRun& run) {
    const auto block = attention(oracle, run, "scaled_dot_product", {});
    run.expect("output", block.output("output"), oracle.expected("O_global"));
  });
}

}  // namespace heed::test
