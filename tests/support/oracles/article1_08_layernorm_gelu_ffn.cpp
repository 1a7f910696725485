#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

namespace {

/// The Annotated Transformer's epsilon, which is not that of the file's layer norm.
constexpr double kAnnotatedEpsilon = 1e-6;

/// The layer norm of the Annotated Transformer: deviation over n - 1, epsilon outside of the root.
Value annotatedNorm(Builder& builder, Value x, Value gain, Value bias) {
  const auto keep = ops::KeepDimensions::Yes;
  const std::int64_t width = builder.shape(x)[-1];
  const Value centred = ops::subtract(builder, x, ops::reduceMean(builder, x, {-1}, keep));
  const Value squares = ops::reduceSum(builder, ops::multiply(builder, centred, centred), {-1}, keep);
  const Value variance = ops::divide(builder, squares, builder.constant(static_cast<double>(width - 1)));
  const Value deviation = ops::add(builder, ops::sqrt(builder, variance), builder.constant(kAnnotatedEpsilon));
  return ops::add(builder, ops::multiply(builder, ops::divide(builder, centred, deviation), gain), bias);
}

}  // namespace

void layerNormGeluFfn(OracleReader& oracle, CaseRunner& cases) {
  cases.check("layer norm", [&](OracleRun& run) {
    const Value x = run.real(oracle.input("X"));
    const auto block = run.block("layer_norm", {{"epsilon", oracle.number({"inputs", "eps"})}}, {{"input", x}},
                                 {{"gain", oracle.input("gamma")}, {"bias", oracle.input("beta")}});
    run.expect("output", block.output("output"), oracle.expected("layer_norm"));
    const Value loss = run.loss(block.output("output"), oracle.input("G"));
    run.expectGradient("X", loss, x, oracle.tensor({"expected", "grad", "X"}));
    run.expectGradient("gamma", loss, block.weight("gain"), oracle.tensor({"expected", "grad", "gamma"}));
    run.expectGradient("beta", loss, block.weight("bias"), oracle.tensor({"expected", "grad", "beta"}));
  });
  cases.check("GELU by erf", [&](OracleRun& run) {
    const Tensor numbers = oracle.input("z");
    const Value z = run.real(numbers);
    const Value y = ops::gelu(run.builder(), z, ops::GeluForm::Erf);
    run.expect("output", y, oracle.expected("gelu_erf"));
    run.expectGradient("z", run.loss(y, filled(numbers.shape(), 1.0)), z, oracle.expected("gelu_erf_grad"));
  });
  cases.check("GELU by tanh", [&](OracleRun& run) {
    run.expect("output", ops::gelu(run.builder(), run.real(oracle.input("z")), ops::GeluForm::Tanh),
               oracle.expected("gelu_tanh"));
  });
  cases.check("feed-forward with ReLU", [&](OracleRun& run) {
    const Tensor first = oracle.input("W1");
    const auto block = run.block(
        "feed_forward", {{"hidden", first.shape()[1]}}, {{"input", run.real(oracle.input("X"))}},
        {{"W_in", first}, {"b_in", oracle.input("b1")}, {"W_out", oracle.input("W2")}, {"b_out", oracle.input("b2")}});
    run.expect("output", block.output("output"), oracle.expected("ffn_relu"));
  });
  cases.check("the Annotated Transformer's norm", [&](OracleRun& run) {
    const Value row = run.real(part(oracle.input("X"), 0));
    run.expect("output",
               annotatedNorm(run.builder(), row, run.real(oracle.input("gamma")), run.real(oracle.input("beta"))),
               oracle.expected("annotated_transformer_variant_std(ddof=1)+eps_outside"));
  });
}

}  // namespace heed::test
