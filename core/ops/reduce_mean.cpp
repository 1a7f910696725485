#include "core/ops/shared/reduction.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  return inferReduction("reduce_mean", inputs, attributes, EmptyReduction::Refused);
}

void evaluate(const KernelCall& call) {
  withReal(call.precision, [&]<typename Real>(Real) {
    reduceRows<Real>(call, [](const Real* row, std::int64_t count) {
      return sumOf<Real>(count, [row](std::int64_t i) { return row[i]; }) / static_cast<Real>(count);
    });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Reduction reduction(call.builder.shape(call.inputs[0]), call.attributes.integers("axes"));
  const double share = 1.0 / static_cast<double>(std::max<std::int64_t>(1, reduction.count()));
  return {spreadCotangent(call, ops::scale(call.builder, call.cotangents[0], share))};
}

CellExplanation explain(const ExplainCall& call) {
  return explainReduction(call, Combination::Mean);
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return pytorchReduction("torch.mean", operands[0], attributes);
}

std::vector<OpExample> examples() {
  return reductionExamples(EmptyReduction::Refused, Kinks::None);
}

}  // namespace

const OpDef& reduceMeanOp() {
  static const OpDef op{
      .name = "reduce_mean",
      .summary = "The mean of the elements along axes.",
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

Value ops::reduceMean(Builder& builder, Value a, const std::vector<int>& axes, KeepDimensions keep) {
  return appendReduction(builder, reduceMeanOp(), a, axes, keep);
}

}  // namespace heed::core
