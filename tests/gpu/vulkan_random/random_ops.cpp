#include "tests/gpu/vulkan_random/random_ops.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace heed::test {

using namespace core;

namespace {

using Values = RandomValues;

/// Between 0.5 and 1.5.
Value positive(Values& values, Value a) {
  return ops::add(values.builder(), ops::sigmoid(values.builder(), a), values.builder().constant(0.5));
}

template <typename Op>
void smooth(Values& values, double largest, Op op) {
  const Made a = values.real(0, largest);
  values.addReal(op(values.builder(), a.value), std::max(1.0, a.size));
}

/// For ops with a kink or a jump: of exact numbers, which stay exact.
template <typename Op>
void kinked(Values& values, bool staysExact, Op op) {
  const Made a = values.exact();
  values.addReal(op(values.builder(), a.value), std::max(1.0, a.size), staysExact);
}

template <typename Op>
void paired(Values& values, Op op) {
  const Made a = values.real();
  const Made b = values.partnerOf(a);
  const bool isSwapped = values.chance(50);
  values.addReal(op(values.builder(), (isSwapped ? b : a).value, (isSwapped ? a : b).value),
                 std::max(a.size + b.size, a.size * b.size));
}

template <typename Op>
void extreme(Values& values, Op op) {
  const Made a = values.exact();
  const Made b = values.partnerOf(a, true);
  values.addReal(op(values.builder(), a.value, b.value), std::max(a.size, b.size), true);
}

/// Comparisons take exact numbers, or whole ones.
template <typename Op>
void compared(Values& values, Op op) {
  if (values.chance(30)) {
    const Made a = values.whole();
    const Made b = values.newWhole(values.stretchable(values.shape(a)), a.low, a.high);
    values.addTruth(op(values.builder(), a.value, b.value));
    return;
  }
  const Made a = values.exact();
  values.addTruth(op(values.builder(), a.value, values.partnerOf(a, true).value));
}

template <typename Op>
void logical(Values& values, Op op) {
  const Made a = values.truth();
  values.addTruth(op(values.builder(), a.value, values.newTruth(values.stretchable(values.shape(a))).value));
}

struct Reduction {
  std::vector<int> axes;
  ops::KeepDimensions keep;
  std::int64_t count = 1;  ///< how many elements come together
};

Reduction reductionOf(Values& values, const Shape& shape) {
  Reduction result{{}, values.chance(50) ? ops::KeepDimensions::Yes : ops::KeepDimensions::No};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (values.chance(50)) result.axes.push_back(values.chance(30) ? axis - shape.rank() : axis);
  }
  result.count = result.axes.empty() ? shape.elementCount() : 1;
  for (const int axis : result.axes) result.count *= shape[axis];
  return result;
}

void appendSum(Values& values) {
  const Made a = values.real();
  const Reduction reduction = reductionOf(values, values.shape(a));
  values.addReal(ops::reduceSum(values.builder(), a.value, reduction.axes, reduction.keep),
                 a.size * static_cast<double>(std::max<std::int64_t>(1, reduction.count)));
}

void appendMean(Values& values) {
  const Made a = values.real();
  const Reduction reduction = reductionOf(values, values.shape(a));
  values.addReal(ops::reduceMean(values.builder(), a.value, reduction.axes, reduction.keep), a.size);
}

template <typename Op>
void appendExtremeOfAxes(Values& values, Op op) {
  const Made a = values.exact();
  const Reduction reduction = reductionOf(values, values.shape(a));
  values.addReal(op(values.builder(), a.value, reduction.axes, reduction.keep), a.size, true);
}

template <typename Op>
void appendRunningSum(Values& values, Op op) {
  const Made a = values.real(1);
  values.addReal(op(values.builder(), a.value), a.size * static_cast<double>(1 + values.shape(a)[-1]));
}

void appendSoftmax(Values& values) {
  const Made a = values.real(1);
  const Value mask = values.chance(50) ? values.newTruth(values.stretchable(values.shape(a))).value : Value();
  values.addReal(ops::softmax(values.builder(), a.value, mask), 1.0);
}

