#include "core/ops/shared/reduction.h"

#include "core/ops/shared/element_op.h"

#include <numeric>

namespace heed::core {

namespace {

bool contains(const std::vector<std::int64_t>& axes, int axis) {
  return std::ranges::find(axes, axis) != axes.end();
}

std::vector<std::int64_t> stridesOf(const Shape& shape) {
  std::vector<std::int64_t> strides(static_cast<std::size_t>(shape.rank()), 1);
  for (int axis = shape.rank() - 2; axis >= 0; --axis) {
    strides[static_cast<std::size_t>(axis)] = strides[static_cast<std::size_t>(axis) + 1] * shape[axis + 1];
  }
  return strides;
}

Attributes reductionAttributes(std::vector<std::int64_t> axes, ops::KeepDimensions keep) {
  return {{"axes", std::move(axes)}, {"keepDimensions", keep == ops::KeepDimensions::Yes}};
}

}  // namespace

Reduction::Reduction(const Shape& shape, const std::vector<std::int64_t>& axes) : m_shape(shape) {
  for (int axis = 0; axis < shape.rank(); ++axis) {
    (axes.empty() || contains(axes, axis) ? m_reducedAxes : m_keptAxes).push_back(axis);
  }
  const std::vector<std::int64_t> strides = stridesOf(shape);
  m_offsets = {0};
  for (const int axis : m_reducedAxes) {
    std::vector<std::int64_t> next;
    next.reserve(m_offsets.size() * static_cast<std::size_t>(shape[axis]));
    for (const std::int64_t offset : m_offsets) {
      for (std::int64_t i = 0; i < shape[axis]; ++i)
        next.push_back(offset + i * strides[static_cast<std::size_t>(axis)]);
    }
    m_offsets = std::move(next);
  }
  for (const int axis : m_keptAxes) m_resultCount *= shape[axis];
  m_isContiguous = m_offsets.empty() || m_offsets.back() == static_cast<std::int64_t>(m_offsets.size()) - 1;
}

std::int64_t Reduction::first(std::int64_t result) const {
  if (m_isContiguous && (m_keptAxes.empty() || m_reducedAxes.empty() || m_keptAxes.back() < m_reducedAxes.front())) {
    return result * count();
  }
  std::int64_t position = 0;
  std::int64_t stride = 1;
  for (int axis = m_shape.rank() - 1; axis >= 0; --axis) {
    if (std::ranges::find(m_keptAxes, axis) != m_keptAxes.end()) {
      position += result % m_shape[axis] * stride;
      result /= m_shape[axis];
    }
    stride *= m_shape[axis];
  }
  return position;
}

Shape Reduction::resultShape(ops::KeepDimensions keep) const {
  if (keep == ops::KeepDimensions::Yes) {
    Shape shape = m_shape;
    for (const int axis : m_reducedAxes) shape = shape.withSize(axis, 1);
    return shape;
  }
  std::vector<std::int64_t> sizes;
  for (const int axis : m_keptAxes) sizes.push_back(m_shape[axis]);
  return Shape(sizes);
}

std::vector<ValueType> inferReduction(std::string_view op, std::span<const ValueType> inputs,
                                      const Attributes& attributes, EmptyReduction empty) {
  requireOperands(op, inputs, 1);
  requireKind(op, inputs, 0, ValueKind::Real);
  const std::vector<std::int64_t>& axes = attributes.integers("axes");
  for (const std::int64_t axis : axes) {
    if (axis < 0 || axis >= inputs[0].shape.rank()) {
      throw Error(ErrorKind::Shape, text("Op", "%1: axis %2 is outside [0, %3) of operand 0, which is %4", op, axis,
                                         inputs[0].shape.rank(), toString(inputs[0])));
    }
  }
  const Reduction reduction(inputs[0].shape, axes);
  if (empty == EmptyReduction::Refused && reduction.count() == 0 && reduction.resultCount() > 0) {
    throw Error(ErrorKind::Shape,
                text("Op", "%1: operand 0 is %2; over no elements it has no result", op, toString(inputs[0])));
  }
  const auto keep = attributes.flag("keepDimensions") ? ops::KeepDimensions::Yes : ops::KeepDimensions::No;
  return {{ValueKind::Real, reduction.resultShape(keep)}};
}

Value appendReduction(Builder& builder, const OpDef& op, Value a, const std::vector<int>& axes,
                      ops::KeepDimensions keep) {
  const int rank = builder.shape(a).rank();
  std::vector<std::int64_t> sorted;
  for (const int axis : axes) sorted.push_back(axis < 0 ? axis + rank : axis);
  std::ranges::sort(sorted);
  const auto repeated = std::ranges::unique(sorted);
  sorted.erase(repeated.begin(), repeated.end());
  if (sorted.empty()) {
    sorted.resize(static_cast<std::size_t>(rank));
    std::iota(sorted.begin(), sorted.end(), 0);
  }
  return builder.appendOne(op, {a}, reductionAttributes(std::move(sorted), keep));
}

Value spreadCotangent(const GradientCall& call, Value cotangent) {
  const Shape shape = call.builder.shape(call.inputs[0]);
  const Reduction reduction(shape, call.attributes.integers("axes"));
  const Shape kept = reduction.resultShape(ops::KeepDimensions::Yes);
  if (call.builder.shape(cotangent) != kept) cotangent = ops::reshape(call.builder, cotangent, kept);
  return kept == shape ? cotangent : ops::broadcastTo(call.builder, cotangent, shape);
}

Value cotangentAtFirstLargest(const GradientCall& call, Value keys) {
  Builder& builder = call.builder;
  const Shape shape = builder.shape(keys);
  const Reduction reduction(shape, call.attributes.integers("axes"));
  std::vector<int> order = reduction.keptAxes();
  order.insert(order.end(), reduction.reducedAxes().begin(), reduction.reducedAxes().end());
  std::vector<int> inverse(order.size());
  std::vector<std::int64_t> permutedSizes;
  for (std::size_t i = 0; i < order.size(); ++i) {
    inverse[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    permutedSizes.push_back(shape[order[i]]);
  }
  const bool moves = !std::ranges::is_sorted(order);
  const Shape results = reduction.resultShape(ops::KeepDimensions::No);
  const Value permuted = moves ? ops::permute(builder, keys, order) : keys;
  const Value rows = ops::reshape(builder, permuted, results.withInserted(results.rank(), reduction.count()));
  const Value places = ops::oneHot(builder, ops::argMax(builder, rows), reduction.count());
  const Value column = ops::reshape(builder, call.cotangents[0], results.withInserted(results.rank(), 1));
  const Value placed = ops::reshape(builder, ops::multiply(builder, places, column), Shape(permutedSizes));
  return moves ? ops::permute(builder, placed, inverse) : placed;
}

CellExplanation explainReduction(const ExplainCall& call, Combination combination) {
  const Reduction reduction(call.inputs[0].shape(), call.attributes.integers("axes"));
  CellExplanation explanation;
  explanation.combination = combination;
  const std::int64_t first = reduction.first(call.offset);
  for (const std::int64_t offset : reduction.offsets()) {
    explanation.terms.push_back(elementTerm(call, 0, first + offset));
  }
  explanation.result = call.outputs[0].at(call.offset);
  if (combination == Combination::Maximum || combination == Combination::Minimum) {
    const auto place = std::ranges::find(explanation.terms, explanation.result, &Term::value);
    if (place != explanation.terms.end()) explanation.selected = static_cast<int>(place - explanation.terms.begin());
  }
  return explanation;
}

Cost reductionCost(std::span<const ValueType> inputs, std::span<const ValueType> outputs,
                   const Attributes& /*attributes*/) {
  return {static_cast<double>(inputs.front().shape.elementCount()), byteCount(inputs) + byteCount(outputs)};
}

std::string pytorchReduction(std::string_view function, const std::string& operand, const Attributes& attributes) {
  const std::vector<std::int64_t>& axes = attributes.integers("axes");
  const bool keeps = attributes.flag("keepDimensions");
  if (axes.empty() && !keeps) return fmt::format("{}({})", function, operand);
  if (axes.empty()) return fmt::format("{0}({1}, dim=tuple(range({1}.dim())), keepdim=True)", function, operand);
  std::string dimensions;
  for (const std::int64_t axis : axes) dimensions += fmt::format("{}{}", dimensions.empty() ? "" : ", ", axis);
  return fmt::format("{}({}, dim=({}{}), keepdim={})", function, operand, dimensions, axes.size() == 1 ? "," : "",
                     keeps ? "True" : "False");
}

std::vector<OpExample> reductionExamples(EmptyReduction empty, Kinks kinks) {
  using Axes = std::vector<std::int64_t>;
  const auto keeps = [](Axes axes) { return reductionAttributes(std::move(axes), ops::KeepDimensions::Yes); };
  const auto drops = [](Axes axes) { return reductionAttributes(std::move(axes), ops::KeepDimensions::No); };
  const auto input = [kinks](Shape shape) {
    return kinks == Kinks::AtTies ? spacedInput(shape, -3.0, 3.0) : realInput(shape);
  };
  std::vector<OpExample> examples = {{"rows", {input({3, 7})}, keeps({1})},
                                     {"columns", {input({3, 7})}, drops({0})},
                                     {"the middle of three", {input({2, 5, 3})}, keeps({1})},
                                     {"the outer two of three", {input({2, 5, 3})}, drops({0, 2})},
                                     {"everything", {input({3, 11})}, drops({})},
                                     {"batch and heads", {input({2, 2, 3, 9})}, keeps({3})},
                                     {"one element", {input({1})}, drops({0})},
                                     {"scalar", {input({})}, drops({})},
                                     {"no rows", {input({0, 4})}, keeps({1}), false}};
  if (empty == EmptyReduction::Allowed) examples.push_back({"empty rows", {input({3, 0})}, keeps({1}), false});
  return examples;
}

}  // namespace heed::core
