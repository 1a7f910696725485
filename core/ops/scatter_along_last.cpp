#include "core/ops/shared/moving.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("scatter_along_last", inputs, 2);
  requireKind("scatter_along_last", inputs, 0, ValueKind::Real);
  requireKind("scatter_along_last", inputs, 1, ValueKind::Int);
  requireRank("scatter_along_last", inputs, 0, 1);
  if (inputs[0].shape != inputs[1].shape) {
    throw Error(ErrorKind::Shape, text("Op", "scatter_along_last: updates %1 and indices %2 must have the same shape",
                                       inputs[0].shape.toString(), inputs[1].shape.toString()));
  }
  return {{ValueKind::Real, inputs[0].shape.withSize(-1, attributes.integer("size"))}};
}

void evaluate(const KernelCall& call) {
  const AxisSplit from = splitAt(call.inputs[0].shape, -1);
  const std::int64_t size = call.outputs[0].shape[-1];
  const auto* indices = call.inputs[1].as<std::int32_t>();
  checkIndices("scatter_along_last", indices, from.outer * from.size, size);
  withReal(call.precision, [&]<typename Real>(Real) {
    call.context.pool.parallelFor(from.outer, rowGrain(from.size + size), [&](std::int64_t begin, std::int64_t end) {
      call.context.throwIfStopped();
      for (std::int64_t row = begin; row < end; ++row) {
        Real* out = call.outputs[0].as<Real>() + row * size;
        std::fill_n(out, size, Real{0});
        for (std::int64_t i = row * from.size; i < (row + 1) * from.size; ++i) {
          out[indices[i]] += call.inputs[0].as<Real>()[i];
        }
      }
    });
  });
}

/// The element of the cotangent's row at each index. Rows are flattened to leave room for one more dimension.
std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Shape shape = builder.shape(call.inputs[0]);
  const AxisSplit from = splitAt(shape, -1);
  const std::int64_t size = builder.shape(call.cotangents[0])[-1];
  const Value rows = ops::reshape(builder, call.cotangents[0], {from.outer, 1, size});
  const Value taken = ops::takeAlongLast(builder, ops::broadcastTo(builder, rows, {from.outer, from.size, size}),
                                         ops::reshape(builder, call.inputs[1], {from.outer, from.size}));
  return {ops::reshape(builder, taken, shape), Value{}};
}

CellExplanation explain(const ExplainCall& call) {
  const std::int64_t count = call.inputs[0].shape()[-1];
  const std::int64_t size = call.outputs[0].shape()[-1];
  const std::int64_t row = call.offset / size;
  CellExplanation explanation;
  explanation.combination = Combination::Sum;
  explanation.result = call.outputs[0].at(call.offset);
  for (std::int64_t i = row * count; i < (row + 1) * count; ++i) {
    if (static_cast<std::int64_t>(call.inputs[1].at(i)) != call.offset % size) continue;
    explanation.terms.push_back(elementTerm(call, 0, i));
  }
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {static_cast<double>(inputs[0].shape.elementCount()), byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("{0}.new_zeros({0}.shape[:-1] + ({2},)).scatter_add(-1, {1}.long(), {0})", operands[0],
                     operands[1], attributes.integer("size"));
}

std::vector<OpExample> examples() {
  const auto real = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}}; };
  const auto indices = [](Shape shape, double size) { return ExampleInput{{ValueKind::Int, shape}, 0.0, size}; };
  const auto into = [](std::int64_t size) { return Attributes{{"size", size}}; };
  return {{"rows with equal indices", {real({3, 5}), indices({3, 5}, 4.0)}, into(4)},
          {"batch and heads", {real({2, 3, 2}), indices({2, 3, 2}, 7.0)}, into(7)},
          {"one row", {real({1}), indices({1}, 3.0)}, into(3)},
          {"no updates", {real({2, 0}), indices({2, 0}, 1.0)}, into(3)}};
}

}  // namespace

const OpDef& scatterAlongLastOp() {
  static const OpDef op{
      .name = "scatter_along_last",
      .summary =
          "Adds each element of a row into a row of zeros at its index: updates and indices [.., k] give [.., size].",
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
      .tolerance = {1e-6, "sums of up to 5 numbers in float32"},
      .inPlace = false,
  };
  return op;
}

Value ops::scatterAlongLast(Builder& builder, Value updates, Value indices, std::int64_t size) {
  return builder.appendOne(scatterAlongLastOp(), {updates, indices}, {{"size", size}});
}

}  // namespace heed::core
