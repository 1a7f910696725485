#include "core/ops/shared/order.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("take_along_last", inputs, 2);
  requireRank("take_along_last", inputs, 0, 1);
  requireKind("take_along_last", inputs, 1, ValueKind::Int);
  if (inputs[0].shape.without(-1) != inputs[1].shape) {
    throw Error(ErrorKind::Shape,
                text("Op", "take_along_last: indices %1 must have the shape of %2 without its last axis",
                     inputs[1].shape.toString(), inputs[0].shape.toString()));
  }
  return {{inputs[0].kind, inputs[1].shape}};
}

void evaluate(const KernelCall& call) {
  const AxisSplit rows = splitAt(call.inputs[0].shape, -1);
  const auto* indices = call.inputs[1].as<std::int32_t>();
  checkIndices("take_along_last", indices, rows.outer, rows.size);
  withBits(call.outputs[0].kind, [&]<typename Bits>(Bits) {
    for (std::int64_t row = 0; row < rows.outer; ++row) {
      call.outputs[0].as<Bits>()[row] = call.inputs[0].as<Bits>()[row * rows.size + indices[row]];
    }
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Shape shape = builder.shape(call.inputs[0]);
  const Shape column = shape.withSize(-1, 1);
  return {ops::scatterAlongLast(builder, ops::reshape(builder, call.cotangents[0], column),
                                ops::reshape(builder, call.inputs[1], column), shape[-1]),
          Value{}};
}

CellExplanation explain(const ExplainCall& call) {
  CellExplanation explanation;
  explanation.combination = Combination::Choice;
  explanation.terms = rowTerms(call, call.offset);
  explanation.selected = static_cast<int>(call.inputs[1].at(call.offset));
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {0.0, byteCount(inputs.subspan(1)) + 2.0 * byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.take_along_dim({}, {}.long().unsqueeze(-1), dim=-1).squeeze(-1)", operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto indices = [](Shape shape, double size) { return ExampleInput{{ValueKind::Int, shape}, 0.0, size}; };
  return {{"one of each row", {real({5, 3}), indices({5}, 3.0)}, {}},
          {"batch and heads", {real({2, 3, 4, 7}), indices({2, 3, 4}, 7.0)}, {}},
          {"one row", {real({4}), indices({}, 4.0)}, {}},
          {"no rows", {real({0, 3}), indices({0}, 3.0)}, {}}};
}

}  // namespace

const OpDef& takeAlongLastOp() {
  static const OpDef op{
      .name = "take_along_last",
      .summary = "One element of each row along the last axis: a [.., n] and indices [..] give [..].",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {1e-7, "the rounding of the operand to float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::takeAlongLast(Builder& builder, Value a, Value indices) {
  return builder.appendOne(takeAlongLastOp(), {a, indices});
}

}  // namespace heed::core
