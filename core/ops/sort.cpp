#include "core/ops/shared/order.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("sort", inputs, 1);
  requireKind("sort", inputs, 0, ValueKind::Real);
  requireRank("sort", inputs, 0, 1);
  return {inputs[0], {ValueKind::Int, inputs[0].shape}};
}

void evaluate(const KernelCall& call) {
  withReal(call.precision, [&]<typename Real>(Real) { orderRows<Real>(call, call.inputs[0].shape[-1]); });
}

CellExplanation explain(const ExplainCall& call) {
  return explainOrder(call, call.inputs[0].shape()[-1]);
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  const double passes = std::log2(static_cast<double>(inputs[0].shape[-1]) + 1.0);
  return {static_cast<double>(inputs[0].shape.elementCount()) * passes, byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.sort({}, dim=-1, descending=True, stable=True)", operands[0]);
}

std::vector<OpExample> examples() {
  const auto spaced = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -1.0, 1.0, true}; };
  return {{"rows", {spaced({3, 5})}, {}},
          {"batch and heads", {spaced({2, 3, 4})}, {}},
          {"one row", {spaced({13})}, {}},
          {"one element", {spaced({1})}, {}},
          {"empty rows", {spaced({2, 0})}, {}}};
}

}  // namespace

const OpDef& sortOp() {
  static const OpDef op{
      .name = "sort",
      .summary =
          "Each row along the last axis in descending order, and where each element came from; equal ones keep "
          "their order.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = orderVjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Row,
      .tolerance = {1e-7, "the rounding of the operand to float32"},
      .inPlace = false,
  };
  return op;
}

ops::ValuesAndIndices ops::sort(Builder& builder, Value a) {
  const std::vector<Value> outputs = builder.append(sortOp(), std::span(&a, 1));
  return {outputs[0], outputs[1]};
}

}  // namespace heed::core