void appendLogSoftmax(Values& values) {
  const Made a = values.real(1);
  values.addReal(ops::logSoftmax(values.builder(), a.value), 2.0 * a.size + 8.0);
}

void appendLayerNorm(Values& values) {
  const Made a = values.real(1);
  const Shape row{values.shape(a)[-1]};
  const Made gain = values.newReal(row);
  const Made bias = values.newReal(row);
  values.addReal(ops::layerNorm(values.builder(), a.value, gain.value, bias.value, 0.5),
                 1.0 + std::sqrt(static_cast<double>(row[0])));
}

ops::Transpose transposedIf(bool is) {
  return is ? ops::Transpose::Yes : ops::Transpose::No;
}

void appendProduct(Values& values) {
  const Made a = values.real(2);
  const Shape shape = values.shape(a);
  const bool isTransposed = values.chance(50);
  const std::int64_t depth = isTransposed ? shape[-2] : shape[-1];
  const double size = a.size * static_cast<double>(depth + 1);
  if (values.chance(25)) {
    values.addReal(
        ops::matmul(values.builder(), a.value, a.value, transposedIf(isTransposed), transposedIf(!isTransposed)),
        a.size * size);
    return;
  }
  const std::int64_t width = 1 + values.below(values.chance(20) ? 70 : 9);
  const bool isOtherTransposed = values.chance(50);
  Shape matrix = isOtherTransposed ? Shape{width, depth} : Shape{depth, width};
  const Shape leading = values.stretchable(shape.part(0, shape.rank() - 2));
  for (int i = 0; i < leading.rank(); ++i) matrix = matrix.withInserted(i, leading[i]);
  const Made b = values.newReal(matrix);
  values.addReal(
      ops::matmul(values.builder(), a.value, b.value, transposedIf(isTransposed), transposedIf(isOtherTransposed)),
      size);
}

/// A tensor with the leading dimensions of the query, or such as stretch to them.
Made besideQuery(Values& values, const Shape& query, std::int64_t rows, std::int64_t columns) {
  const Shape leading = values.stretchable(query.part(0, query.rank() - 2));
  Shape shape{rows, columns};
  for (int i = 0; i < leading.rank(); ++i) shape = shape.withInserted(i, leading[i]);
  return values.newReal(shape);
}

/// Queries for attention. Drivers compile its kernels anew for every depth and width, so there are few of them.
Made queries(Values& values) {
  static constexpr std::int64_t kDepths[] = {17, 8, 3};
  const Made a = values.real(2, 2.0);
  for (const std::int64_t depth : kDepths) {
    if (values.shape(a)[-1] < depth) continue;
    return {ops::slice(values.builder(), a.value, -1, 0, depth), a.size, a.isExact, 0, 0};
  }
  return {ops::slice(values.builder(), a.value, -1, 0, std::min<std::int64_t>(1, values.shape(a)[-1])), a.size,
          a.isExact, 0, 0};
}

std::int64_t widthOfValues(Values& values) {
  return values.chance(50) ? 5 : 1;
}

void appendAttention(Values& values) {
  const Made query = queries(values);
  const Shape shape = values.shape(query);
  const std::int64_t keys = 1 + values.below(values.chance(20) ? 40 : 7);
  const Made key = besideQuery(values, shape, keys, shape[-1]);
  const Made value = besideQuery(values, shape, keys, widthOfValues(values));
  const Shape scores{shape[-2], keys};
  const Value mask = values.chance(50) ? values.newTruth(values.stretchable(scores)).value : Value();
  const Value bias = values.chance(30) ? values.newReal(values.stretchable(scores)).value : Value();
  const double scale = 1.0 / std::sqrt(static_cast<double>(std::max<std::int64_t>(1, shape[-1])));
  values.addReal(ops::attention(values.builder(), query.value, key.value, value.value, mask, bias, scale), 1.0);
}

