#include "core/ops/shared/reduction.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  return inferReduction("reduce_sum", inputs, attributes, EmptyReduction::Allowed);
}

void evaluate(const KernelCall& call) {
  withReal(call.precision, [&]<typename Real>(Real) {
    reduceRows<Real>(call, [](const Real* row, std::int64_t count) {
      return sumOf<Real>(count, [row](std::int64_t i) { return row[i]; });
    });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {spreadCotangent(call, call.cotangents[0])};
}

CellExplanation explain(const ExplainCall& call) {
  return explainReduction(call, Combination::Sum);
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return pytorchReduction("torch.sum", operands[0], attributes);
}

std::vector<OpExample> examples() {
  return reductionExamples(EmptyReduction::Allowed, Kinks::None);
}

}  // namespace

const OpDef& reduceSumOp() {
  static const OpDef op{
      .name = "reduce_sum",
      .summary = "Adds the elements along axes.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = reductionCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Row,
      .tolerance = {1e-6, "eight running sums in float32: an error of a few roundings of the largest partial sum"},
      .inPlace = false,
  };
  return op;
}

Value ops::reduceSum(Builder& builder, Value a, const std::vector<int>& axes, KeepDimensions keep) {
  return appendReduction(builder, reduceSumOp(), a, axes, keep);
}

}  // namespace heed::core
