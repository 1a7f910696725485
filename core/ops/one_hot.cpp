#include "core/ops/shared/moving.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  requireOperands("one_hot", inputs, 1);
  requireKind("one_hot", inputs, 0, ValueKind::Int);
  const Shape& shape = inputs[0].shape;
  return {{ValueKind::Real, shape.withInserted(shape.rank(), attributes.integer("size"))}};
}

void evaluate(const KernelCall& call) {
  const std::int64_t size = call.attributes.integer("size");
  const auto* indices = call.inputs[0].as<std::int32_t>();
  withReal(call.precision, [&]<typename Real>(Real) {
    Real* out = call.outputs[0].as<Real>();
    call.context.pool.parallelFor(call.inputs[0].shape.elementCount(), rowGrain(size),
                                  [&](std::int64_t begin, std::int64_t end) {
                                    call.context.throwIfStopped();
                                    std::fill(out + begin * size, out + end * size, Real{0});
                                    for (std::int64_t row = begin; row < end; ++row) {
                                      if (indices[row] >= 0 && indices[row] < size)
                                        out[row * size + indices[row]] = Real{1};
                                    }
                                  });
  });
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {0.0, byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("({}.unsqueeze(-1) == torch.arange({})).float()", operands[0], attributes.integer("size"));
}

std::vector<OpExample> examples() {
  const auto indices = [](Shape shape, double low, double high) {
    return ExampleInput{{ValueKind::Int, shape}, low, high};
  };
  const auto size = [](std::int64_t number) { return Attributes{{"size", number}}; };
  return {{"a row", {indices({5}, 0.0, 4.0)}, size(4), false},
          {"batch, some outside", {indices({2, 3}, -2.0, 7.0)}, size(5), false},
          {"one index", {indices({}, 0.0, 3.0)}, size(3), false},
          {"no index", {indices({0}, 0.0, 3.0)}, size(3), false}};
}

}  // namespace

const OpDef& oneHotOp() {
  static const OpDef op{
      .name = "one_hot",
      .summary = "A row for each index with 1 at the index and 0 elsewhere: [..] gives [.., size].",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "its operand is a whole number",
      .explain = explainConstant,
      .cost = cost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Element,
      .tolerance = {0.0, "0 and 1 are exact"},
      .inPlace = false,
  };
  return op;
}

Value ops::oneHot(Builder& builder, Value indices, std::int64_t size) {
  return builder.appendOne(oneHotOp(), {indices}, {{"size", size}});
}

}  // namespace heed::core
