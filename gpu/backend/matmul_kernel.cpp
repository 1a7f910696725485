#include "gpu/backend/kernels.h"
#include "gpu/backend/strides.h"

namespace heed::gpu {

namespace {

/// As in matmul.comp.
constexpr std::int64_t kTile = 32;
constexpr std::uint32_t kThreads = 64;

/// The strides of an operand's leading dimensions, in elements, as seen from those of the result.
Strides batchStrides(const core::Shape& operand, const core::Shape& batch) {
  Strides strides = broadcastStrides(operand.part(0, operand.rank() - 2), batch);
  for (std::int64_t& stride : strides) stride *= operand[-1] * operand[-2];
  return strides;
}

}  // namespace

std::vector<Dispatch> matmulKernel(const KernelNode& node) {
  const core::Shape& a = node.input(0).shape;
  const core::Shape& b = node.input(1).shape;
  const core::Shape& result = node.output().shape;
  const bool transposeA = node.attributes().flag("transposeA");
  const bool transposeB = node.attributes().flag("transposeB");
  const core::Shape batch = result.part(0, result.rank() - 2);
  const std::int64_t m = result[-2];
  const std::int64_t n = result[-1];
  const std::int64_t tiles = batch.elementCount() * ((m + kTile - 1) / kTile) * ((n + kTile - 1) / kTile);
  Dispatch dispatch = threadsFor(node, "matmul", tiles);
  dispatch.groups = word(tiles);
  dispatch.groupSize = kThreads;
  dispatch.constants = {transposeA ? 1U : 0U, transposeB ? 1U : 0U};
  dispatch.parameters = {word(m), word(transposeA ? a[-2] : a[-1]), word(n)};
  const Walk walk{{batch.begin(), batch.end()}, {batchStrides(a, batch), batchStrides(b, batch)}};
  const std::vector<std::uint32_t> words = walk.simplified().words();
  dispatch.parameters.insert(dispatch.parameters.end(), words.begin(), words.end());
  return {dispatch};
}

}  // namespace heed::gpu
