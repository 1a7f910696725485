#include "core/ops/shared/moving.h"

#include <numeric>
#include <utility>

namespace heed::core {

namespace {

using Order = std::vector<std::int64_t>;

void checkOrder(const Order& order, int rank) {
  std::vector<char> seen(static_cast<std::size_t>(rank), 0);
  bool good = static_cast<int>(order.size()) == rank;
  for (const std::int64_t axis : order) {
    good = good && axis >= 0 && axis < rank && seen[static_cast<std::size_t>(axis)]++ == 0;
  }
  if (!good) {
    throw Error(ErrorKind::Shape,
                text("Op", "permute: the order %1 must name each of the %2 axes once", pythonTuple(order), rank));
  }
}

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("permute", inputs, 1);
  const Order& order = attributes.integers("order");
  checkOrder(order, inputs[0].shape.rank());
  std::vector<std::int64_t> sizes;
  for (const std::int64_t axis : order) sizes.push_back(inputs[0].shape[static_cast<int>(axis)]);
  return {{inputs[0].kind, Shape(std::span<const std::int64_t>(sizes))}};
}

/// For each axis of the result the distance in the operand between neighbours along it.
std::vector<std::int64_t> sourceStrides(const Shape& source, const Order& order) {
  std::vector<std::int64_t> strides;
  for (const std::int64_t axis : order) {
    strides.push_back(source.part(static_cast<int>(axis) + 1, source.rank()).elementCount());
  }
  return strides;
}

std::int64_t sourceOffset(const Shape& result, const std::vector<std::int64_t>& strides, std::int64_t offset) {
  const auto index = result.index(offset);
  return std::inner_product(strides.begin(), strides.end(), index.begin(), std::int64_t{0});
}

void evaluate(const KernelCall& call) {
  const Shape& shape = call.outputs[0].shape;
  const auto strides = sourceStrides(call.inputs[0].shape, call.attributes.integers("order"));
  const std::int64_t length = shape.rank() == 0 ? 1 : shape[-1];
  const std::int64_t stride = strides.empty() ? 1 : strides.back();
  if (shape.elementCount() == 0) return;
  withBits(call.outputs[0].kind, [&]<typename Bits>(Bits) {
    const Bits* in = call.inputs[0].as<Bits>();
    Bits* out = call.outputs[0].as<Bits>();
    call.context.pool.parallelFor(shape.elementCount() / length, rowGrain(length),
                                  [&](std::int64_t begin, std::int64_t end) {
                                    call.context.throwIfStopped();
                                    for (std::int64_t row = begin; row < end; ++row) {
                                      const Bits* source = in + sourceOffset(shape, strides, row * length);
                                      Bits* target = out + row * length;
                                      for (std::int64_t i = 0; i < length; ++i) target[i] = source[i * stride];
                                    }
                                  });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  const Order& order = call.attributes.integers("order");
  std::vector<int> inverse(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) inverse[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  return {ops::permute(call.builder, call.cotangents[0], inverse)};
}

CellExplanation explain(const ExplainCall& call) {
  const auto strides = sourceStrides(call.inputs[0].shape(), call.attributes.integers("order"));
  return explainCopy(call, 0, sourceOffset(call.outputs[0].shape(), strides, call.offset));
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("{}.permute({})", operands[0], pythonTuple(attributes.integers("order")));
}

std::vector<OpExample> examples() {
  const auto order = [](Order axes) { return Attributes{{"order", std::move(axes)}}; };
  return {{"transposed", {{{ValueKind::Real, {3, 5}}}}, order({1, 0})},
          {"heads to the front", {{{ValueKind::Real, {2, 5, 3, 4}}}}, order({0, 2, 1, 3})},
          {"all moved", {{{ValueKind::Real, {2, 3, 1, 4, 2}}}}, order({4, 0, 3, 2, 1})},
          {"scalar", {{{ValueKind::Real, {}}}}, order({})},
          {"no elements", {{{ValueKind::Real, {3, 0, 2}}}}, order({2, 0, 1})},
          {"mask", {{{ValueKind::Bool, {3, 4}}, 0.0, 0.5}}, order({1, 0}), false}};
}

}  // namespace

const OpDef& permuteOp() {
  static const OpDef op{
      .name = "permute",
      .summary = "Puts the axes into another order; axis i of the result is axis order[i] of the operand.",
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

Value ops::permute(Builder& builder, Value a, const std::vector<int>& order) {
  const int rank = builder.shape(a).rank();
  Order axes;
  for (const int axis : order) axes.push_back(countedAxis(axis, rank));
  return builder.appendOne(permuteOp(), {a}, {{"order", std::move(axes)}});
}

Value ops::transpose(Builder& builder, Value a, int axis0, int axis1) {
  const int rank = builder.shape(a).rank();
  std::vector<int> order(static_cast<std::size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::swap(order[static_cast<std::size_t>(normalizedAxis(axis0, rank, "transpose"))],
            order[static_cast<std::size_t>(normalizedAxis(axis1, rank, "transpose"))]);
  return permute(builder, a, order);
}

}  // namespace heed::core
