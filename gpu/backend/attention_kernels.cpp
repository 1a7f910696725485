#include "gpu/backend/kernels.h"
#include "gpu/backend/strides.h"
#include "gpu/shaders/shader.h"

#include <algorithm>

namespace heed::gpu {

namespace {

/// The longest queries and values that the lanes of a processor keep for themselves.
constexpr std::int64_t kLongestOnProcessor = 128;
constexpr std::uint32_t kLargestSubgroup = 16;

/// As in attention.comp.
constexpr std::uint32_t kLargeBlock = 64;
constexpr std::uint32_t kSmallBlock = 32;
constexpr std::uint32_t kRowsEach = 4;
constexpr std::uint32_t kStep = 16;
constexpr std::uint32_t kMostEach = 8;

/// Numbers that the gradient keeps of the softmax of each query.
constexpr std::int64_t kStatistics = 3;

std::int64_t dividedUp(std::int64_t number, std::int64_t by) {
  return (number + by - 1) / by;
}

core::Shape withMatrix(const core::Shape& batch, std::int64_t rows, std::int64_t columns) {
  std::vector<std::int64_t> sizes(batch.begin(), batch.end());
  sizes.push_back(rows);
  sizes.push_back(columns);
  return core::Shape(std::span<const std::int64_t>(sizes));
}

/// How an operand lies over [batch, rows, columns], in elements.
struct Layout {
  Strides batch;
  std::int64_t row = 0;
  std::int64_t column = 0;
};

Layout layoutOf(const core::Shape& operand, const core::Shape& over) {
  Strides strides = broadcastStrides(operand, over);
  Layout layout;
  layout.column = strides.back();
  strides.pop_back();
  layout.row = strides.back();
  strides.pop_back();
  layout.batch = strides;
  return layout;
}

/// Attention as its kernels see it.
class AttentionDispatch {
 public:
  explicit AttentionDispatch(const KernelNode& node)
      : m_node(node),
        m_hasMask(node.attributes().flag("mask")),
        m_hasBias(node.attributes().flag("bias")),
        m_queries(node.input(0).shape[-2]),
        m_keys(node.input(1).shape[-2]),
        m_depth(node.input(0).shape[-1]),
        m_width(node.input(2).shape[-1]) {
    // The outputs of both ops, output and gradient of the query, have the leading dimensions of the result.
    const core::Shape& result = node.output().shape;
    m_batch = result.part(0, result.rank() - 2);
  }

  [[nodiscard]] bool fitsProcessor() const {
    const std::uint32_t lanes = m_node.target.limits.subgroupSize;
    return m_node.target.kind == DeviceKind::Software && lanes > 0 && lanes <= kLargestSubgroup && m_depth > 0 &&
           std::max(m_depth, m_width) <= kLongestOnProcessor;
  }

  [[nodiscard]] Dispatch bySubgroups() const {
    const std::uint32_t lanes = m_node.target.limits.subgroupSize;
    Dispatch dispatch = tiled("attention_subgroup", m_queries, lanes, 1, 1);
    dispatch.groupSize = lanes;
    dispatch.constants.insert(dispatch.constants.end(), {lanes, word(m_depth), word(m_width)});
    return dispatch;
  }

  [[nodiscard]] Dispatch bySharedMemory() const {
    const std::uint32_t block = blockSize();
    const std::uint32_t across = block / kRowsEach;
    const auto each = static_cast<std::uint32_t>(std::clamp<std::int64_t>(dividedUp(m_width, across), 1, kMostEach));
    Dispatch dispatch = tiled("attention", m_queries, block, m_width, std::int64_t{across} * each);
    dispatch.groupSize = across * across;
    dispatch.constants.insert(dispatch.constants.end(), {block, each});
    return dispatch;
  }

  /// What is needed of each query's softmax, then the gradient for the queries, then that for keys and values.
  [[nodiscard]] std::vector<Dispatch> gradient() const {
    std::vector<Dispatch> dispatches = {gradientPart("attention_statistics", m_queries, 1),
                                        gradientPart("attention_gradient_query", m_queries, m_depth),
                                        gradientPart("attention_gradient_key", m_keys, std::max(m_depth, m_width))};
    dispatches[2].result = m_node.node.outputs[1];
    dispatches[2].operands.push_back(m_node.node.outputs[2]);
    return dispatches;
  }

