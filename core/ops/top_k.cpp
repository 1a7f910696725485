#include "core/ops/shared/order.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("top_k", inputs, 1);
  requireKind("top_k", inputs, 0, ValueKind::Real);
  requireRank("top_k", inputs, 0, 1);
  const std::int64_t k = attributes.integer("k");
  if (k < 0 || k > inputs[0].shape[-1]) {
    throw Error(ErrorKind::Shape, text("Op", "top_k: k is %1; it must be in [0, %2], the size of the last axis of %3",
                                       k, inputs[0].shape[-1], inputs[0].shape.toString()));
  }
  const Shape shape = inputs[0].shape.withSize(-1, k);
  return {{ValueKind::Real, shape}, {ValueKind::Int, shape}};
}

void evaluate(const KernelCall& call) {
  withReal(call.precision, [&]<typename Real>(Real) { orderRows<Real>(call, call.attributes.integer("k")); });
}

CellExplanation explain(const ExplainCall& call) {
  return explainOrder(call, call.attributes.integer("k"));
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& attributes) {
  const double passes = std::log2(static_cast<double>(attributes.integer("k")) + 1.0);
  return {static_cast<double>(inputs[0].shape.elementCount()) * passes, byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("tuple(part[..., :{1}] for part in torch.sort({0}, dim=-1, descending=True, stable=True))",
                     operands[0], attributes.integer("k"));
}

std::vector<OpExample> examples() {
  const auto spaced = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -1.0, 1.0, true}; };
  const auto first = [](std::int64_t k) { return Attributes{{"k", k}}; };
  return {{"three of each row", {spaced({3, 5})}, first(3)},
          {"batch and heads", {spaced({2, 3, 4})}, first(2)},
          {"all", {spaced({7})}, first(7)},
          {"one element", {spaced({1})}, first(1)},
          {"none", {spaced({2, 3})}, first(0)}};
}

}  // namespace

const OpDef& topKOp() {
  static const OpDef op{
      .name = "top_k",
      .summary =
          "The k largest elements of each row along the last axis, largest first, and their indices; the lower "
          "index of equal ones first.",
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

ops::ValuesAndIndices ops::topK(Builder& builder, Value a, std::int64_t k) {
  const std::vector<Value> outputs = builder.append(topKOp(), std::span(&a, 1), {{"k", k}});
  return {outputs[0], outputs[1]};
}

}  // namespace heed::core
