#include "core/ops/shared/moving.h"

#include <fmt/ranges.h>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  if (inputs.empty()) throw Error(ErrorKind::Shape, text("Op", "concatenate: has no operands; it needs at least 1"));
  const ValueType& first = inputs[0];
  const int axis = axisOf("concatenate", attributes, first.shape.rank());
  std::int64_t size = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    requireKind("concatenate", inputs, i, first.kind);
    const Shape& shape = inputs[i].shape;
    if (shape.rank() != first.shape.rank() || shape.withSize(axis, first.shape[axis]) != first.shape) {
      throw Error(ErrorKind::Shape, text("Op",
                                         "concatenate: operand %1 is %2 and operand 0 is %3; all sizes but those "
                                         "of axis %4 must be equal",
                                         i, shape.toString(), first.shape.toString(), axis));
    }
    size += shape[axis];
  }
  return {{first.kind, first.shape.withSize(axis, size)}};
}

void evaluate(const KernelCall& call) {
  const int axis = axisOf("concatenate", call.attributes, call.outputs[0].shape.rank());
  const AxisSplit all = splitAt(call.outputs[0].shape, axis);
  withBits(call.outputs[0].kind, [&]<typename Bits>(Bits) {
    std::int64_t start = 0;
    for (const ConstView& input : call.inputs) {
      const std::int64_t length = input.shape[axis] * all.inner;
      call.context.pool.parallelFor(all.outer, rowGrain(length), [&](std::int64_t begin, std::int64_t end) {
        call.context.throwIfStopped();
        for (std::int64_t i = begin; i < end; ++i) {
          std::copy_n(input.as<Bits>() + i * length, length,
                      call.outputs[0].as<Bits>() + i * all.size * all.inner + start);
        }
      });
      start += length;
    }
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  const int axis = axisOf("concatenate", call.attributes, call.builder.shape(call.outputs[0]).rank());
  std::vector<Value> result;
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    const std::int64_t end = begin + call.builder.shape(call.inputs[i])[axis];
    result.push_back(call.wanted[i] != 0 ? ops::slice(call.builder, call.cotangents[0], axis, begin, end) : Value{});
    begin = end;
  }
  return result;
}

CellExplanation explain(const ExplainCall& call) {
  const int axis = axisOf("concatenate", call.attributes, call.outputs[0].shape().rank());
  const AxisSplit all = splitAt(call.outputs[0].shape(), axis);
  const std::int64_t outer = call.offset / (all.size * all.inner);
  std::int64_t position = call.offset % (all.size * all.inner);
  int input = 0;
  for (const Tensor& tensor : call.inputs) {
    const std::int64_t length = tensor.shape()[axis] * all.inner;
    if (position < length) return explainCopy(call, input, outer * length + position);
    position -= length;
    ++input;
  }
  HEED_ASSERT(false);
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("torch.cat([{}], dim={})", fmt::join(operands, ", "), attributes.integer("axis"));
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto axis = [](std::int64_t number) { return Attributes{{"axis", number}}; };
  return {{"last axis", {real({3, 2}), real({3, 5})}, axis(1)},
          {"first axis, three parts", {real({1, 3}), real({2, 3}), real({4, 3})}, axis(0)},
          {"middle axis", {real({2, 3, 5}), real({2, 1, 5})}, axis(1)},
          {"one part", {real({2, 3})}, axis(0)},
          {"an empty part", {real({2, 0}), real({2, 3})}, axis(1)},
          {"masks", {{{ValueKind::Bool, {2, 3}}, 0.0, 0.5}, {{ValueKind::Bool, {2, 2}}, 0.0, 0.5}}, axis(1), false}};
}

}  // namespace

const OpDef& concatenateOp() {
  static const OpDef op{
      .name = "concatenate",
      .summary = "Puts tensors one behind the other along an axis.",
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
      .tolerance = {1e-7, "the rounding of the operands to float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::concatenate(Builder& builder, std::span<const Value> parts, int axis) {
  const int rank = parts.empty() ? 0 : builder.shape(parts.front()).rank();
  return builder.append(concatenateOp(), parts, {{"axis", countedAxis(axis, rank)}}).front();
}

}  // namespace heed::core
