#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

namespace heed::test {

using namespace core;

namespace {

/// Softmax over the k largest: a mask of the chosen places, made of their one-hot rows.
struct TopK {
  Value mask;  ///< Bool [n]
  Value weights;

  TopK(Builder& builder, Value scores, std::int64_t k) {
    const std::int64_t count = builder.shape(scores)[-1];
    const Value rows = ops::oneHot(builder, ops::topK(builder, scores, k).indices, count);
    const Value chosen = ops::reduceSum(builder, rows, {-2}, ops::KeepDimensions::No);
    mask = ops::greater(builder, chosen, builder.constant(0.0));
    weights = ops::softmax(builder, scores, mask);
  }
};

constexpr std::int64_t kTop = 2;

/// A case with one normaliser: p, its gradient and its Jacobian.
void single(OracleReader& oracle, OracleRun& run, bool isTopK) {
  Builder& builder = run.builder();
  const Value scores = run.real(oracle.input("z"));
  const Value weights = isTopK ? TopK(builder, scores, kTop).weights : ops::softmax(builder, scores);
  run.expect("p", weights, oracle.expected("p"));
  const Value loss = run.loss(weights, oracle.tensor({"grad", "G", "p"}));
  run.expectGradient("z", loss, scores, oracle.tensor({"grad", "d", "z"}));
  run.expect("Jacobian", run.jacobian(weights, scores), oracle.tensor({"jacobian"}));
}

void several(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Value scores = run.real(oracle.input("z"));
  const TopK top(builder, scores, kTop);
  run.expect("softmax", ops::softmax(builder, scores), oracle.expected("softmax"));
  run.expect("top 2", top.weights, oracle.expected("topk2"));
  run.expect("mask of the top 2", top.mask, oracle.expected("topk2_mask"));
}

void gumbel(OracleReader& oracle, OracleRun& run) {
  Builder& builder = run.builder();
  const Tensor numbers = oracle.input("z");
  const Value scores = run.real(numbers);
  const Value noisy = ops::add(builder, scores, run.real(oracle.input("gumbel")));
  const Value soft =
      ops::softmax(builder, ops::divide(builder, noisy, builder.constant(oracle.number({"options", "tau"}))));
  run.expect("soft", soft, oracle.expected("y_soft"));
  run.expect("hard", ops::oneHot(builder, ops::argMax(builder, soft), numbers.shape()[-1]),
             oracle.expected("y_hard_forward"));
  const Value loss = run.loss(soft, oracle.tensor({"grad", "G", "y_soft"}));
  run.expectGradient("z", loss, scores, oracle.tensor({"grad", "d", "z"}));
}

}  // namespace

void sparseNorm(OracleReader& oracle, CaseRunner& cases) {
  const std::string name = oracle.string({"name"});
  if (name == "softmax" || name == "topk2") {
    cases.check(name, [&](OracleRun& run) { single(oracle, run, name == "topk2"); });
  } else if (oracle.has({"expected", "topk2_mask"})) {
    cases.check(name, [&](OracleRun& run) { several(oracle, run); });
  } else if (oracle.has({"inputs", "gumbel"})) {
    cases.check(name, [&](OracleRun& run) { gumbel(oracle, run); });
  } else if (oracle.has({"inputs", "u"})) {
    cases.check(name, [&](OracleRun& run) {
      Builder& builder = run.builder();
      const Value inner = ops::negate(builder, ops::log(builder, run.real(oracle.input("u"))));
      run.expect("noise", ops::negate(builder, ops::log(builder, inner)), oracle.expected("g"));
    });
  }
}

}  // namespace heed::test
