#include "core/ops/shared/element_op.h"
#include "core/ops/shared/row_kernels.h"
#include "core/ops/shared/sub_step.h"

#include <cmath>
#include <limits>

namespace heed::core {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<ValueType> infer(std::span<const ValueType> inputs, const Attributes& attributes) {
  const bool hasMask = attributes.flag("mask");
  requireOperands("softmax", inputs, hasMask ? 2 : 1);
  requireKind("softmax", inputs, 0, ValueKind::Real);
  requireRank("softmax", inputs, 0, 1);
  requireElementsInRows("softmax", inputs[0]);
  if (hasMask) {
    requireKind("softmax", inputs, 1, ValueKind::Bool);
    if (broadcast(inputs[0].shape, inputs[1].shape, "softmax") != inputs[0].shape) {
      throw Error(ErrorKind::Shape,
                  text("Op", "softmax: the mask is %1; it must fit or stretch to the scores, which are %2",
                       toString(inputs[1]), toString(inputs[0])));
    }
  }
  return {inputs[0]};
}

template <typename Real>
void softmaxRow(const Real* scores, std::int64_t count, Real* out) {
  const Real largest = largestOf(scores, count);
  for (std::int64_t i = 0; i < count; ++i) out[i] = std::exp(scores[i] - largest);
  const Real sum = sumOf<Real>(count, [out](std::int64_t i) { return out[i]; });
  for (std::int64_t i = 0; i < count; ++i) out[i] = out[i] / sum;
}

/// `mask` moves by `stride` from score to score: 0 where one truth stands for the whole row.
template <typename Real>
void maskedSoftmaxRow(const Real* scores, const std::uint8_t* mask, std::int64_t stride, std::int64_t count,
                      Real* out) {
  Real largest = -std::numeric_limits<Real>::infinity();
  bool any = false;
  for (std::int64_t i = 0; i < count; ++i) {
    if (mask[i * stride] == 0) continue;
    any = true;
    largest = largerOf(largest, scores[i]);
  }
  for (std::int64_t i = 0; i < count; ++i) out[i] = mask[i * stride] != 0 ? std::exp(scores[i] - largest) : Real(0);
  if (!any) return;
  const Real sum = sumOf<Real>(count, [out](std::int64_t i) { return out[i]; });
  for (std::int64_t i = 0; i < count; ++i) out[i] = mask[i * stride] != 0 ? out[i] / sum : Real(0);
}

void evaluate(const KernelCall& call) {
  const Shape& shape = call.inputs[0].shape;
  const std::int64_t length = shape[-1];
  const std::int64_t rows = length == 0 ? 0 : shape.elementCount() / length;
  withReal(call.precision, [&]<typename Real>(Real) {
    const Real* scores = call.inputs[0].as<Real>();
    Real* out = call.outputs[0].as<Real>();
    if (!call.attributes.flag("mask")) {
      forRows(call, rows, length,
              [&](std::int64_t row) { softmaxRow(scores + row * length, length, out + row * length); });
      return;
    }
    const auto* mask = call.inputs[1].as<std::uint8_t>();
    const BroadcastMap map(call.inputs[1].shape, shape);
    forRows(call, rows, length, [&](std::int64_t row) {
      const std::int64_t first = row * length;
      maskedSoftmaxRow(scores + first, mask + map(first), map.lastStride(), length, out + first);
    });
  });
}

/// dS = A (dA - rowsum(dA A)): a fully masked row has A = 0 and so gets 0.
std::vector<Value> vjp(const GradientCall& call) {
  Builder& builder = call.builder;
  const Value weights = call.outputs[0];
  const Value product = ops::multiply(builder, call.cotangents[0], weights);
  const Value sum = ops::reduceSum(builder, product, {-1}, ops::KeepDimensions::Yes);
  const Value scores = ops::multiply(builder, weights, ops::subtract(builder, call.cotangents[0], sum));
  std::vector<Value> result(call.inputs.size());
  result[0] = scores;
  return result;
}

/// The parts of the expansion that differ with a mask.
struct Allowed {
  Value mask;  ///< as given
  Value any;   ///< per row: whether anything is allowed
};

Allowed allowedOf(Builder& builder, Value mask) {
  const Shape& shape = builder.shape(mask);
  if (shape.rank() == 0 || shape[-1] == 1) return {mask, mask};
  const Value numbers = ops::cast(builder, mask, ValueKind::Real);
  const Value largest = ops::reduceMax(builder, numbers, {-1}, ops::KeepDimensions::Yes);
  return {mask, ops::greater(builder, largest, builder.constant(0.0))};
}

std::vector<Value> expandMasked(const ExpandCall& call) {
  Builder& builder = call.builder;
  const Value scores = call.inputs[0];
  const auto [mask, any] = allowedOf(builder, call.inputs[1]);
  const Value zero = builder.constant(0.0);
  const Value allowedScores = ops::select(builder, mask, scores, builder.constant(-kInfinity));
  const Value largest = ops::reduceMax(builder, allowedScores, {-1}, ops::KeepDimensions::Yes);
  const Value maximum = subStep(call, ops::select(builder, any, largest, zero),
                                {"maximum",
                                 text("Op", "Row maximum"),
                                 text("Op", "The largest allowed score of each row; 0 where nothing is allowed."),
                                 "m",
                                 {}});
  const Value difference = ops::subtract(builder, scores, maximum);
  const Value shifted =
      subStep(call, ops::select(builder, mask, difference, zero),
              {"shifted", text("Op", "Subtract maximum"),
               text("Op", "No exponential can overflow now, and the weights stay the same."), "Z - m", mask});
  const Value exponential = subStep(
      call, ops::select(builder, mask, ops::exp(builder, shifted), zero),
      {"exponential", text("Op", "Exponential"),
       text("Op", "Every allowed score becomes positive; what is masked out counts as 0."), "\\exp(Z - m)", mask});
  const Value sum = subStep(call, ops::reduceSum(builder, exponential, {-1}, ops::KeepDimensions::Yes),
                            {"sum",
                             text("Op", "Row sum"),
                             text("Op", "What each row is divided by, so that its weights add up to 1."),
                             "\\Sigma",
                             {}});
  const Value divisor = ops::select(builder, any, sum, builder.constant(1.0));
  return {ops::select(builder, mask, ops::divide(builder, exponential, divisor), zero)};
}

std::vector<Value> expand(const ExpandCall& call) {
  if (call.attributes.flag("mask")) return expandMasked(call);
  Builder& builder = call.builder;
  const Value scores = call.inputs[0];
  const Value maximum =
      subStep(call, ops::reduceMax(builder, scores, {-1}, ops::KeepDimensions::Yes),
              {"maximum", text("Op", "Row maximum"), text("Op", "The largest score of each row."), "m", {}});
  const Value shifted = subStep(call, ops::subtract(builder, scores, maximum),
                                {"shifted",
                                 text("Op", "Subtract maximum"),
                                 text("Op", "No exponential can overflow now, and the weights stay the same."),
                                 "Z - m",
                                 {}});
  const Value exponential = subStep(
      call, ops::exp(builder, shifted),
      {"exponential", text("Op", "Exponential"), text("Op", "Every score becomes positive."), "\\exp(Z - m)", {}});
  const Value sum = subStep(call, ops::reduceSum(builder, exponential, {-1}, ops::KeepDimensions::Yes),
                            {"sum",
                             text("Op", "Row sum"),
                             text("Op", "What each row is divided by, so that its weights add up to 1."),
                             "\\Sigma",
                             {}});
  return {ops::divide(builder, exponential, sum)};
}

CellExplanation explain(const ExplainCall& call) {
  const Shape& shape = call.inputs[0].shape();
  const std::int64_t length = shape[-1];
  const std::int64_t first = call.offset - call.offset % length;
  const bool hasMask = call.attributes.flag("mask");
  const BroadcastMap map(hasMask ? call.inputs[1].shape() : shape, shape);
  CellExplanation explanation;
  explanation.combination = Combination::Function;
  explanation.function = "softmax";
  for (std::int64_t offset = first; offset < first + length; ++offset) {
    if (hasMask && call.inputs[1].at(map(offset)) == 0.0) continue;
    if (offset == call.offset) explanation.selected = static_cast<int>(explanation.terms.size());
    explanation.terms.push_back(elementTerm(call, 0, offset));
  }
  explanation.result = call.outputs[0].at(call.offset);
  return explanation;
}

Cost cost(std::span<const ValueType> inputs, std::span<const ValueType> outputs, const Attributes& /*attributes*/) {
  constexpr double kOperationsPerElement = 5.0;
  return {kOperationsPerElement * static_cast<double>(inputs.front().shape.elementCount()),
          byteCount(inputs) + byteCount(outputs)};
}

std::string pytorch(std::span<const std::string> operands, const Attributes& attributes) {
  if (!attributes.flag("mask")) return fmt::format("torch.softmax({}, dim=-1)", operands[0]);
  return fmt::format("torch.softmax({0}.masked_fill(~{1}, float('-inf')), dim=-1).masked_fill(~{1}, 0.0)", operands[0],
                     operands[1]);
}

std::vector<OpExample> examples() {
  const Attributes plain{{"mask", false}};
  const Attributes masked{{"mask", true}};
  return {{"odd sizes", {realInput({3, 7}, -3.0, 3.0)}, plain},
          {"one element", {realInput({1})}, plain},
          {"batch and heads", {realInput({2, 3, 4, 9}, -3.0, 3.0)}, plain},
          {"extreme scores", {realInput({3, 5}, -1000.0, 1000.0)}, plain, false},
          {"no rows", {realInput({0, 4})}, plain, false},
          {"masked", {realInput({5, 7}, -3.0, 3.0), boolInput({5, 7}, 0.7)}, masked},
          {"one mask for all heads", {realInput({2, 3, 4, 5}, -3.0, 3.0), boolInput({4, 5}, 0.7)}, masked},
          {"padding", {realInput({2, 4, 5}, -3.0, 3.0), boolInput({2, 1, 5}, 0.7)}, masked},
          {"whole rows masked", {realInput({6, 3}), boolInput({6, 1}, 0.5)}, masked},
          {"fully masked", {realInput({3, 5}), boolInput({5}, 0.0)}, masked},
          {"one truth", {realInput({3, 5}), boolInput({}, 1.0)}, masked},
          {"masked, extreme scores", {realInput({4, 9}, -1000.0, 1000.0), boolInput({4, 9}, 0.6)}, masked, false}};
}

}  // namespace

const OpDef& softmaxOp() {
  static const OpDef op{
      .name = "softmax",
      .summary = "exp of each element over the sum of exp along the last axis, over the places that the mask allows.",
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
      .tolerance = {1e-6,
                    "a few roundings of float32 in exp, sum and quotient; on the CPU the bits of the expansion, as "
                    "both use the same loops"},
      .inPlace = true,
  };
  return op;
}

Value ops::softmax(Builder& builder, Value a, Value mask) {
  if (!mask.isValid()) return builder.appendOne(softmaxOp(), {a}, {{"mask", false}});
  return builder.appendOne(softmaxOp(), {a, mask}, {{"mask", true}});
}

}  // namespace heed::core