 private:
  /// The larger one halves what is read of keys and values.
  [[nodiscard]] std::uint32_t blockSize() const {
    const std::uint32_t across = kLargeBlock / kRowsEach;
    const std::uint32_t columns = std::max(kLargeBlock, across * kMostEach);
    const std::uint32_t sharedWords =
        kStep * (kLargeBlock + 1) + kStep * (columns + 1) + kLargeBlock * (kLargeBlock + 1) + 1;
    const DeviceLimits& limits = m_node.target.limits;
    const bool fits = across * across <= limits.groupInvocations && 4 * sharedWords <= limits.sharedMemoryBytes;
    return fits && m_queries > kSmallBlock ? kLargeBlock : kSmallBlock;
  }

  [[nodiscard]] Dispatch gradientPart(const std::string& shader, std::int64_t items, std::int64_t columns) const {
    Dispatch dispatch;
    if (fitsProcessor()) {
      const std::uint32_t lanes = m_node.target.limits.subgroupSize;
      dispatch = tiled(findShader(shader + "_subgroup")->name, items, lanes, 1, 1);
      dispatch.groupSize = lanes;
      dispatch.constants.insert(dispatch.constants.end(), {lanes, word(m_depth), word(m_width)});
    } else {
      const std::uint32_t across = kSmallBlock / kRowsEach;
      const auto each = static_cast<std::uint32_t>(std::clamp<std::int64_t>(dividedUp(columns, across), 1, kMostEach));
      dispatch = tiled(findShader(shader)->name, items, kSmallBlock, columns, std::int64_t{across} * each);
      dispatch.groupSize = across * across;
      dispatch.constants.push_back(each);
    }
    dispatch.operands.push_back(m_node.node.inputs.back());
    dispatch.scratchWords = static_cast<std::uint64_t>(kStatistics * m_batch.elementCount() * m_queries);
    return dispatch;
  }

  [[nodiscard]] Dispatch tiled(std::string_view shader, std::int64_t items, std::int64_t rows, std::int64_t columns,
                               std::int64_t width) const {
    const std::int64_t down = dividedUp(items, rows);
    const std::int64_t across = dividedUp(columns, width);
    Dispatch dispatch = threadsFor(m_node, shader, m_batch.elementCount() * down * across);
    dispatch.groups = dispatch.count;
    dispatch.operands = operands();
    dispatch.constants = {m_hasMask ? 1U : 0U, m_hasBias ? 1U : 0U};
    dispatch.parameters = parameters(down, across);
    return dispatch;
  }

  [[nodiscard]] std::vector<core::Value> operands() const {
    const std::vector<core::Value>& inputs = m_node.node.inputs;
    std::vector<core::Value> values(inputs.begin(), inputs.begin() + 3);
    values.push_back(m_hasMask ? inputs[3] : core::Value{});
    values.push_back(m_hasBias ? inputs[m_hasMask ? 4 : 3] : core::Value{});
    return values;
  }

  [[nodiscard]] std::vector<std::uint32_t> parameters(std::int64_t down, std::int64_t across) const {
    const core::Shape scores = withMatrix(m_batch, m_queries, m_keys);
    const auto over = [&](bool isThere, std::size_t input) {
      const core::Shape shape = isThere ? m_node.input(input).shape : core::Shape{};
      return layoutOf(shape, scores);
    };
    const Layout mask = over(m_hasMask, 3);
    const Layout bias = over(m_hasBias, m_hasMask ? 4 : 3);
    Walk walk{{m_batch.begin(), m_batch.end()}, {}};
    walk.strides = {layoutOf(m_node.input(0).shape, withMatrix(m_batch, m_queries, m_depth)).batch,
                    layoutOf(m_node.input(1).shape, withMatrix(m_batch, m_keys, m_depth)).batch,
                    layoutOf(m_node.input(2).shape, withMatrix(m_batch, m_keys, m_width)).batch, mask.batch,
                    bias.batch};
    std::vector<std::uint32_t> words = {
        word(m_queries),  word(m_keys), word(m_depth),  word(m_width),     realWord(m_node.attributes().real("scale")),
        word(down),       word(across), word(mask.row), word(mask.column), word(bias.row),
        word(bias.column)};
    const std::vector<std::uint32_t> walked = walk.simplified().words();
    words.insert(words.end(), walked.begin(), walked.end());
    return words;
  }

  const KernelNode& m_node;
  bool m_hasMask;
  bool m_hasBias;
  std::int64_t m_queries;
  std::int64_t m_keys;
  std::int64_t m_depth;
  std::int64_t m_width;
  core::Shape m_batch;
};

}  // namespace

std::vector<Dispatch> attentionKernel(const KernelNode& node) {
  const AttentionDispatch attention(node);
  return {attention.fitsProcessor() ? attention.bySubgroups() : attention.bySharedMemory()};
}

std::vector<Dispatch> attentionGradientKernel(const KernelNode& node) {
  return AttentionDispatch(node).gradient();
}

}  // namespace heed::gpu