/// A tensor with the leading dimensions of the query.
Made besideQueryWhole(Values& values, const Shape& query, std::int64_t rows, std::int64_t columns) {
  return values.newReal(query.withSize(-2, rows).withSize(-1, columns));
}

void appendAttentionGradient(Values& values) {
  const Made query = queries(values);
  const Shape shape = values.shape(query);
  const std::int64_t keys = 1 + values.below(values.chance(20) ? 40 : 7);
  const std::int64_t width = widthOfValues(values);
  const Made key = besideQueryWhole(values, shape, keys, shape[-1]);
  const Made value = besideQueryWhole(values, shape, keys, width);
  const Made cotangent = besideQueryWhole(values, shape, shape[-2], width);
  const Shape scores{shape[-2], keys};
  const Value mask = values.chance(50) ? values.newTruth(values.stretchable(scores)).value : Value();
  const Value bias = values.chance(30) ? values.newReal(values.stretchable(scores)).value : Value();
  const double scale = 1.0 / std::sqrt(static_cast<double>(std::max<std::int64_t>(1, shape[-1])));
  const auto gradients =
      ops::attentionGradient(values.builder(), query.value, key.value, value.value, mask, bias, cotangent.value, scale);
  const auto size = static_cast<double>(2 * width * keys + 2 * width * shape[-2]);
  for (const Value gradient : gradients) values.addReal(gradient, size);
}

void appendCrossEntropy(Values& values) {
  const Made logits = values.real(1);
  const Shape shape = values.shape(logits);
  const Made classes = values.newWhole(shape.without(-1), 0, shape[-1]);
  values.addReal(ops::crossEntropy(values.builder(), logits.value, classes.value), 2.0 * logits.size + 8.0);
}

void appendMeanSquaredError(Values& values) {
  const Made a = values.real();
  const Made b = values.newReal(values.shape(a));
  values.addReal(ops::meanSquaredError(values.builder(), a.value, b.value), (a.size + 1.0) * (a.size + 1.0));
}

/// What moves elements keeps what is known of them.
Made movedFrom(const Made& made, Value value) {
  return {value, made.size, made.isExact, made.low, made.high};
}

void appendReshape(Values& values) {
  const Made a = values.anything();
  std::int64_t left = values.shape(a).elementCount();
  std::vector<std::int64_t> sizes;
  while (sizes.size() < 5 && left > 1 && values.chance(70)) {
    std::vector<std::int64_t> divisors;
    for (std::int64_t d = 1; d <= std::min<std::int64_t>(left, 200); ++d) {
      if (left % d == 0) divisors.push_back(d);
    }
    sizes.push_back(divisors[static_cast<std::size_t>(values.below(std::ssize(divisors)))]);
    left /= sizes.back();
  }
  if (left != 1) sizes.push_back(left);
  values.add(movedFrom(a, ops::reshape(values.builder(), a.value, Shape{std::span<const std::int64_t>(sizes)})));
}

void appendPermute(Values& values) {
  const Made a = values.anything(1);
  std::vector<int> order(static_cast<std::size_t>(values.shape(a).rank()));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(values.below(static_cast<std::int64_t>(i)))]);
  values.add(movedFrom(a, ops::permute(values.builder(), a.value, order)));
}

void appendBroadcast(Values& values) {
  const Made a = values.anything();
  Shape shape = values.shape(a);
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (shape[axis] == 1 && values.chance(60)) shape = shape.withSize(axis, values.below(6));
  }
  if (shape.rank() < Shape::kMaxRank && values.chance(60)) shape = shape.withInserted(0, 1 + values.below(4));
  if (shape.elementCount() > Values::kMostElements) return;
  values.add(movedFrom(a, ops::broadcastTo(values.builder(), a.value, shape)));
}

