#include "core/ops/shared/moving.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("reverse_cumulative_sum", inputs, 1);
  requireKind("reverse_cumulative_sum", inputs, 0, ValueKind::Real);
  requireRank("reverse_cumulative_sum", inputs, 0, 1);
  return {inputs[0]};
}

void evaluate(const KernelCall& call) {
  const AxisSplit rows = splitAt(call.inputs[0].shape, -1);
  withReal(call.precision, [&]<typename Real>(Real) {
    call.context.pool.parallelFor(rows.outer, rowGrain(rows.size), [&](std::int64_t begin, std::int64_t end) {
      call.context.throwIfStopped();
      for (std::int64_t row = begin; row < end; ++row) {
        const Real* in = call.inputs[0].as<Real>() + row * rows.size;
        Real* out = call.outputs[0].as<Real>() + row * rows.size;
        Real sum{0};
        for (std::int64_t i = rows.size; i-- > 0;) {
          sum += in[i];
          out[i] = sum;
        }
      }
    });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {ops::cumulativeSum(call.builder, call.cotangents[0])};
}

CellExplanation explain(const ExplainCall& call) {
  const std::int64_t size = call.inputs[0].shape()[-1];
  CellExplanation explanation;
  explanation.combination = Combination::Sum;
  explanation.result = call.outputs[0].at(call.offset);
  const std::int64_t end = call.offset - call.offset % size + size;
  for (std::int64_t i = call.offset; i < end; ++i) explanation.terms.push_back(elementTerm(call, 0, i));
  return explanation;
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.cumsum({}.flip(-1), dim=-1).flip(-1)", operands[0]);
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"rows", {real({3, 5})}, {}},
          {"batch and heads", {real({2, 3, 4})}, {}},
          {"one row", {real({17})}, {}},
          {"one element", {real({1})}, {}},
          {"empty rows", {real({2, 0})}, {}}};
}

}  // namespace

const OpDef& reverseCumulativeSumOp() {
  static const OpDef op{
      .name = "reverse_cumulative_sum",
      .summary = "The running sum along the last axis, from the right.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Row,
      .tolerance = {2e-6, "a running sum of up to 17 numbers in float32"},
      .inPlace = true,
  };
  return op;
}

Value ops::reverseCumulativeSum(Builder& builder, Value a) {
  return builder.appendOne(reverseCumulativeSumOp(), {a});
}

}  // namespace heed::core
