#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferComparison("equal", inputs);
}

void evaluate(const KernelCall& call) {
  compareElements(call, [](auto a, auto b) { return a == b; });
}

CellExplanation explain(const ExplainCall& call) {
  return explainPair(call, Combination::Function, "equal");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("{} == {}", operands[0], operands[1]);
}

}  // namespace

const OpDef& equalOp() {
  static const OpDef op{
      .name = "equal",
      .summary = "True where the first element equals the second; both real or both int.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "a truth has no derivative",
      .explain = explain,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = comparisonExamples,
      .dispatch = Dispatch::Element,
      .tolerance = {0.0, "a truth is exact"},
      .inPlace = false,
  };
  return op;
}

Value ops::equal(Builder& builder, Value a, Value b) {
  return builder.appendOne(equalOp(), {a, b});
}

}  // namespace heed::core
