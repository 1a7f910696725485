#include "core/ops/shared/moving.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("unslice", inputs, 1);
  const int axis = axisOf("unslice", attributes, inputs[0].shape.rank());
  const std::int64_t count = inputs[0].shape[axis];
  const std::int64_t size = attributes.integer("size");
  const std::int64_t begin = attributes.integer("begin");
  const std::int64_t step = attributes.integer("step");
  if (begin < 0 || step < 1 || begin > size || (count > 0 && begin + (count - 1) * step >= size)) {
    throw Error(ErrorKind::Shape, text("Op", "unslice: %1 elements from %2 by %3 do not fit into size %4 of axis %5",
                                       count, begin, step, size, axis));
  }
  return {{inputs[0].kind, inputs[0].shape.withSize(axis, size)}};
}

void evaluate(const KernelCall& call) {
  const int axis = axisOf("unslice", call.attributes, call.outputs[0].shape.rank());
  const AxisSplit to = splitAt(call.outputs[0].shape, axis);
  const std::int64_t count = call.inputs[0].shape[axis];
  const std::int64_t first = call.attributes.integer("begin");
  const std::int64_t step = call.attributes.integer("step");
  withBits(call.outputs[0].kind, [&]<typename Bits>(Bits) {
    const Bits* in = call.inputs[0].as<Bits>();
    Bits* out = call.outputs[0].as<Bits>();
    call.context.pool.parallelFor(to.outer, rowGrain(to.size * to.inner), [&](std::int64_t begin, std::int64_t end) {
      call.context.throwIfStopped();
      for (std::int64_t outer = begin; outer < end; ++outer) {
        const Bits* source = in + outer * count * to.inner;
        Bits* target = out + outer * to.size * to.inner;
        std::fill_n(target, to.size * to.inner, Bits{0});
        for (std::int64_t i = 0; i < count; ++i) {
          std::copy_n(source + i * to.inner, to.inner, target + (first + i * step) * to.inner);
        }
      }
    });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Shape shape = call.builder.shape(call.inputs[0]);
  const int axis = axisOf("unslice", call.attributes, shape.rank());
  const std::int64_t begin = call.attributes.integer("begin");
  const std::int64_t step = call.attributes.integer("step");
  const std::int64_t end = shape[axis] == 0 ? begin : begin + (shape[axis] - 1) * step + 1;
  return {ops::slice(call.builder, call.cotangents[0], axis, begin, end, step)};
}

CellExplanation explain(const ExplainCall& call) {
  const Shape& shape = call.inputs[0].shape();
  const int axis = axisOf("unslice", call.attributes, shape.rank());
  const std::int64_t step = call.attributes.integer("step");
  auto index = call.outputs[0].shape().index(call.offset);
  std::int64_t& position = index[static_cast<std::size_t>(axis)];
  const std::int64_t distance = position - call.attributes.integer("begin");
  if (distance < 0 || distance % step != 0 || distance / step >= shape[axis]) return explainConstant(call);
  position = distance / step;
  return explainCopy(call, 0, shape.offset(std::span(index.data(), static_cast<std::size_t>(shape.rank()))));
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  const std::int64_t axis = attributes.integer("axis");
  const std::int64_t begin = attributes.integer("begin");
  const std::int64_t step = attributes.integer("step");
  return fmt::format(
      "torch.slice_scatter({0}.new_zeros({0}.shape[:{1}] + ({2},) + {0}.shape[{3}:]), {0}, dim={1}, start={4}, "
      "end={4} + {0}.shape[{1}] * {5} - {6}, step={5})",
      operands[0], axis, attributes.integer("size"), axis + 1, begin, step, step - 1);
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto range = [](std::int64_t axis, std::int64_t size, std::int64_t begin, std::int64_t step) {
    return Attributes{{"axis", axis}, {"size", size}, {"begin", begin}, {"step", step}};
  };
  return {{"into the last axis", {real({3, 3})}, range(1, 7, 2, 1)},
          {"every second, batch and heads", {real({2, 3, 3, 2})}, range(2, 5, 0, 2)},
          {"one of the first axis", {real({1, 3})}, range(0, 4, 3, 1)},
          {"nothing", {real({2, 0})}, range(1, 3, 1, 1)},
          {"mask", {{{ValueKind::Bool, {3}}, 0.0, 0.5}}, range(0, 5, 1, 1), false}};
}

}  // namespace

const OpDef& unsliceOp() {
  static const OpDef op{
      .name = "unslice",
      .summary = "Places a tensor into zeros of a larger size along an axis: the inverse of slice.",
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

Value ops::unslice(Builder& builder, Value a, int axis, std::int64_t size, std::int64_t begin, std::int64_t step) {
  return builder.appendOne(
      unsliceOp(), {a},
      {{"axis", countedAxis(axis, builder.shape(a).rank())}, {"size", size}, {"begin", begin}, {"step", step}});
}

}  // namespace heed::core
