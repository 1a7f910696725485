#include "gpu/backend/kernels.h"
#include "gpu/backend/strides.h"

#include <algorithm>
#include <utility>

namespace heed::gpu {

namespace {

/// A tensor as [outer, size, inner] around an axis.
struct AxisView {
  std::int64_t outer = 1;
  std::int64_t size = 1;
  std::int64_t inner = 1;
};

AxisView around(const core::Shape& shape, int axis) {
  return {shape.part(0, axis).elementCount(), shape[axis], shape.part(axis + 1, shape.rank()).elementCount()};
}

int axisOf(const KernelNode& node, const core::Shape& shape) {
  return core::normalizedAxis(static_cast<int>(node.attributes().integer("axis")), shape.rank(),
                              std::string(node.node.op->name).c_str());
}

/// Moves elements between two strided places; `walk` has the strides of the operand and of the result.
Dispatch moved(const KernelNode& node, const Walk& walk, std::int64_t from, std::int64_t to) {
  std::int64_t count = 1;
  for (const std::int64_t size : walk.sizes) count *= size;
  Dispatch dispatch = threadsFor(node, "move", count);
  dispatch.parameters = walk.simplified().words();
  dispatch.parameters.insert(dispatch.parameters.begin() + 1, {word(from), word(to)});
  return dispatch;
}

/// Zeros for the whole result.
Dispatch zeros(const KernelNode& node) {
  Dispatch dispatch = threadsFor(node, "fill", node.output().shape.elementCount());
  dispatch.operands.clear();
  return dispatch;
}

/// Parameters of gather.comp and scatter.comp.
Dispatch indexed(const KernelNode& node, std::string_view shader, const AxisView& axis, std::int64_t count,
                 std::int64_t indexStride) {
  Dispatch dispatch = threadsFor(node, shader, node.output().shape.elementCount());
  dispatch.parameters = {word(axis.size), word(axis.inner), word(count), word(indexStride)};
  dispatch.indexLimit = word(axis.size);
  return dispatch;
}

}  // namespace

std::vector<Dispatch> copyKernel(const KernelNode& node) {
  return {moved(node, {{node.output().shape.elementCount()}, {{1}, {1}}}, 0, 0)};
}

std::vector<Dispatch> permuteKernel(const KernelNode& node) {
  const core::Shape& shape = node.output().shape;
  const Strides source = rowMajorStrides(node.input(0).shape);
  Strides strides;
  for (const std::int64_t axis : node.attributes().integers("order")) {
    strides.push_back(source[static_cast<std::size_t>(axis)]);
  }
  return {moved(node, {{shape.begin(), shape.end()}, {strides, rowMajorStrides(shape)}}, 0, 0)};
}

std::vector<Dispatch> broadcastKernel(const KernelNode& node) {
  const core::Shape& shape = node.output().shape;
  const Strides strides = broadcastStrides(node.input(0).shape, shape);
  return {moved(node, {{shape.begin(), shape.end()}, {strides, rowMajorStrides(shape)}}, 0, 0)};
}

std::vector<Dispatch> concatenateKernel(const KernelNode& node) {
  const int axis = axisOf(node, node.output().shape);
  const AxisView all = around(node.output().shape, axis);
  std::vector<Dispatch> dispatches;
  std::int64_t start = 0;
  for (std::size_t i = 0; i < node.node.inputs.size(); ++i) {
    const std::int64_t length = node.input(i).shape[axis] * all.inner;
    const Walk walk{{all.outer, length}, {{length, 1}, {all.size * all.inner, 1}}};
    dispatches.push_back(moved(node, walk, 0, start));
    dispatches.back().operands = {node.node.inputs[i]};
    dispatches.back().isBesidePrevious = i > 0;
    start += length;
  }
  return dispatches;
}

std::vector<Dispatch> sliceKernel(const KernelNode& node) {
  const int axis = axisOf(node, node.output().shape);
  const AxisView from = around(node.input(0).shape, axis);
  const AxisView to = around(node.output().shape, axis);
  const std::int64_t step = node.attributes().integer("step");
  const Walk walk{{to.outer, to.size, to.inner},
                  {{from.size * from.inner, step * from.inner, 1}, {to.size * to.inner, to.inner, 1}}};
  const std::int64_t first = to.outer * to.size * to.inner == 0 ? 0 : node.attributes().integer("begin") * from.inner;
  return {moved(node, walk, first, 0)};
}

std::vector<Dispatch> unsliceKernel(const KernelNode& node) {
  const int axis = axisOf(node, node.output().shape);
  const AxisView from = around(node.input(0).shape, axis);
  const AxisView to = around(node.output().shape, axis);
  const std::int64_t step = node.attributes().integer("step");
  const Walk walk{{from.outer, from.size, from.inner},
                  {{from.size * from.inner, from.inner, 1}, {to.size * to.inner, step * to.inner, 1}}};
  return {zeros(node), moved(node, walk, 0, node.attributes().integer("begin") * to.inner)};
}

std::vector<Dispatch> gatherKernel(const KernelNode& node) {
  const AxisView from = around(node.input(0).shape, axisOf(node, node.input(0).shape));
  return {indexed(node, "gather", from, node.input(1).shape.elementCount(), 0)};
}

std::vector<Dispatch> scatterAddKernel(const KernelNode& node) {
  const AxisView to = around(node.output().shape, axisOf(node, node.output().shape));
  return {indexed(node, "scatter", to, node.input(1).shape.elementCount(), 0)};
}

std::vector<Dispatch> takeAlongLastKernel(const KernelNode& node) {
  const core::Shape& shape = node.input(0).shape;
  return {indexed(node, "gather", around(shape, shape.rank() - 1), 1, 1)};
}

std::vector<Dispatch> scatterAlongLastKernel(const KernelNode& node) {
  const core::Shape& shape = node.output().shape;
  const std::int64_t count = node.input(0).shape[-1];
  return {indexed(node, "scatter", around(shape, shape.rank() - 1), count, count)};
}

std::vector<Dispatch> oneHotKernel(const KernelNode& node) {
  Dispatch dispatch = threadsFor(node, "one_hot", node.output().shape.elementCount());
  dispatch.parameters = {word(node.attributes().integer("size"))};
  return {dispatch};
}

}  // namespace heed::gpu
