#include "core/ops/shared/element_op.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  return inferPair("logical_or", inputs, ValueKind::Bool, ValueKind::Bool);
}

void evaluate(const KernelCall& call) {
  mapPairs<std::uint8_t, std::uint8_t>(call,
                                       [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>(a | b); });
}

CellExplanation explain(const ExplainCall& call) {
  return explainPair(call, Combination::Function, "or");
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("{} | {}", operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  return {{"same shape", {boolInput({3, 5}), boolInput({3, 5})}, {}, false},
          {"a row for every row", {boolInput({2, 5, 5}), boolInput({5})}, {}, false},
          {"both stretched", {boolInput({4, 1, 3}), boolInput({2, 1})}, {}, false},
          {"one element", {boolInput({}), boolInput({})}, {}, false}};
}

}  // namespace

const OpDef& logicalOrOp() {
  static const OpDef op{
      .name = "logical_or",
      .summary = "True where at least one of the elements is, stretching dimensions of size 1.",
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
      .inPlace = false,
  };
  return op;
}

Value ops::logicalOr(Builder& builder, Value a, Value b) {
  return builder.appendOne(logicalOrOp(), {a, b});
}

}  // namespace heed::core
