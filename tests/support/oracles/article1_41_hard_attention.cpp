#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

namespace {

/// What the gradient estimates r_k - b times (onehot_k - p) are made of, by ops.
struct Estimator {
  Builder& builder;
  Value p;        ///< [n]
  Value rewards;  ///< [n]

  [[nodiscard]] Value sum(Value value, std::vector<int> axes) const {
    return ops::reduceSum(builder, value, std::move(axes), ops::KeepDimensions::No);
  }
  [[nodiscard]] Value mean(Value value) const { return sum(ops::multiply(builder, p, value), {}); }
  [[nodiscard]] Value directions(Value places) const {
    return ops::subtract(builder, ops::oneHot(builder, places, builder.shape(p)[0]), p);
  }
  [[nodiscard]] Value lengths(Value places) const {
    const Value rows = directions(places);
    return sum(ops::multiply(builder, rows, rows), {-1});
  }
  [[nodiscard]] Value variance(Value places, Value baseline, Value gradient) const {
    const Value advantage = ops::subtract(builder, rewards, baseline);
    const Value squares = ops::multiply(builder, ops::multiply(builder, advantage, advantage), lengths(places));
    return ops::subtract(builder, mean(squares), sum(ops::multiply(builder, gradient, gradient), {}));
  }
};

Tensor placesOf(std::int64_t count) {
  std::vector<double> elements;
  for (std::int64_t i = 0; i < count; ++i) elements.push_back(static_cast<double>(i));
  return Tensor::fromDoubles({count}, elements);
}

void draws(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Tensor uniforms = oracle.input("uniforms");
  const Tensor steps = oracle.expected("cdf");
  const Value p = run.real(oracle.input("p"));
  run.expect("running sums", ops::cumulativeSum(builder, p), steps);
  const Value rows = ops::broadcastTo(builder, p, {uniforms.shape()[0], steps.shape()[0]});
  run.expectDraws("samples", ops::sampleIndex(builder, rows, run.real(uniforms)), oracle.expected("samples"), uniforms,
                  steps);
}

void expectation(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Value p = run.real(oracle.input("p"));
  const Value values = run.real(oracle.input("V"));
  const Shape shape = builder.shape(values);
  const Value row = ops::reshape(builder, p, {1, shape[0]});
  const Value mean = ops::matmul(builder, row, values);
  const Value squares = ops::matmul(builder, row, ops::multiply(builder, values, values));
  run.expect("soft output", mean, oracle.expected("soft_output"));
  run.expect("variance", ops::subtract(builder, squares, ops::multiply(builder, mean, mean)),
             oracle.expected("per_component_variance_of_one_sample"));
}

void reinforce(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Tensor probabilities = oracle.input("p");
  // softmax(log p) is p: the logits that the gradient is asked for.
  const Value logits = ops::log(builder, run.real(probabilities));
  const Estimator estimator{builder, ops::softmax(builder, logits), run.real(oracle.input("reward"))};
  const Value places = run.whole(placesOf(probabilities.shape()[0]));
  const Value objective = estimator.mean(estimator.rewards);
  const Value gradient = run.gradient(objective, logits);
  run.expect("J", objective, oracle.expected("J"));
  run.expect("gradient of the logits", gradient, oracle.expected("exact_grad_logits"));
  run.expect("baseline J", objective, oracle.expected("baseline_J"));
  run.expect("variance without a baseline", estimator.variance(places, builder.constant(0.0), gradient),
             oracle.expected("variance_no_baseline"));
  run.expect("variance with the baseline J", estimator.variance(places, objective, gradient),
             oracle.expected("variance_baseline_J"));
  const Value lengths = estimator.lengths(places);
  const Value best =
      ops::divide(builder, estimator.mean(ops::multiply(builder, estimator.rewards, lengths)), estimator.mean(lengths));
  run.expect("best baseline", best, oracle.expected("optimal_scalar_baseline"));
  run.expect("variance with the best baseline", estimator.variance(places, best, gradient),
             oracle.expected("variance_optimal"));
}

}  // namespace

void hardAttention(OracleReader& oracle, CaseRunner& cases) {
  cases.check("draws", [&](OracleRun& run) { draws(oracle, run); });
  cases.check("soft attention is the mean of the draws", [&](OracleRun& run) { expectation(oracle, run); });
  cases.check("gradient estimates", [&](OracleRun& run) { reinforce(oracle, run); });
  cases.check("the bound", [&](OracleRun& run) {
    Builder& builder = run.builder();
    const Value likelihoods = run.real(oracle.input("p_y_given_s"));
    const Estimator estimator{builder, run.real(oracle.input("p")), likelihoods};
    run.expect("bound", estimator.mean(ops::log(builder, likelihoods)), oracle.expected("lower_bound_L_s"));
    run.expect("log likelihood", ops::log(builder, estimator.mean(likelihoods)), oracle.expected("log_marginal"));
  });
}

}  // namespace heed::test
