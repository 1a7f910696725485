#include "core/ops/shared/op_support.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("add", inputs, 2);
  requireKind("add", inputs, 0, ValueKind::Real);
  requireKind("add", inputs, 1, ValueKind::Real);
  return {{ValueKind::Real, broadcast(inputs[0].shape, inputs[1].shape, "add")}};
}

void evaluate(const KernelCall& call) {
  withReal(call.precision,
           [&]<typename Real>(Real) { mapPairs<Real, Real>(call, [](Real a, Real b) { return a + b; }); });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {sumToShape(call.builder, call.cotangents[0], call.builder.shape(call.inputs[0])),
          sumToShape(call.builder, call.cotangents[0], call.builder.shape(call.inputs[1]))};
}

CellExplanation explain(const ExplainCall& call) {
  return explainPair(call, Combination::Sum);
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("{} + {}", operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  return {{"same shape", {real({3, 5}), real({3, 5})}, {}},
          {"a row for every row", {real({2, 3, 5}), real({5})}, {}},
          {"both stretched", {real({4, 1, 3}), real({2, 1})}, {}},
          {"scalar", {real({7}), real({})}, {}}};
}

}  // namespace

const OpDef& addOp() {
  static const OpDef op{
      .name = "add",
      .summary = "Adds two tensors element by element, stretching dimensions of size 1.",
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
      .tolerance = {1e-7, "one rounding of float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::add(Builder& builder, Value a, Value b) {
  return builder.appendOne(addOp(), {a, b});
}

}  // namespace heed::core
