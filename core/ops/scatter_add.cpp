#include "core/ops/shared/moving.h"

namespace heed::core {

namespace {

/// Elements of a row that one piece of work adds: rows are split, indices never, so that equal ones add in order.
constexpr std::int64_t kInnerBlock = 256;

int resultRank(const Shape& updates, const Shape& indices) {
  return updates.rank() - indices.rank() + 1;
}

Shape resultShape(const Shape& updates, const Shape& indices, int axis, std::int64_t size) {
  std::vector<std::int64_t> sizes(updates.begin(), updates.begin() + axis);
  sizes.push_back(size);
  sizes.insert(sizes.end(), updates.begin() + axis + indices.rank(), updates.end());
  return Shape(std::span<const std::int64_t>(sizes));
}

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("scatter_add", inputs, 2);
  requireKind("scatter_add", inputs, 0, ValueKind::Real);
  requireKind("scatter_add", inputs, 1, ValueKind::Int);
  const Shape& updates = inputs[0].shape;
  const Shape& indices = inputs[1].shape;
  requireRank("scatter_add", inputs, 0, indices.rank());
  const int axis = axisOf("scatter_add", attributes, resultRank(updates, indices));
  if (updates.part(axis, axis + indices.rank()) != indices) {
    throw Error(ErrorKind::Shape, text("Op", "scatter_add: updates %1 must hold the indices' shape %2 at axis %3",
                                       updates.toString(), indices.toString(), axis));
  }
  return {{ValueKind::Real, resultShape(updates, indices, axis, attributes.integer("size"))}};
}

void evaluate(const KernelCall& call) {
  const int axis = axisOf("scatter_add", call.attributes, call.outputs[0].shape.rank());
  const AxisSplit to = splitAt(call.outputs[0].shape, axis);
  const std::int64_t count = call.inputs[1].shape.elementCount();
  const auto* indices = call.inputs[1].as<std::int32_t>();
  checkIndices("scatter_add", indices, count, to.size);
  if (call.outputs[0].shape.elementCount() == 0) return;
  const std::int64_t blocks = (to.inner + kInnerBlock - 1) / kInnerBlock;
  const std::int64_t grain = rowGrain((count + to.size) * std::min(to.inner, kInnerBlock));
  withReal(call.precision, [&]<typename Real>(Real) {
    call.context.pool.parallelFor(to.outer * blocks, grain, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t piece = begin; piece < end; ++piece) {
        call.context.throwIfStopped();
        const std::int64_t outer = piece / blocks;
        const std::int64_t first = piece % blocks * kInnerBlock;
        const std::int64_t length = std::min(kInnerBlock, to.inner - first);
        const Real* updates = call.inputs[0].as<Real>() + outer * count * to.inner + first;
        Real* out = call.outputs[0].as<Real>() + outer * to.size * to.inner + first;
        for (std::int64_t row = 0; row < to.size; ++row) std::fill_n(out + row * to.inner, length, Real{0});
        for (std::int64_t i = 0; i < count; ++i) {
          Real* target = out + indices[i] * to.inner;
          for (std::int64_t j = 0; j < length; ++j) target[j] += updates[i * to.inner + j];
        }
      }
    });
  });
}

std::vector<Value> vjp(const GradientCall& call) {
  const int axis = axisOf("scatter_add", call.attributes, call.builder.shape(call.outputs[0]).rank());
  return {ops::gather(call.builder, call.cotangents[0], call.inputs[1], axis), Value{}};
}

CellExplanation explain(const ExplainCall& call) {
  const int axis = axisOf("scatter_add", call.attributes, call.outputs[0].shape().rank());
  const AxisSplit to = splitAt(call.outputs[0].shape(), axis);
  const std::int64_t count = call.inputs[1].elementCount();
  const std::int64_t outer = call.offset / (to.size * to.inner);
  const std::int64_t row = call.offset / to.inner % to.size;
  CellExplanation explanation;
  explanation.combination = Combination::Sum;
  explanation.result = call.outputs[0].at(call.offset);
  for (std::int64_t i = 0; i < count; ++i) {
    if (static_cast<std::int64_t>(call.inputs[1].at(i)) != row) continue;
    explanation.terms.push_back(elementTerm(call, 0, (outer * count + i) * to.inner + call.offset % to.inner));
  }
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {static_cast<double>(inputs[0].shape.elementCount()), byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format(
      "{0}.new_zeros({0}.shape[:{2}] + ({3},) + {0}.shape[{2} + {1}.dim():]).index_add({2}, {1}.flatten().long(), "
      "{0}.reshape({0}.shape[:{2}] + ({1}.numel(),) + {0}.shape[{2} + {1}.dim():]))",
      operands[0], operands[1], attributes.integer("axis"), attributes.integer("size"));
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto indices = [](Shape shape, double size) { return ExampleInput{{ValueKind::Int, shape}, 0.0, size}; };
  const auto into = [](std::int64_t axis, std::int64_t size) { return Attributes{{"axis", axis}, {"size", size}}; };
  return {{"rows with equal indices", {real({7, 3}), indices({7}, 3.0)}, into(0, 3)},
          {"a batch of indices", {real({2, 3, 5}), indices({2, 3}, 4.0)}, into(0, 4)},
          {"middle axis", {real({2, 5, 3}), indices({5}, 4.0)}, into(1, 4)},
          {"last axis", {real({3, 4}), indices({4}, 6.0)}, into(1, 6)},
          {"one index", {real({2}), indices({}, 4.0)}, into(0, 4)},
          {"no index", {real({0, 2}), indices({0}, 4.0)}, into(0, 4)}};
}

}  // namespace

const OpDef& scatterAddOp() {
  static const OpDef op{
      .name = "scatter_add",
      .summary = "Adds rows into zeros at indices along an axis; equal indices add in their order.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Row,
      .tolerance = {1e-6, "sums of up to 7 numbers in float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::scatterAdd(Builder& builder, Value updates, Value indices, int axis, std::int64_t size) {
  const int rank = resultRank(builder.shape(updates), builder.shape(indices));
  return builder.appendOne(scatterAddOp(), {updates, indices}, {{"axis", countedAxis(axis, rank)}, {"size", size}});
}

}  // namespace heed::core
