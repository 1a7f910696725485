#include "core/ops/shared/moving.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("broadcast_to", inputs, 1);
  const Shape shape(std::span<const std::int64_t>(attributes.integers("shape")));
  if (broadcast(inputs[0].shape, shape, "broadcast_to") != shape) {
    throw Error(ErrorKind::Shape,
                text("Op", "broadcast_to: %1 cannot be stretched to %2; only dimensions of size 1 can",
                     inputs[0].shape.toString(), shape.toString()));
  }
  return {{inputs[0].kind, shape}};
}

void evaluate(const KernelCall& call) {
  const Shape& from = call.inputs[0].shape;
  const Shape& to = call.outputs[0].shape;
  if (to.elementCount() == 0) return;
  const BroadcastMap map(from, to);
  const std::int64_t length = to.rank() == 0 ? 1 : to[-1];
  const bool repeatsOne = from.rank() == 0 || from[-1] == 1;
  withBits(call.outputs[0].kind, [&]<typename Bits>(Bits) {
    call.context.pool.parallelFor(to.elementCount() / length, rowGrain(length),
                                  [&](std::int64_t begin, std::int64_t end) {
                                    call.context.throwIfStopped();
                                    for (std::int64_t row = begin; row < end; ++row) {
                                      const Bits* source = call.inputs[0].as<Bits>() + map(row * length);
                                      Bits* target = call.outputs[0].as<Bits>() + row * length;
                                      if (repeatsOne) {
                                        std::fill_n(target, length, *source);
                                      } else {
                                        std::copy_n(source, length, target);
                                      }
                                    }
                                  });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  return {sumToShape(call.builder, call.cotangents[0], call.builder.shape(call.inputs[0]))};
}

CellExplanation explain(const ExplainCall& call) {
  return explainCopy(call, 0, BroadcastMap(call.inputs[0].shape(), call.outputs[0].shape())(call.offset));
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("torch.broadcast_to({}, {})", operands[0], pythonTuple(attributes.integers("shape")));
}

std::vector<OpExample> examples() {
  const auto shape = [](std::vector<std::int64_t> sizes) { return Attributes{{"shape", std::move(sizes)}}; };
  return {{"a row for every row", {{{ValueKind::Real, {5}}}}, shape({2, 3, 5})},
          {"a column for every column", {{{ValueKind::Real, {3, 1}}}}, shape({2, 3, 5})},
          {"the middle stretched", {{{ValueKind::Real, {2, 1, 3}}}}, shape({2, 4, 3})},
          {"a scalar", {{{ValueKind::Real, {}}}}, shape({3, 2})},
          {"nothing to do", {{{ValueKind::Real, {3, 2}}}}, shape({3, 2})},
          {"to no elements", {{{ValueKind::Real, {1, 2}}}}, shape({0, 2})},
          {"mask", {{{ValueKind::Bool, {1, 4}}, 0.0, 0.5}}, shape({3, 4}), false}};
}

}  // namespace

const OpDef& broadcastToOp() {
  static const OpDef op{
      .name = "broadcast_to",
      .summary = "Repeats dimensions of size 1, and adds leading ones, until the shape is reached.",
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

Value ops::broadcastTo(Builder& builder, Value a, const Shape& shape) {
  return builder.appendOne(broadcastToOp(), {a}, {{"shape", integersOf(shape)}});
}

}  // namespace heed::core
