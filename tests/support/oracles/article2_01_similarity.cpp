#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_tensor.h"

#include <utility>

namespace heed::test {

using namespace core;

namespace {

struct Gradients {
  OracleReader& oracle;
  OracleRun& run;
  Value loss;

  void expect(const std::string& name, Value of) const {
    run.expectGradient(name, loss, of, oracle.tensor({"grad", "d", name}));
  }
  void expectTransposed(const std::string& name, Value of) const {
    run.expectGradient(name, loss, of, transposed(oracle.tensor({"grad", "d", name})));
  }
};

/// A mechanism on Q, K and V, with the scores where it labels them.
std::pair<OracleRun::Block, Gradients> mechanism(OracleReader& oracle, OracleRun& run, const std::string& type,
                                                 const Parameters& parameters, const std::string& scores,
                                                 const OracleRun::Weights& weights = {}) {
  const Value query = run.real(oracle.input("Q"));
  const Value key = run.real(oracle.input("K"));
  const Value value = run.real(oracle.input("V"));
  const auto block = run.block(type, parameters, {{"query", query}, {"key", key}, {"value", value}}, weights);
  run.expect("scores", block.step(scores), oracle.expected("e"));
  run.expect("weights", block.output("weights"), oracle.expected("a"));
  run.expect("output", block.output("output"), oracle.expected("out"));
  const Gradients gradients{oracle, run, run.loss(block.output("output"), oracle.tensor({"grad", "G", "out"}))};
  gradients.expect("Q", query);
  gradients.expect("K", key);
  gradients.expect("V", value);
  return {block, gradients};
}

void additive(OracleReader& oracle, OracleRun& run) {
  const Tensor map = oracle.input("W");
  const auto [block, gradients] =
      mechanism(oracle, run, "additive", {{"width", map.shape()[0]}}, "scores",
                {{"W", transposed(map)}, {"U", transposed(oracle.input("U"))}, {"v", oracle.input("v")}});
  gradients.expectTransposed("W", block.weight("W"));
  gradients.expectTransposed("U", block.weight("U"));
  gradients.expect("v", block.weight("v"));
}

/// W_c = [W | U]: additive attention with the two maps side by side.
void concat(OracleReader& oracle, OracleRun& run) {
  const Tensor maps = oracle.input("Wc");
  const std::int64_t queryWidth = oracle.input("Q").shape()[1];
  const std::int64_t width = maps.shape()[1];
  const auto [block, gradients] = mechanism(oracle, run, "additive", {{"width", maps.shape()[0]}}, "scores",
                                            {{"W", transposed(columns(maps, 0, queryWidth))},
                                             {"U", transposed(columns(maps, queryWidth, width))},
                                             {"v", oracle.input("v")}});
  const Tensor expected = oracle.tensor({"grad", "d", "Wc"});
  run.expectGradient("W", gradients.loss, block.weight("W"), transposed(columns(expected, 0, queryWidth)));
  run.expectGradient("U", gradients.loss, block.weight("U"), transposed(columns(expected, queryWidth, width)));
  gradients.expect("v", block.weight("v"));
}

void general(OracleReader& oracle, OracleRun& run) {
  const auto [block, gradients] = mechanism(oracle, run, "luong_general", {}, "scores", {{"W", oracle.input("Wg")}});
  gradients.expect("Wg", block.weight("W"));
}

Value rowSum(Builder& builder, Value value) {
  return ops::reduceSum(builder, value, {-1}, ops::KeepDimensions::Yes);
}

/// The normalisers that are ops or one line of them; invalid for others.
Value normalised(OracleReader& oracle, Builder& builder, Value scores, const std::string& name) {
  const auto root = [&] {
    const Value width = builder.constant(oracle.number({"options", "scale_d"}));
    return ops::divide(builder, scores, ops::sqrt(builder, width));
  };
  if (name == "softmax") return ops::softmax(builder, scores);
  if (name == "scale") return root();
  if (name == "scaled_softmax") return ops::softmax(builder, root());
  if (name == "sum_abs") return ops::divide(builder, scores, rowSum(builder, ops::abs(builder, scores)));
  if (name == "sigmoid") return ops::sigmoid(builder, scores);
  if (name == "relu_sum" || name == "sigmoid_sum") {
    const Value parts = name == "relu_sum" ? ops::relu(builder, scores) : ops::sigmoid(builder, scores);
    return ops::divide(builder, parts, rowSum(builder, parts));
  }
  throw NoSuchBlock{name};
}

void normaliser(OracleReader& oracle, OracleRun& run, const std::string& name) {
  const Value scores = run.real(oracle.input("E"));
  const Value weights = normalised(oracle, run.builder(), scores, name);
  run.expect("weights", weights, oracle.expected("a"));
  const Value loss = run.loss(weights, oracle.tensor({"grad", "G", "a"}));
  run.expectGradient("E", loss, scores, oracle.tensor({"grad", "d", "E"}));
}

void maskedSoftmax(OracleReader& oracle, OracleRun& run) {
  const Value scores = run.real(oracle.input("E"));
  const Value value = run.real(oracle.input("V"));
  const Value weights = ops::softmax(run.builder(), scores, run.mask(oracle.input("mask")));
  const Value output = ops::matmul(run.builder(), weights, value);
  run.expect("weights", weights, oracle.expected("a"));
  run.expect("output", output, oracle.expected("out"));
  const Value loss = run.loss(output, oracle.tensor({"grad", "G", "out"}));
  run.expectGradient("E", loss, scores, oracle.tensor({"grad", "d", "E"}));
  run.expectGradient("V", loss, value, oracle.tensor({"grad", "d", "V"}));
}

}  // namespace

void similarity(OracleReader& oracle, CaseRunner& cases) {
  const std::string name = oracle.string({"name"});
  const std::string score = name.substr(0, name.find('+'));
  const auto check = [&](auto describe) { cases.check(name, describe); };
  if (name.starts_with("norm:")) {
    if (oracle.has({"inputs", "E"}))
      check([&](OracleRun& run) { normaliser(oracle, run, name.substr(std::string("norm:").size())); });
  } else if (name.starts_with("masked softmax")) {
    check([&](OracleRun& run) { maskedSoftmax(oracle, run); });
  } else if (score == "dot") {
    check([&](OracleRun& run) { mechanism(oracle, run, "scaled_dot_product", {{"divisor", 1.0}}, "scores"); });
  } else if (score == "scaled_dot") {
    check([&](OracleRun& run) { mechanism(oracle, run, "scaled_dot_product", {}, "scaled"); });
  } else if (score == "cosine") {
    check([&](OracleRun& run) { mechanism(oracle, run, "cosine", {}, "scores"); });
  } else if (score == "additive") {
    check([&](OracleRun& run) { additive(oracle, run); });
  } else if (score == "concat") {
    check([&](OracleRun& run) { concat(oracle, run); });
  } else if (score == "general") {
    check([&](OracleRun& run) { general(oracle, run); });
  }
}

}  // namespace heed::test