void appendConcatenate(Values& values) {
  const Made a = values.real(1);
  const Shape shape = values.shape(a);
  const int axis = values.below(shape.rank());
  std::vector<Value> parts{a.value};
  for (int i = values.below(4); i > 0; --i) {
    const Shape other = shape.withSize(axis, values.below(5));
    parts.insert(parts.begin() + values.below(std::ssize(parts) + 1), values.newReal(other).value);
  }
  if (values.chance(30)) parts.push_back(a.value);
  values.addReal(ops::concatenate(values.builder(), parts, axis), std::max(1.0, a.size), a.isExact);
}

void appendConcatenateWhole(Values& values) {
  const Made a = values.whole(1);
  const int axis = values.below(values.shape(a).rank());
  const std::vector<Value> parts{a.value, values.newWhole(values.shape(a), a.low, a.high).value, a.value};
  values.addWhole(ops::concatenate(values.builder(), parts, axis), a.low, a.high);
}

void appendSlice(Values& values) {
  const Made a = values.anything(1);
  const int axis = values.below(values.shape(a).rank());
  const std::int64_t size = values.shape(a)[axis];
  const std::int64_t begin = values.below(size + 1);
  const std::int64_t end = values.chance(40) ? size : begin + values.below(size - begin + 1);
  values.add(movedFrom(a, ops::slice(values.builder(), a.value, axis, begin, end, 1 + values.below(3))));
}

void appendUnslice(Values& values) {
  Made a = values.anything(1);
  const int axis = values.below(values.shape(a).rank());
  const std::int64_t step = 1 + values.below(3);
  const std::int64_t begin = values.below(3);
  const std::int64_t size = begin + values.shape(a)[axis] * step + values.below(3);
  a.low = std::min<std::int64_t>(a.low, 0);
  a.high = std::max<std::int64_t>(a.high, 1);
  values.add(movedFrom(a, ops::unslice(values.builder(), a.value, axis, size, begin, step)));
}

void appendGather(Values& values) {
  const Made a = values.anything(1);
  const int axis = values.below(values.shape(a).rank());
  const std::int64_t size = values.shape(a)[axis];
  if (size == 0) return;
  static const Shape kShapes[] = {{}, {1}, {5}, {2, 3}};
  const Made indices = values.newWhole(kShapes[values.below(std::ssize(kShapes))], 0, size);
  values.add(movedFrom(a, ops::gather(values.builder(), a.value, indices.value, axis)));
}

void appendScatterAdd(Values& values) {
  const Made a = values.real(1);
  const int axis = values.below(values.shape(a).rank());
  const std::int64_t count = values.shape(a)[axis];
  const std::int64_t size = 1 + values.below(9);
  const Made indices = values.newWhole({count}, 0, size);
  values.addReal(ops::scatterAdd(values.builder(), a.value, indices.value, axis, size),
                 a.size * static_cast<double>(1 + count));
}

void appendTakeAlongLast(Values& values) {
  const Made a = values.anything(1);
  const Shape shape = values.shape(a);
  if (shape[-1] == 0) return;
  const Made indices = values.newWhole(shape.without(-1), 0, shape[-1]);
  values.add(movedFrom(a, ops::takeAlongLast(values.builder(), a.value, indices.value)));
}

void appendScatterAlongLast(Values& values) {
  const Made a = values.real(1);
  const std::int64_t size = 1 + values.below(9);
  const Made indices = values.newWhole(values.shape(a), 0, size);
  values.addReal(ops::scatterAlongLast(values.builder(), a.value, indices.value, size),
                 a.size * static_cast<double>(1 + values.shape(a)[-1]));
}

void appendSelect(Values& values) {
  const Made a = values.real();
  const Made b = values.partnerOf(a);
  const Made condition = values.newTruth(values.stretchable(values.shape(a)));
  values.addReal(ops::select(values.builder(), condition.value, a.value, b.value), std::max(a.size, b.size),
                 a.isExact && b.isExact);
}

