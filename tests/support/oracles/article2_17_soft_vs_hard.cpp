#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

namespace {

/// The class of the one-step cases. Only the case with the single samples names it.
constexpr std::int64_t kClass = 1;

Value total(Builder& builder, Value value) {
  return ops::reduceSum(builder, value, {}, ops::KeepDimensions::No);
}

/// log p(y | a) of each row of a for one class, [rows]; the map acts on columns: logits = W_o a.
Value logLikelihoods(Builder& builder, Value rows, Value map, std::int64_t label) {
  const Value logits =
      ops::logSoftmax(builder, ops::matmul(builder, rows, map, ops::Transpose::No, ops::Transpose::Yes));
  const std::int64_t count = builder.shape(logits)[0];
  return ops::reshape(builder, ops::slice(builder, logits, 1, label, label + 1), {count});
}

/// What is known of one step: where to look, and how likely the class is from there.
struct OneStep {
  Value scores;
  Value annotations;
  Value map;
  Value probabilities;
  Value likelihoods;
  Value bound;

  OneStep(OracleReader& oracle, OracleRun& run) {
    Builder& builder = run.builder();
    scores = run.real(oracle.input("e"));
    annotations = run.real(oracle.input("A"));
    map = run.real(oracle.input("Wo"));
    probabilities = ops::softmax(builder, scores);
    likelihoods = logLikelihoods(builder, annotations, map, kClass);
    bound = total(builder, ops::multiply(builder, probabilities, likelihoods));
  }
};

void oneStep(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const OneStep step(oracle, run);
  const std::int64_t count = builder.shape(step.scores)[0];
  const Value marginal = ops::log(
      builder, total(builder, ops::multiply(builder, step.probabilities, ops::exp(builder, step.likelihoods))));
  const Value context = ops::matmul(builder, ops::reshape(builder, step.probabilities, {1, count}), step.annotations);
  const Value soft = total(builder, logLikelihoods(builder, context, step.map, kClass));
  const Value entropy = ops::negate(
      builder, total(builder, ops::multiply(builder, step.probabilities, ops::logSoftmax(builder, step.scores))));
  const std::map<std::string, Value> values{{"p", step.probabilities},  {"loglik_per_position", step.likelihoods},
                                            {"log_marginal", marginal}, {"soft_loglik", soft},
                                            {"entropy", entropy},       {"lower_bound", step.bound}};
  for (const auto& [name, value] : values) run.expect(name, value, oracle.expected(name));
  const Value loss = values.at(oracle.value({"grad", "of"}).array().front().string());
  run.expectGradient("e", loss, step.scores, oracle.tensor({"grad", "d", "e"}));
  run.expectGradient("A", loss, step.annotations, oracle.tensor({"grad", "d", "A"}));
  run.expectGradient("Wo", loss, step.map, oracle.tensor({"grad", "d", "Wo"}));
}

/// One sample: its reward is a constant, and the score's gradient comes from log p(s) alone.
void singleSamples(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const OneStep step(oracle, run);
  const Value logP = ops::logSoftmax(builder, step.scores);
  const Value baseline = run.real(oracle.input("baseline"));
  for (const JsonValue& json : oracle.value({"expected", "terms"}).array()) {
    OracleReader term(json);
    const std::int64_t place = term.integer({"s"});
    const auto at = [&](Value vector) {
      return ops::reshape(builder, ops::slice(builder, vector, 0, place, place + 1), Shape());
    };
    const Value reward = ops::stopGradient(builder, at(step.likelihoods));
    const auto scoreGradient = [&](Value advantage) {
      return run.gradient(ops::multiply(builder, advantage, at(logP)), step.scores);
    };
    const std::string name = "sample " + std::to_string(place) + ": ";
    run.expect(name + "probability", at(step.probabilities), term.tensor({"p"}));
    run.expect(name + "reward", reward, term.tensor({"reward"}));
    run.expect(name + "without a baseline", scoreGradient(reward), term.tensor({"g_e_no_baseline"}));
    run.expect(name + "with a baseline", scoreGradient(ops::subtract(builder, reward, baseline)),
               term.tensor({"g_e_baseline_mean"}));
    run.expect(name + "map", run.gradient(at(step.likelihoods), step.map), term.tensor({"g_Wo"}));
  }
  run.expectGradient("e", step.bound, step.scores, oracle.expected("exact_d_e"));
  run.expectGradient("Wo", step.bound, step.map, oracle.expected("exact_d_Wo"));
}

/// Both places are summed over: the second scores depend on the first place.
void twoSteps(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Value scores = run.real(oracle.input("E2"));
  const Value shifts = run.real(oracle.input("B2"));
  const Value annotations = run.real(oracle.input("A"));
  const Value map = run.real(oracle.input("Wo"));
  const std::int64_t places = builder.shape(shifts)[0];
  const Tensor classes = oracle.tensor({"options", "y"});
  const auto likelihoods = [&](std::int64_t time) {
    return logLikelihoods(builder, annotations, map, static_cast<std::int64_t>(classes.at(time)));
  };
  const Value first = ops::softmax(builder, ops::slice(builder, scores, 0, 0, 1));
  const Value second = ops::softmax(builder, ops::add(builder, ops::slice(builder, scores, 0, 1, 2), shifts));
  const Value probabilities = ops::multiply(builder, ops::reshape(builder, first, {places, 1}), second);
  const Value rewards = ops::add(builder, ops::reshape(builder, likelihoods(0), {places, 1}), likelihoods(1));
  const Value bound = total(builder, ops::multiply(builder, probabilities, rewards));
  const std::vector<Value> both = {ops::reshape(builder, probabilities, {places * places, 1}),
                                   ops::reshape(builder, rewards, {places * places, 1})};
  run.expect("sequences", ops::concatenate(builder, both, 1), oracle.expected("prob_reward_9_sequences"));
  run.expect("bound", bound, oracle.expected("lower_bound"));
  run.expectGradient("E2", bound, scores, oracle.tensor({"grad", "d", "E2"}));
  run.expectGradient("B2", bound, shifts, oracle.tensor({"grad", "d", "B2"}));
  run.expectGradient("A", bound, annotations, oracle.tensor({"grad", "d", "A"}));
  run.expectGradient("Wo", bound, map, oracle.tensor({"grad", "d", "Wo"}));
}

void doublyStochastic(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Value weights = run.real(oracle.input("alpha"));
  const Value sums = ops::reduceSum(builder, weights, {0}, ops::KeepDimensions::No);
  const Value missing = ops::subtract(builder, builder.constant(1.0), sums);
  const Value penalty = total(builder, ops::multiply(builder, missing, missing));
  run.expect("sums", sums, oracle.expected("column_sums"));
  run.expect("penalty", penalty, oracle.expected("reg"));
  run.expectGradient("alpha", penalty, weights, oracle.tensor({"grad", "d", "alpha"}));
}

}  // namespace

void softVersusHard(OracleReader& oracle, CaseRunner& cases) {
  const auto check = [&](void (*describe)(OracleReader&, OracleRun&)) {
    cases.check(oracle.string({"name"}), [&](OracleRun& run) { describe(oracle, run); });
  };
  if (oracle.has({"expected", "terms"})) {
    check(singleSamples);
  } else if (oracle.has({"inputs", "E2"})) {
    check(twoSteps);
  } else if (oracle.has({"inputs", "alpha"})) {
    check(doublyStochastic);
  } else if (oracle.has({"expected", "lower_bound"})) {
    check(oneStep);
  }
}

}  // namespace heed::test
