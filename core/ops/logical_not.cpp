#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("logical_not", inputs, 1);
  requireKind("logical_not", inputs, 0, ValueKind::Bool);
  return {inputs[0]};
}

void evaluate(const KernelCall& call) {
  mapElements<std::uint8_t, std::uint8_t>(call,
                                          [](std::uint8_t a) { return static_cast<std::uint8_t>(a == 0 ? 1 : 0); });
}

CellExplanation explain(const ExplainCall& call) {
  return explainUnary(call, "not");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("~{}", operands[0]);
}

std::vector<OpExample> examples() {
  return {{"odd sizes", {boolInput({3, 5})}, {}, false},
          {"one element", {boolInput({})}, {}, false},
          {"nothing", {boolInput({0, 4})}, {}, false}};
}

}  // namespace

const OpDef& logicalNotOp() {
  static const OpDef op{
      .name = "logical_not",
      .summary = "True where the element is not.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "a truth has no derivative",
      .explain = explain,
      .cost = elementCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {0.0, "a truth is exact"},
      .inPlace = true,
  };
  return op;
}

Value ops::logicalNot(Builder& builder, Value a) {
  return builder.appendOne(logicalNotOp(), {a});
}

}  // namespace heed::core
