#include "core/ops/shared/element_op.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferMap("log", inputs);
}

void evaluate(const KernelCall& call) {
  mapReals(call, [](auto x) { return std::log(x); });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {ops::divide(call.builder, call.cotangents[0], call.inputs[0])};
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "log");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.log({})", operands[0]);
}

std::vector<OpExample> examples() {
  return mapExamples(0.2, 4.0);
}

}  // namespace

const OpDef& logOp() {
  static const OpDef op{
      .name = "log",
      .summary = "The natural logarithm of every element; of 0 it is minus infinity, of a negative number NaN.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {3e-7, "the C library's float function is within one unit in the last place"},
      .inPlace = true,
  };
  return op;
}

Value ops::log(Builder& builder, Value a) {
  return builder.appendOne(logOp(), {a});
}

}  // namespace heed::core