void appendCast(Values& values) {
  Builder& builder = values.builder();
  switch (values.below(6)) {
    case 0: {
      const Made a = values.exact();
      const auto reach = static_cast<std::int64_t>(std::ceil(a.size));
      return values.addWhole(ops::cast(builder, a.value, ValueKind::Int), -reach, reach + 1);
    }
    case 1:
      return values.addTruth(ops::cast(builder, values.exact().value, ValueKind::Bool));
    case 2:
      return values.addTruth(ops::cast(builder, values.whole().value, ValueKind::Bool));
    case 3:
      return values.addWhole(ops::cast(builder, values.truth().value, ValueKind::Int), 0, 2);
    case 4:
      return values.addReal(ops::cast(builder, values.truth().value, ValueKind::Real), 1.0, true);
    default: {
      const Made a = values.whole();
      const auto size = static_cast<double>(std::max(std::abs(a.low), std::abs(a.high)));
      return values.addReal(ops::cast(builder, a.value, ValueKind::Real), std::max(1.0, size), true);
    }
  }
}

void appendArgMax(Values& values) {
  const Made a = values.exact(1);
  values.addWhole(ops::argMax(values.builder(), a.value), 0, values.shape(a)[-1]);
}

void appendTopK(Values& values) {
  const Made a = values.exact(1);
  const std::int64_t size = values.shape(a)[-1];
  const auto [largest, indices] = ops::topK(values.builder(), a.value, values.below(size + 1));
  values.addReal(largest, a.size, true);
  values.addWhole(indices, 0, size);
}

void appendSort(Values& values) {
  const Made a = values.exact(1);
  const auto [sorted, indices] = ops::sort(values.builder(), a.value);
  values.addReal(sorted, a.size, true);
  values.addWhole(indices, 0, values.shape(a)[-1]);
}

void appendOneHot(Values& values) {
  const Made a = values.whole();
  if (values.shape(a).rank() == Shape::kMaxRank) return;
  values.addReal(ops::oneHot(values.builder(), a.value, 1 + values.below(7)), 1.0, true);
}

void appendUniform(Values& values) {
  values.addReal(ops::randomUniform(values.builder(), values.anyShape(), values.below(1 << 20)), 1.0, true);
}

void appendSample(Values& values) {
  const Shape shape = values.anyShape(1);
  const Made probabilities = values.newProbabilities(shape);
  const Value drawn = ops::randomUniform(values.builder(), shape.without(-1), values.below(1 << 20));
  values.addWhole(ops::sampleIndex(values.builder(), probabilities.value, drawn), -1, shape[-1]);
}

void appendScale(Values& values) {
  const Made a = values.real();
  const double factor = values.uniform(-2.0, 2.0);
  values.addReal(ops::scale(values.builder(), a.value, factor), a.size * std::abs(factor));
}

void appendDivide(Values& values) {
  const Made a = values.real();
  const Made b = values.partnerOf(a);
  values.addReal(ops::divide(values.builder(), a.value, positive(values, b.value)), a.size * 2.0);
}

