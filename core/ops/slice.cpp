#include "core/ops/shared/moving.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("slice", inputs, 1);
  const int axis = axisOf("slice", attributes, inputs[0].shape.rank());
  const std::int64_t begin = attributes.integer("begin");
  const std::int64_t end = attributes.integer("end");
  const std::int64_t step = attributes.integer("step");
  if (begin < 0 || begin > end || end > inputs[0].shape[axis] || step < 1) {
    throw Error(ErrorKind::Shape,
                text("Op", "slice: %1 to %2 by %3 along axis %4 of %5; it must lie in [0, %6] and go forward", begin,
                     end, step, axis, inputs[0].shape.toString(), inputs[0].shape[axis]));
  }
  return {{inputs[0].kind, inputs[0].shape.withSize(axis, (end - begin + step - 1) / step)}};
}

void evaluate(const KernelCall& call) {
  const int axis = axisOf("slice", call.attributes, call.inputs[0].shape.rank());
  const AxisSplit from = splitAt(call.inputs[0].shape, axis);
  const std::int64_t count = call.outputs[0].shape[axis];
  const std::int64_t first = call.attributes.integer("begin");
  const std::int64_t step = call.attributes.integer("step");
  withBits(call.outputs[0].kind, [&]<typename Bits>(Bits) {
    const Bits* in = call.inputs[0].as<Bits>();
    Bits* out = call.outputs[0].as<Bits>();
    call.context.pool.parallelFor(from.outer, rowGrain(count * from.inner), [&](std::int64_t begin, std::int64_t end) {
      call.context.throwIfStopped();
      for (std::int64_t outer = begin; outer < end; ++outer) {
        const Bits* source = in + (outer * from.size + first) * from.inner;
        Bits* target = out + outer * count * from.inner;
        if (step == 1) {
          std::copy_n(source, count * from.inner, target);
          continue;
        }
        for (std::int64_t i = 0; i < count; ++i) {
          std::copy_n(source + i * step * from.inner, from.inner, target + i * from.inner);
        }
      }
    });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Shape shape = call.builder.shape(call.inputs[0]);
  const int axis = axisOf("slice", call.attributes, shape.rank());
  return {ops::unslice(call.builder, call.cotangents[0], axis, shape[axis], call.attributes.integer("begin"),
                       call.attributes.integer("step"))};
}

CellExplanation explain(const ExplainCall& call) {
  const int axis = axisOf("slice", call.attributes, call.inputs[0].shape().rank());
  auto index = call.outputs[0].shape().index(call.offset);
  std::int64_t& position = index[static_cast<std::size_t>(axis)];
  position = call.attributes.integer("begin") + position * call.attributes.integer("step");
  const Shape& shape = call.inputs[0].shape();
  return explainCopy(call, 0, shape.offset(std::span(index.data(), static_cast<std::size_t>(shape.rank()))));
}

Cost cost(std::span<const ValueType> /*inputs*/, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {0.0, 2.0 * byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  const std::int64_t step = attributes.integer("step");
  return fmt::format("{}[{}{}:{}{}]", operands[0], pythonLeadingColons(attributes.integer("axis")),
                     attributes.integer("begin"), attributes.integer("end"),
                     step == 1 ? std::string() : fmt::format(":{}", step));
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto range = [](std::int64_t axis, std::int64_t begin, std::int64_t end, std::int64_t step) {
    return Attributes{{"axis", axis}, {"begin", begin}, {"end", end}, {"step", step}};
  };
  return {{"middle of the last axis", {real({3, 7})}, range(1, 2, 5, 1)},
          {"every second, batch and heads", {real({2, 3, 5, 2})}, range(2, 0, 5, 2)},
          {"one of the first axis", {real({4, 3})}, range(0, 3, 4, 1)},
          {"every third from 1", {real({2, 8})}, range(1, 1, 7, 3)},
          {"nothing", {real({2, 3})}, range(1, 1, 1, 1)},
          {"indices", {{{ValueKind::Int, {5}}, 0.0, 9.0}}, range(0, 1, 4, 1), false}};
}

}  // namespace

const OpDef& sliceOp() {
  static const OpDef op{
      .name = "slice",
      .summary = "The elements begin, begin + step, ... before end along an axis.",
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

Value ops::slice(Builder& builder, Value a, int axis, std::int64_t begin, std::int64_t end, std::int64_t step) {
  return builder.appendOne(
      sliceOp(), {a},
      {{"axis", countedAxis(axis, builder.shape(a).rank())}, {"begin", begin}, {"end", end}, {"step", step}});
}

}  // namespace heed::core
