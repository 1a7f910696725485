#include "core/ops/shared/moving.h"

#include <algorithm>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("gather", inputs, 2);
  requireKind("gather", inputs, 1, ValueKind::Int);
  const Shape& shape = inputs[0].shape;
  const int axis = axisOf("gather", attributes, shape.rank());
  std::vector<std::int64_t> sizes(shape.begin(), shape.begin() + axis);
  sizes.insert(sizes.end(), inputs[1].shape.begin(), inputs[1].shape.end());
  sizes.insert(sizes.end(), shape.begin() + axis + 1, shape.end());
  return {{inputs[0].kind, Shape(std::span<const std::int64_t>(sizes))}};
}

void evaluate(const KernelCall& call) {
  const int axis = axisOf("gather", call.attributes, call.inputs[0].shape.rank());
  const AxisSplit from = splitAt(call.inputs[0].shape, axis);
  const std::int64_t count = call.inputs[1].shape.elementCount();
  const auto* indices = call.inputs[1].as<std::int32_t>();
  checkIndices("gather", indices, count, from.size);
  withBits(call.outputs[0].kind, [&]<typename Bits>(Bits) {
    const Bits* in = call.inputs[0].as<Bits>();
    Bits* out = call.outputs[0].as<Bits>();
    call.context.pool.parallelFor(from.outer * count, rowGrain(from.inner), [&](std::int64_t begin, std::int64_t end) {
      call.context.throwIfStopped();
      for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t source = row / count * from.size + indices[row % count];
        std::copy_n(in + source * from.inner, from.inner, out + row * from.inner);
      }
    });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Shape shape = call.builder.shape(call.inputs[0]);
  const int axis = axisOf("gather", call.attributes, shape.rank());
  return {ops::scatterAdd(call.builder, call.cotangents[0], call.inputs[1], axis, shape[axis]), Value{}};
}

CellExplanation explain(const ExplainCall& call) {
  const int axis = axisOf("gather", call.attributes, call.inputs[0].shape().rank());
  const AxisSplit from = splitAt(call.inputs[0].shape(), axis);
  const std::int64_t count = std::max<std::int64_t>(call.inputs[1].elementCount(), 1);
  const std::int64_t row = call.offset / from.inner;
  const auto index = static_cast<std::int64_t>(call.inputs[1].at(row % count));
  return explainCopy(call, 0, (row / count * from.size + index) * from.inner + call.offset % from.inner);
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {0.0, byteCount(inputs.subspan(1)) + 2.0 * byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("{}[{}{}.long()]", operands[0], pythonLeadingColons(attributes.integer("axis")), operands[1]);
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto indices = [](Shape shape, double size) { return ExampleInput{{ValueKind::Int, shape}, 0.0, size}; };
  const auto axis = [](std::int64_t number) { return Attributes{{"axis", number}}; };
  return {{"rows of a table", {real({5, 3}), indices({7}, 5.0)}, axis(0)},
          {"a batch of rows", {real({5, 3}), indices({2, 3}, 5.0)}, axis(0)},
          {"middle axis, batch in front", {real({2, 4, 3}), indices({5}, 4.0)}, axis(1)},
          {"last axis", {real({2, 3, 7}), indices({3}, 7.0)}, axis(2)},
          {"one index", {real({4, 2}), indices({}, 4.0)}, axis(0)},
          {"no index", {real({4, 2}), indices({0}, 4.0)}, axis(0)},
          {"whole numbers", {{{ValueKind::Int, {5}}, 0.0, 9.0}, indices({4}, 5.0)}, axis(0), false}};
}

}  // namespace

const OpDef& gatherOp() {
  static const OpDef op{
      .name = "gather",
      .summary = "Rows along an axis chosen by indices; the indices' shape takes the axis' place.",
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

Value ops::gather(Builder& builder, Value a, Value indices, int axis) {
  return builder.appendOne(gatherOp(), {a, indices}, {{"axis", countedAxis(axis, builder.shape(a).rank())}});
}

}  // namespace heed::core
