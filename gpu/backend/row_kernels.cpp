#include "gpu/backend/kernels.h"
#include "gpu/backend/strides.h"

#include <algorithm>

namespace heed::gpu {

namespace {

/// Threads that share a row: short rows get one each, as sharing costs barriers.
std::uint32_t lanesFor(std::int64_t length) {
  if (length <= 16) return 1;
  return length <= 256 ? 8 : 64;
}

Dispatch rowsOf(const KernelNode& node, std::string_view shader, std::int64_t rows, std::int64_t length) {
  Dispatch dispatch = threadsFor(node, shader, rows);
  const std::uint32_t lanes = lanesFor(length);
  const std::int64_t rowsInGroup = kGroupSize / lanes;
  dispatch.groups = word((rows + rowsInGroup - 1) / rowsInGroup);
  dispatch.constants = {lanes};
  return dispatch;
}

struct Rows {
  std::int64_t count = 0;
  std::int64_t length = 0;
};

/// A tensor as rows along its last axis.
Rows rowsAlongLast(const core::Shape& shape) {
  return {shape.part(0, shape.rank() - 1).elementCount(), shape[-1]};
}

/// One row for each thread.
Dispatch oneThreadEach(const KernelNode& node, std::string_view shader) {
  const Rows rows = rowsAlongLast(node.input(0).shape);
  Dispatch dispatch = threadsFor(node, shader, rows.length == 0 ? 0 : rows.count);
  dispatch.parameters = {word(rows.length)};
  return dispatch;
}

void append(std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

}  // namespace

std::vector<Dispatch> reductionKernel(const KernelNode& node) {
  const core::Shape& shape = node.input(0).shape;
  const auto& axes = node.attributes().integers("axes");
  const Strides strides = rowMajorStrides(shape);
  Walk kept{{}, {{}}};
  Walk reduced{{}, {{}}};
  std::int64_t count = 1;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const bool isReduced = axes.empty() || std::ranges::find(axes, axis) != axes.end();
    Walk& walk = isReduced ? reduced : kept;
    walk.sizes.push_back(shape[axis]);
    walk.strides.front().push_back(strides[static_cast<std::size_t>(axis)]);
    if (isReduced) count *= shape[axis];
  }
  Dispatch dispatch = rowsOf(node, node.node.op->name, node.output().shape.elementCount(), count);
  dispatch.parameters = {word(count)};
  append(dispatch.parameters, kept.simplified().words());
  append(dispatch.parameters, reduced.simplified().words());
  return {dispatch};
}

std::vector<Dispatch> softmaxKernel(const KernelNode& node) {
  const core::Shape& shape = node.input(0).shape;
  const Rows rows = rowsAlongLast(shape);
  Dispatch dispatch = rowsOf(node, "softmax", rows.length == 0 ? 0 : rows.count, rows.length);
  const bool hasMask = node.attributes().flag("mask");
  dispatch.constants.push_back(hasMask ? 1 : 0);
  dispatch.parameters = {word(rows.length)};
  if (!hasMask) return {dispatch};
  Strides strides = broadcastStrides(node.input(1).shape, shape);
  dispatch.parameters.push_back(word(strides.back()));
  strides.pop_back();
  append(dispatch.parameters, Walk{{shape.begin(), shape.end() - 1}, {strides}}.simplified().words());
  return {dispatch};
}

std::vector<Dispatch> logSoftmaxKernel(const KernelNode& node) {
  const Rows rows = rowsAlongLast(node.input(0).shape);
  Dispatch dispatch = rowsOf(node, "log_softmax", rows.length == 0 ? 0 : rows.count, rows.length);
  dispatch.parameters = {word(rows.length)};
  return {dispatch};
}

std::vector<Dispatch> layerNormKernel(const KernelNode& node) {
  const Rows rows = rowsAlongLast(node.input(0).shape);
  Dispatch dispatch = rowsOf(node, "layer_norm", rows.length == 0 ? 0 : rows.count, rows.length);
  dispatch.parameters = {word(rows.length), realWord(node.attributes().real("epsilon"))};
  return {dispatch};
}

std::vector<Dispatch> argMaxKernel(const KernelNode& node) {
  return {oneThreadEach(node, "arg_max")};
}

std::vector<Dispatch> orderKernel(const KernelNode& node) {
  const core::Shape& shape = node.input(0).shape;
  Dispatch dispatch = threadsFor(node, "order", shape.elementCount());
  dispatch.operands = {node.node.inputs[0], {}, {}, node.node.outputs[1]};
  dispatch.parameters = {word(shape[-1]), word(node.output().shape[-1])};
  return {dispatch};
}

/// A row of no probabilities gives -1, so it is started too.
std::vector<Dispatch> sampleIndexKernel(const KernelNode& node) {
  const Rows rows = rowsAlongLast(node.input(0).shape);
  Dispatch dispatch = threadsFor(node, "sample_index", rows.count);
  dispatch.parameters = {word(rows.length)};
  return {dispatch};
}

std::vector<Dispatch> cumulativeSumKernel(const KernelNode& node) {
  Dispatch dispatch = oneThreadEach(node, "cumulative_sum");
  dispatch.constants = {node.node.op->name == "reverse_cumulative_sum" ? 1U : 0U};
  return {dispatch};
}

}  // namespace heed::gpu
