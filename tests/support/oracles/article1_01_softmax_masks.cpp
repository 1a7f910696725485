#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

#include <string>

namespace heed::test {

using namespace core;

namespace {

Value entropyOf(Builder& builder, Value p, Value logP) {
  const Value sum = ops::reduceSum(builder, ops::multiply(builder, p, logP), {}, ops::KeepDimensions::No);
  return ops::negate(builder, sum);
}

}  // namespace

void softmaxMasks(OracleReader& oracle, CaseRunner& cases) {
  cases.check("softmax, its logarithm, entropy and Jacobian", [&](OracleRun& run) {
    Builder& builder = run.builder();
    const Value x = run.real(oracle.input("x"));
    const Value p = ops::softmax(builder, x);
    const Value logP = ops::logSoftmax(builder, x);
    run.expect("softmax", p, oracle.expected("softmax_x"));
    run.expect("log softmax", logP, oracle.expected("log_softmax_x"));
    run.expect("entropy", entropyOf(builder, p, logP), oracle.expected("entropy_x_nats"));
    run.expect("Jacobian", run.jacobian(p, x), oracle.expected("jacobian_diag(p)-pp^T"));
  });
  cases.check("large numbers", [&](OracleRun& run) {
    run.expect("softmax", ops::softmax(run.builder(), run.real(oracle.input("x_big"))),
               oracle.expected("softmax_x_big"));
  });
  cases.check("a mask", [&](OracleRun& run) {
    const Value row = run.real(oracle.input("row"));
    run.expect("softmax", ops::softmax(run.builder(), row, run.mask(oracle.input("allowed"))),
               oracle.expected("masked"));
  });
  cases.check("everything masked: our rule", [&](OracleRun& run) {
    const Tensor row = oracle.input("row");
    const Value nothing = run.mask(filled(row.shape(), 0.0));
    run.expect("softmax", ops::softmax(run.builder(), run.real(row), nothing),
               oracle.expected("fully_masked_app_convention"));
  });
  cases.check("everything masked: what adding -10000 gives", [&](OracleRun& run) {
    Builder& builder = run.builder();
    const Value moved = ops::add(builder, run.real(oracle.input("row")), builder.constant(-10000.0));
    run.expect("softmax", ops::softmax(builder, moved), oracle.expected("fully_masked_if_additive_minus_10000"));
  });
  cases.check("everything masked: what multiplying gives", [&](OracleRun& run) {
    Builder& builder = run.builder();
    const Value none = ops::scale(builder, run.real(oracle.input("row")), 0.0);
    const Value moved = ops::add(builder, none, builder.constant(-1e10));
    run.expect("softmax", ops::softmax(builder, moved), oracle.expected("fully_masked_if_multiply_then_minus_1e10"));
  });
  for (const std::string& key : oracle.keys({"expected", "temperature"})) {
    cases.check("temperature " + key, [&](OracleRun& run) {
      Builder& builder = run.builder();
      const Value divided = ops::divide(builder, run.real(oracle.input("x")), builder.constant(std::stod(key)));
      run.expect("softmax", ops::softmax(builder, divided), oracle.tensor({"expected", "temperature", key}));
    });
  }
  cases.check("the leak of Swin's mask", [&](OracleRun& run) {
    run.expect("exp", ops::exp(run.builder(), run.real(filled({}, -100.0))),
               oracle.expected("leak_of_swin_mask_exp(-100)"));
  });
}

}  // namespace heed::test
