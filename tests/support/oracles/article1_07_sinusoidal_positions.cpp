#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

void sinusoidalPositions(OracleReader& oracle, CaseRunner& cases) {
  cases.check("table, products, shift and norms", [&](OracleRun& run) {
    Builder& builder = run.builder();
    const std::int64_t places = oracle.integer({"inputs", "n"});
    const std::int64_t width = oracle.integer({"inputs", "d"});
    const std::int64_t shift = oracle.integer({"inputs", "shift_k"});
    const Tensor table = oracle.expected("PE");
    const auto block = run.block("sinusoidal_positions", {}, {{"sequence", run.real(filled({places, width}, 0.0))}});
    const Value positions = block.step("positions");
    run.expect("table", positions, table);
    run.expect("output on zeros", block.output("output"), table);
    run.expect("products", ops::matmul(builder, positions, positions, ops::Transpose::No, ops::Transpose::Yes),
               oracle.expected("gram_PE_PE^T_(depends_on_p-q_only)"));
    const Value matrix = run.real(oracle.expected("shift_matrix_M_k_(PE[p]@M=PE[p+k])"));
    run.expect("shifted", ops::matmul(builder, ops::slice(builder, positions, 0, 0, places - shift), matrix),
               parts(table, shift, places));
    run.expect("norms",
               ops::reduceSum(builder, ops::multiply(builder, positions, positions), {-1}, ops::KeepDimensions::No),
               filled({places}, oracle.number({"expected", "row_norm_squared"})));
  });
}

}  // namespace heed::test
