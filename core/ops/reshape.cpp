#include "core/ops/shared/moving.h"

#include <cstring>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("reshape", inputs, 1);
  const Shape shape(std::span<const std::int64_t>(attributes.integers("shape")));
  if (shape.elementCount() != inputs[0].shape.elementCount()) {
    throw Error(ErrorKind::Shape, text("Op", "reshape: %1 has %2 elements and %3 has %4; the numbers must be equal",
                                       inputs[0].shape.toString(), inputs[0].shape.elementCount(), shape.toString(),
                                       shape.elementCount()));
  }
  return {{inputs[0].kind, shape}};
}

void evaluate(const KernelCall& call) {
  const auto count = static_cast<std::size_t>(call.outputs[0].shape.elementCount());
  if (count > 0) std::memcpy(call.outputs[0].data, call.inputs[0].data, count * bytesPerElement(call.outputs[0].kind));
}

std::vector<Value> vjp(const GradientCall& call) {
  return {ops::reshape(call.builder, call.cotangents[0], call.builder.shape(call.inputs[0]))};
}

CellExplanation explain(const ExplainCall& call) {
  return explainCopy(call, 0, call.offset);
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("{}.reshape({})", operands[0], pythonTuple(attributes.integers("shape")));
}

std::vector<OpExample> examples() {
  const auto shape = [](std::vector<std::int64_t> sizes) { return Attributes{{"shape", std::move(sizes)}}; };
  return {{"heads apart", {{{ValueKind::Real, {2, 5, 6}}}}, shape({2, 5, 3, 2})},
          {"flattened", {{{ValueKind::Real, {3, 5}}}}, shape({15})},
          {"to a scalar", {{{ValueKind::Real, {1, 1}}}}, shape({})},
          {"no elements", {{{ValueKind::Real, {0, 4}}}}, shape({2, 0})},
          {"indices", {{{ValueKind::Int, {2, 3}}, 0.0, 9.0}}, shape({3, 2}), false}};
}

}  // namespace

const OpDef& reshapeOp() {
  static const OpDef op{
      .name = "reshape",
      .summary = "The same elements in the same order under another shape.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = moveCost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {1e-7, "the rounding of the operand to float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::reshape(Builder& builder, Value a, const Shape& shape) {
  return builder.appendOne(reshapeOp(), {a}, {{"shape", integersOf(shape)}});
}

}  // namespace heed::core
