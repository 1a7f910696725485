#include "core/ops/shared/element_op.h"
#include "core/ops/shared/row_kernels.h"
#include "core/ops/shared/sub_step.h"

#include <cmath>

namespace heed::core {

namespace {

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& /*attributes*/) {
  requireOperands("layer_norm", inputs, 3);
  for (std::size_t i = 0; i < 3; ++i) requireKind("layer_norm", inputs, i, ValueKind::Real);
  requireRank("layer_norm", inputs, 0, 1);
  requireElementsInRows("layer_norm", inputs[0]);
  const Shape expected{inputs[0].shape[-1]};
  for (std::size_t i = 1; i < 3; ++i) {
    if (inputs[i].shape != expected) {
      throw Error(ErrorKind::Shape, text("Op",
                                         "layer_norm: operand %1 is %2; it must have shape %3, one number for each "
                                         "place of the rows of operand 0, which is %4",
                                         i, toString(inputs[i]), expected.toString(), toString(inputs[0])));
    }
  }
  return {inputs[0]};
}

template <typename Real>
void normaliseRow(const Real* in, const Real* gain, const Real* bias, Real epsilon, std::int64_t count, Real* out) {
  const auto divisor = static_cast<Real>(count);
  const Real mean = sumOf<Real>(count, [in](std::int64_t i) { return in[i]; }) / divisor;
  for (std::int64_t i = 0; i < count; ++i) out[i] = in[i] - mean;
  const Real variance = sumOf<Real>(count, [out](std::int64_t i) { return out[i] * out[i]; }) / divisor;
  const Real deviation = std::sqrt(variance + epsilon);
  for (std::int64_t i = 0; i < count; ++i) out[i] = out[i] / deviation * gain[i] + bias[i];
}

void evaluate(const KernelCall& call) {
  const std::int64_t length = call.inputs[0].shape[-1];
  const std::int64_t rows = length == 0 ? 0 : call.inputs[0].shape.elementCount() / length;
  withReal(call.precision, [&]<typename Real>(Real) {
    const auto epsilon = static_cast<Real>(call.attributes.real("epsilon"));
    forRows(call, rows, length, [&](std::int64_t row) {
      normaliseRow(call.inputs[0].as<Real>() + row * length, call.inputs[1].as<Real>(), call.inputs[2].as<Real>(),
                   epsilon, length, call.outputs[0].as<Real>() + row * length);
    });
  });
}

struct Normalised {
  Value deviation;  ///< sqrt(variance + epsilon) of each row
  Value value;      ///< (x - mean) / deviation
};

Normalised normalised(Builder& builder, Value x, double epsilon) {
  const Value mean = ops::reduceMean(builder, x, {-1}, ops::KeepDimensions::Yes);
  const Value centred = ops::subtract(builder, x, mean);
  const Value variance =
      ops::reduceMean(builder, ops::multiply(builder, centred, centred), {-1}, ops::KeepDimensions::Yes);
  const Value deviation = ops::sqrt(builder, ops::add(builder, variance, builder.constant(epsilon)));
  return {deviation, ops::divide(builder, centred, deviation)};
}

/// With n = (x - mean) / deviation and h = dY gain: dX = (h - mean(h) - n mean(h n)) / deviation, dGain = sum of dY n
/// over the rows, dBias = sum of dY.
std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Value cotangent = call.cotangents[0];
  const auto [deviation, value] = normalised(builder, call.inputs[0], call.attributes.real("epsilon"));
  std::vector<Value> result(3);
  if (call.wanted[0] != 0) {
    const Value h = ops::multiply(builder, cotangent, call.inputs[1]);
    const Value mean = ops::reduceMean(builder, h, {-1}, ops::KeepDimensions::Yes);
    const Value along = ops::reduceMean(builder, ops::multiply(builder, h, value), {-1}, ops::KeepDimensions::Yes);
    const Value across = ops::subtract(builder, ops::subtract(builder, h, mean), ops::multiply(builder, value, along));
    result[0] = ops::divide(builder, across, deviation);
  }
  if (call.wanted[1] != 0) {
    result[1] = sumToShape(builder, ops::multiply(builder, cotangent, value), builder.shape(call.inputs[1]));
  }
  if (call.wanted[2] != 0) result[2] = sumToShape(builder, cotangent, builder.shape(call.inputs[2]));
  return result;
}

