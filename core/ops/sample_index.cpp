#include "core/ops/shared/order.h"

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("sample_index", inputs, 2);
  requireKind("sample_index", inputs, 0, ValueKind::Real);
  requireKind("sample_index", inputs, 1, ValueKind::Real);
  requireRank("sample_index", inputs, 0, 1);
  if (inputs[0].shape.without(-1) != inputs[1].shape) {
    throw Error(ErrorKind::Shape,
                text("Op", "sample_index: uniforms %1 must have the shape of %2 without its last axis",
                     inputs[1].shape.toString(), inputs[0].shape.toString()));
  }
  return {{ValueKind::Int, inputs[1].shape}};
}

/// The last index with a positive probability where rounding leaves the sum at or below the uniform; -1 if there is
/// none.
template <typename Real>
std::int32_t draw(const Real* probabilities, std::int64_t count, double uniform) {
  double sum = 0.0;
  std::int32_t chosen = -1;
  for (std::int64_t i = 0; i < count; ++i) {
    const auto probability = static_cast<double>(probabilities[i]);
    sum += probability;
    if (!(probability > 0.0)) continue;
    chosen = static_cast<std::int32_t>(i);
    if (sum > uniform) break;
  }
  return chosen;
}

void evaluate(const KernelCall& call) {
  const AxisSplit rows = splitAt(call.inputs[0].shape, -1);
  withReal(call.precision, [&]<typename Real>(Real) {
    call.context.pool.parallelFor(rows.outer, rowGrain(rows.size), [&](std::int64_t begin, std::int64_t end) {
      call.context.throwIfStopped();
      for (std::int64_t row = begin; row < end; ++row) {
        call.outputs[0].as<std::int32_t>()[row] = draw(call.inputs[0].as<Real>() + row * rows.size, rows.size,
                                                       static_cast<double>(call.inputs[1].as<Real>()[row]));
      }
    });
  });
}

CellExplanation explain(const ExplainCall& call) {
  CellExplanation explanation;
  explanation.combination = Combination::Function;
  explanation.function = "sample_index";
  explanation.terms = rowTerms(call, call.offset);
  explanation.terms.push_back(elementTerm(call, 1, call.offset));
  explanation.result = call.outputs[0].at(call.offset);
  explanation.selected = static_cast<int>(explanation.result);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  return {static_cast<double>(inputs[0].shape.elementCount()), byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& /*attributes*/) {
  return fmt::format(
      "torch.where(({0} > 0).any(-1), torch.searchsorted({0}.double().cumsum(-1), {1}.double().unsqueeze(-1), "
      "right=True).squeeze(-1).clamp(max={0}.shape[-1] - 1), -1)",
      operands[0], operands[1]);
}

std::vector<OpExample> examples() {
  const auto from = [](Shape shape, double low, double high) {
    return ExampleInput{{ValueKind::Real, shape}, low, high};
  };
  return {{"rows", {from({7, 3}, 0.2, 0.4), from({7}, 0.0, 1.0)}, {}, false},
          {"batch and heads", {from({2, 3, 5}, 0.1, 0.3), from({2, 3}, 0.0, 1.0)}, {}, false},
          {"one row", {from({4}, 0.2, 0.3), from({}, 0.0, 1.0)}, {}, false},
          {"rows of zeros", {from({3, 4}, 0.0, 0.0), from({3}, 0.0, 1.0)}, {}, false},
          {"empty rows", {from({2, 0}, 0.0, 1.0), from({2}, 0.0, 1.0)}, {}, false}};
}

}  // namespace

const OpDef& sampleIndexOp() {
  static const OpDef op{
      .name = "sample_index",
      .summary =
          "Draws an index of each row of probabilities by inverse CDF: the first whose running sum exceeds the "
          "row's uniform; -1 for a row of zeros.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = nullptr,
      .noGradient = "the drawn index jumps from one whole number to another and is constant between",
      .explain = explain,
      .cost = cost,
      .expand = nullptr,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Row,
      .tolerance = {0.0, "an index is exact where the uniform is not as close to a running sum as float32 rounds"},
      .inPlace = false,
  };
  return op;
}

Value ops::sampleIndex(Builder& builder, Value probabilities, Value uniform) {
  return builder.appendOne(sampleIndexOp(), {probabilities, uniform});
}

}  // namespace heed::core
