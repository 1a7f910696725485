#include "core/ops/shared/reduction.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  return inferReduction("reduce_min", inputs, attributes, EmptyReduction::Refused);
}

void evaluate(const KernelCall& call) {
  withReal(call.precision, [&]<typename Real>(Real) {
    reduceRows<Real>(call, [](const Real* row, std::int64_t count) { return smallestOf(row, count); });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {cotangentAtFirstLargest(call, ops::negate(call.builder, call.inputs[0]))};
}

CellExplanation explain(const ExplainCall& call) {
  return explainReduction(call, Combination::Minimum);
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return pytorchReduction("torch.amin", operands[0], attributes);
}

std::vector<OpExample> examples() {
  return reductionExamples(EmptyReduction::Refused, Kinks::AtTies);
}

}  // namespace

const OpDef& reduceMinOp() {
  static const OpDef op{
      .name = "reduce_min",
      .summary = "The smallest element along axes; NaN if any is. The gradient goes to the first smallest.",
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
      .tolerance = {1e-7, "exact; the operand is rounded to float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::reduceMin(Builder& builder, Value a, const std::vector<int>& axes, KeepDimensions keep) {
  return appendReduction(builder, reduceMinOp(), a, axes, keep);
}

}  // namespace heed::core