std::vector<Value> expand(const ExpandCall& call) {
  Builder& builder = call.builder;
  const Value x = call.inputs[0];
  const Value mean =
      subStep(call, ops::reduceMean(builder, x, {-1}, ops::KeepDimensions::Yes),
              {"mean", text("Op", "Row mean"), text("Op", "The mean of each row's elements."), "\\mu", {}});
  const Value centred =
      subStep(call, ops::subtract(builder, x, mean),
              {"centred", text("Op", "Subtract mean"), text("Op", "Every row now has mean 0."), "X - \\mu", {}});
  const Value squares = ops::multiply(builder, centred, centred);
  const Value variance = subStep(call, ops::reduceMean(builder, squares, {-1}, ops::KeepDimensions::Yes),
                                 {"variance",
                                  text("Op", "Row variance"),
                                  text("Op", "The mean of the squared differences from the mean."),
                                  "\\sigma^2",
                                  {}});
  const Value safe = ops::add(builder, variance, builder.constant(call.attributes.real("epsilon")));
  const Value deviation = subStep(call, ops::sqrt(builder, safe),
                                  {"deviation",
                                   text("Op", "Row deviation"),
                                   text("Op", "The small number under the root keeps it from being 0."),
                                   "\\sqrt{\\sigma^2 + \\epsilon}",
                                   {}});
  const Value value =
      subStep(call, ops::divide(builder, centred, deviation),
              {"normalised",
               text("Op", "Divide by deviation"),
               text("Op", "Every row now has variance 1, but for epsilon; a row of equal numbers is 0."),
               "\\frac{X - \\mu}{\\sqrt{\\sigma^2 + \\epsilon}}",
               {}});
  return {ops::add(builder, ops::multiply(builder, value, call.inputs[1]), call.inputs[2])};
}

/// Terms: the row, then the gain and the bias of the cell.
CellExplanation explain(const ExplainCall& call) {
  const std::int64_t length = call.inputs[0].shape()[-1];
  const std::int64_t column = call.offset % length;
  CellExplanation explanation;
  explanation.combination = Combination::Function;
  explanation.function = "layer_norm";
  explanation.parameters = {call.attributes.real("epsilon")};
  for (std::int64_t i = 0; i < length; ++i) explanation.terms.push_back(elementTerm(call, 0, call.offset - column + i));
  explanation.terms.push_back(elementTerm(call, 1, column));
  explanation.terms.push_back(elementTerm(call, 2, column));
  explanation.selected = static_cast<int>(column);
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  constexpr double kOperationsPerElement = 6.0;
  return {kOperationsPerElement * static_cast<double>(inputs.front().shape.elementCount()),
          byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  return fmt::format("torch.nn.functional.layer_norm({0}, {0}.shape[-1:], {1}, {2}, eps={3})", operands[0], operands[1],
                     operands[2], attributes.real("epsilon"));
}

std::vector<OpExample> examples() {
  const Attributes attributes{{"epsilon", 1e-5}};
  const auto example = [&](std::string label, Shape shape, double low, double high) {
    return OpExample{
        std::move(label), {realInput(shape, low, high), realInput({shape[-1]}), realInput({shape[-1]})}, attributes};
  };
  std::vector<OpExample> result = {
      example("odd sizes", {3, 7}, -2.0, 2.0),           example("one row", {5}, -1.0, 1.0),
      example("batch", {2, 3, 4, 9}, -2.0, 2.0),         example("far from 0", {3, 6}, 9.0, 11.0),
      example("rows of one element", {3, 1}, -1.0, 1.0), example("no rows", {0, 4}, -1.0, 1.0)};
  result.back().checkGradient = false;
  return result;
}

}  // namespace

const OpDef& layerNormOp() {
  static const OpDef op{
      .name = "layer_norm",
      .summary = "(x - mean) / sqrt(variance + epsilon) * gain + bias along the last axis, with the biased variance.",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .noGradient = {},
      .explain = explain,
      .cost = cost,
      .expand = expand,
      .pytorch = pytorch,
      .examples = examples,
      .dispatch = Dispatch::Row,
      .tolerance = {1e-5,
                    "x - mean cancels: an error of float32 relative to the mean, divided by the deviation; on the CPU "
                    "the bits of the expansion, as both use the same loops"},
      .inPlace = true,
  };
  return op;
}

Value ops::layerNorm(Builder& builder, Value a, Value gain, Value bias, double epsilon) {
  return builder.appendOne(layerNormOp(), {a, gain, bias}, {{"epsilon", epsilon}});
}

}  // namespace heed::core