constexpr RandomOp kOps[] = {
    {"abs", [](Values& v) { kinked(v, true, ops::abs); }},
    {"add", [](Values& v) { paired(v, ops::add); }},
    {"arg_max", appendArgMax},
    {"attention", appendAttention},
    {"attention_gradient", appendAttentionGradient},
    {"broadcast_to", appendBroadcast},
    {"cast", appendCast},
    {"concatenate", [](Values& v) { v.chance(20) ? appendConcatenateWhole(v) : appendConcatenate(v); }},
    {"cross_entropy", appendCrossEntropy},
    {"cumulative_sum", [](Values& v) { appendRunningSum(v, ops::cumulativeSum); }},
    {"divide", appendDivide},
    {"elu",
     [](Values& v) { kinked(v, false, [&](Builder& b, Value a) { return ops::elu(b, a, v.uniform(0.5, 1.5)); }); }},
    {"equal", [](Values& v) { compared(v, ops::equal); }},
    {"erf", [](Values& v) { smooth(v, 4.0, ops::erf); }},
    {"exp",
     [](Values& v) {
       const Made a = v.real(0, 1.0);
       v.addReal(ops::exp(v.builder(), a.value), 3.0);
     }},
    {"gather", appendGather},
    {"gelu",
     [](Values& v) {
       const auto form = v.chance(50) ? ops::GeluForm::Erf : ops::GeluForm::Tanh;
       smooth(v, 4.0, [&](Builder& b, Value a) { return ops::gelu(b, a, form); });
     }},
    {"greater", [](Values& v) { compared(v, ops::greater); }},
    {"greater_equal", [](Values& v) { compared(v, ops::greaterEqual); }},
    {"layer_norm", appendLayerNorm},
    {"leaky_relu", [](Values& v) { kinked(v, false, [](Builder& b, Value a) { return ops::leakyRelu(b, a, 0.2); }); }},
    {"less", [](Values& v) { compared(v, ops::less); }},
    {"less_equal", [](Values& v) { compared(v, ops::lessEqual); }},
    {"log",
     [](Values& v) {
       const Made a = v.real();
       v.addReal(ops::log(v.builder(), positive(v, a.value)), 1.0);
     }},
    {"log_softmax", appendLogSoftmax},
    {"logical_and", [](Values& v) { logical(v, ops::logicalAnd); }},
    {"logical_not", [](Values& v) { v.addTruth(ops::logicalNot(v.builder(), v.truth().value)); }},
    {"logical_or", [](Values& v) { logical(v, ops::logicalOr); }},
    {"matmul", appendProduct},
    {"maximum", [](Values& v) { extreme(v, ops::maximum); }},
    {"mean_squared_error", appendMeanSquaredError},
    {"minimum", [](Values& v) { extreme(v, ops::minimum); }},
    {"multiply", [](Values& v) { paired(v, ops::multiply); }},
    {"negate", [](Values& v) { v.chance(50) ? kinked(v, true, ops::negate) : smooth(v, 4.0, ops::negate); }},
    {"not_equal", [](Values& v) { compared(v, ops::notEqual); }},
    {"one_hot", appendOneHot},
    {"permute", appendPermute},
    {"random_uniform", appendUniform},
    {"reduce_max", [](Values& v) { appendExtremeOfAxes(v, ops::reduceMax); }},
    {"reduce_mean", appendMean},
    {"reduce_min", [](Values& v) { appendExtremeOfAxes(v, ops::reduceMin); }},
    {"reduce_sum", appendSum},
    {"relu", [](Values& v) { kinked(v, true, ops::relu); }},
    {"reshape", appendReshape},
    {"reverse_cumulative_sum", [](Values& v) { appendRunningSum(v, ops::reverseCumulativeSum); }},
    {"sample_index", appendSample},
    {"scale", appendScale},
    {"scan", appendScan},
    {"scatter_add", appendScatterAdd},
    {"scatter_along_last", appendScatterAlongLast},
    {"select", appendSelect},
    {"sigmoid", [](Values& v) { smooth(v, 4.0, ops::sigmoid); }},
    {"sign", [](Values& v) { kinked(v, true, ops::sign); }},
    {"slice", appendSlice},
    {"softmax", appendSoftmax},
    {"sort", appendSort},
    {"sqrt",
     [](Values& v) {
       const Made a = v.real();
       v.addReal(ops::sqrt(v.builder(), positive(v, a.value)), 1.5);
     }},
    {"stop_gradient",
     [](Values& v) {
       const Made a = v.real();
       v.add(movedFrom(a, ops::stopGradient(v.builder(), a.value)));
     }},
    {"subtract", [](Values& v) { paired(v, ops::subtract); }},
    {"take_along_last", appendTakeAlongLast},
    {"tanh", [](Values& v) { smooth(v, 4.0, ops::tanh); }},
    {"top_k", appendTopK},
    {"unslice", appendUnslice},
};

}  // namespace

std::span<const RandomOp> randomOps() {
  return kOps;
}

}  // namespace heed::test
