#include "core/ops/shared/order.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("arg_max", inputs, 1);
  requireKind("arg_max", inputs, 0, ValueKind::Real);
  requireRank("arg_max", inputs, 0, 1);
  if (inputs[0].shape[-1] == 0) {
    throw Error(ErrorKind::Shape, text("Op", "arg_max: the last axis of %1 is empty; it must have at least 1 element",
                                       inputs[0].shape.toString()));
  }
  return {{ValueKind::Int, inputs[0].shape.without(-1)}};
}

void evaluate(const KernelCall& call) {
  const AxisSplit rows = splitAt(call.inputs[0].shape, -1);
  withReal(call.precision, [&]<typename Real>(Real) {
    call.context.pool.parallelFor(rows.outer, rowGrain(rows.size), [&](std::int64_t begin, std::int64_t end) {
      call.context.throwIfStopped();
      for (std::int64_t row = begin; row < end; ++row) {
        const Real* in = call.inputs[0].as<Real>() + row * rows.size;
        std::int64_t best = 0;
        for (std::int64_t i = 1; i < rows.size; ++i) {
          if (ranksBefore(in[i], in[best])) best = i;
        }
        call.outputs[0].as<std::int32_t>()[row] = static_cast<std::int32_t>(best);
      }
    });
  });
}

CellExplanation explain(const ExplainCall& call) {
  CellExplanation explanation;
  explanation.combination = Combination::Function;
  explanation.function = "arg_max";
  explanation.terms = rowTerms(call, call.offset);
  explanation.result = call.outputs[0].at(call.offset);
  explanation.selected = static_cast<int>(explanation.result);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {static_cast<double>(inputs[0].shape.elementCount()), byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format("torch.argmax({}, dim=-1)", operands[0]);
}

std::vector<OpExample> examples() {
  const auto spaced = [](Shape shape) { return ExampleInput{{ValueKind::Real, shape}, -1.0, 1.0, true}; };
  return {{"rows", {spaced({3, 5})}, {}, false},
          {"batch and heads", {spaced({2, 3, 4})}, {}, false},
          {"one row", {spaced({7})}, {}, false},
          {"one element", {spaced({1})}, {}, false},
          {"no rows", {spaced({0, 3})}, {}, false}};
}

}  // namespace

const OpDef& argMaxOp() {
  static const OpDef op{
      .name = "arg_max",
      .summary = "The index of the largest element of each row along the last axis; the lowest of equal ones.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "the index jumps from one whole number to another and is constant between",
      .explain = explain,
      .cost = cost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Row,
      .tolerance = {0.0, "an index is exact where no two elements are as close as float32 rounds"},
      .inPlace = false,
  };
  return op;
}

Value ops::argMax(Builder& builder, Value a) {
  return builder.appendOne(argMaxOp(), {a});
}

}  // namespace heed::core
