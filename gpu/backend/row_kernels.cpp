#include "core/base/error.h"
#include "gpu/backend/kernels.h"
#include "gpu/backend/strides.h"
#include "gpu/shaders/shader.h"

#include <algorithm>
#include <bit>
#include <string>

namespace heed::gpu {

namespace {

/// Elements of a row that a thread can keep.
constexpr std::int64_t kMostKept = 32;
/// Rows of at most so many elements get a thread each, as sharing costs more.
constexpr std::int64_t kShortRow = 16;

std::int64_t dividedUp(std::int64_t number, std::int64_t by) {
  return (number + by - 1) / by;
}

/// How rows are spread over threads.
struct RowSharing {
  std::uint32_t lanes = 1;  ///< threads of a row
  bool usesSubgroups = false;
  std::uint32_t groupSize = kGroupSize;
};

/// With subgroups a row has one of them, or on a card the whole group where it is too long for the threads of one to
/// keep it. On the processor, where barriers are dear, it always has one, and groups are small: each is one thread's.
RowSharing sharingOf(std::int64_t length, const KernelTarget& target) {
  const std::uint32_t subgroup = target.limits.subgroupSize;
  if (length <= kShortRow) return {};
  if (subgroup > 1 && subgroup < kGroupSize) {
    if (target.kind == DeviceKind::Software) return {subgroup, true, std::min(4 * subgroup, kGroupSize)};
    return {length <= subgroup * kMostKept ? subgroup : kGroupSize, true};
  }
  if (length <= 8 * kMostKept) return {8, false};
  return {length <= 64 * kMostKept ? 64 : kGroupSize, false};
}

/// The shader's version for subgroups.
std::string_view withSubgroups(std::string_view shader) {
  const Shader* found = findShader(std::string(shader) + "_subgroup");
  HEED_ASSERT(found != nullptr);
  return found->name;
}

Dispatch rowsOf(const KernelNode& node, std::string_view shader, std::int64_t rows, std::int64_t length) {
  const RowSharing sharing = sharingOf(length, node.target);
  Dispatch dispatch = threadsFor(node, sharing.usesSubgroups ? withSubgroups(shader) : shader, rows);
  dispatch.groupSize = sharing.groupSize;
  dispatch.groups = word(dividedUp(rows, sharing.groupSize / sharing.lanes));
  dispatch.constants = {sharing.lanes};
  return dispatch;
}

/// Elements that a thread keeps of its row, so that it is read once; 0 where they are too many.
std::uint32_t keptElements(const Dispatch& dispatch, std::int64_t length) {
  const std::int64_t each = dividedUp(length, dispatch.constants.front());
  return each > kMostKept ? 0 : std::bit_ceil(static_cast<std::uint32_t>(each));
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

/// As in reduction.glsl.
enum class ReductionStage : std::uint32_t { Whole = 0, Parts = 1, Join = 2 };

struct Reduction {
  const KernelNode& node;
  Walk kept;
  Walk reduced;
  std::int64_t count = 0;  ///< elements of a result

  /// `rows` results or parts of `length` elements.
  [[nodiscard]] Dispatch dispatch(ReductionStage stage, std::int64_t rows, std::int64_t length,
                                  std::int64_t parts) const {
    Dispatch dispatch = rowsOf(node, node.node.op->name, rows, length);
    append(dispatch.constants, {rankOf(kept), rankOf(reduced), static_cast<std::uint32_t>(stage)});
    dispatch.parameters = {word(count), word(parts), word(dividedUp(count, parts))};
    append(dispatch.parameters, kept.words());
    append(dispatch.parameters, reduced.words());
    return dispatch;
  }

 private:
  static std::uint32_t rankOf(const Walk& walk) { return static_cast<std::uint32_t>(walk.sizes.size()); }
};

/// Parts that each result is made in: one, unless there are too few results to keep the device busy and many elements.
std::int64_t partsOf(std::int64_t results, std::int64_t count, const KernelTarget& target) {
  const std::int64_t busy = target.kind == DeviceKind::Software ? 32 : 256;
  const std::int64_t fewestInPart = std::int64_t{8} * kGroupSize;
  const std::int64_t wanted = results == 0 ? 1 : dividedUp(busy, results);
  return std::clamp<std::int64_t>(count / fewestInPart, 1, wanted);
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
  const Reduction reduction{node, kept.simplified(), reduced.simplified(), count};
  const std::int64_t results = node.output().shape.elementCount();
  const std::int64_t parts = partsOf(results, count, node.target);
  if (parts == 1) return {reduction.dispatch(ReductionStage::Whole, results, count, 1)};
  Dispatch first = reduction.dispatch(ReductionStage::Parts, results * parts, dividedUp(count, parts), parts);
  Dispatch second = reduction.dispatch(ReductionStage::Join, results, parts, parts);
  second.operands.clear();
  first.scratchWords = static_cast<std::uint64_t>(results * parts);
  second.scratchWords = first.scratchWords;
  return {first, second};
}

std::vector<Dispatch> softmaxKernel(const KernelNode& node) {
  const core::Shape& shape = node.input(0).shape;
  const Rows rows = rowsAlongLast(shape);
  Dispatch dispatch = rowsOf(node, "softmax", rows.length == 0 ? 0 : rows.count, rows.length);
  const bool hasMask = node.attributes().flag("mask");
  append(dispatch.constants, {keptElements(dispatch, rows.length), hasMask ? 1U : 0U});
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
  dispatch.constants.push_back(keptElements(dispatch, rows.length));
  dispatch.parameters = {word(rows.length)};
  return {dispatch};
}

std::vector<Dispatch> layerNormKernel(const KernelNode& node) {
  const Rows rows = rowsAlongLast(node.input(0).shape);
  Dispatch dispatch = rowsOf(node, "layer_norm", rows.length == 0 ? 0 : rows.count, rows.length);
  dispatch.constants.push_back(keptElements(dispatch, rows.length));
  dispatch.parameters = {word(rows.length), realWord(node.attributes().real("epsilon"))};
  return {dispatch};
}

std::vector<Dispatch> argMaxKernel(const KernelNode& node) {
  const Rows rows = rowsAlongLast(node.input(0).shape);
  Dispatch dispatch = rowsOf(node, "arg_max", rows.length == 0 ? 0 : rows.count, rows.length);
  dispatch.parameters = {word(rows.length)};
  return {dispatch};
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
