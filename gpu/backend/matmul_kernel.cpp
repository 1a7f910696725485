#include "gpu/backend/kernels.h"
#include "gpu/backend/product_tile.h"
#include "gpu/backend/strides.h"

#include <algorithm>
#include <bit>

namespace heed::gpu {

namespace {

/// Results of one thread of matmul_subgroup.comp: as many as give the most multiplications for each load and still
/// leave the sums in registers, measured at 512 x 512 x 512 with subgroups of 4, 8 and 16.
constexpr std::uint32_t kSumsEach = 64;
constexpr std::uint32_t kLargestSubgroup = 16;

/// The strides of an operand's leading dimensions, in elements, as seen from those of the result.
Strides batchStrides(const core::Shape& operand, const core::Shape& batch) {
  Strides strides = broadcastStrides(operand.part(0, operand.rank() - 2), batch);
  for (std::int64_t& stride : strides) stride *= operand[-1] * operand[-2];
  return strides;
}

/// The product as the kernels see it.
class ProductDispatch {
 public:
  explicit ProductDispatch(const KernelNode& node)
      : m_node(node),
        m_transposeA(node.attributes().flag("transposeA")),
        m_transposeB(node.attributes().flag("transposeB")) {
    const core::Shape& a = node.input(0).shape;
    const core::Shape& b = node.input(1).shape;
    const core::Shape& result = node.output().shape;
    const core::Shape batch = result.part(0, result.rank() - 2);
    m_size = {batch.elementCount(), result[-2], m_transposeA ? a[-2] : a[-1], result[-1]};
    m_walk = Walk{{batch.begin(), batch.end()}, {batchStrides(a, batch), batchStrides(b, batch)}}.simplified();
    m_isAlignedA = a[-1] % 4 == 0;
    m_isAlignedB = b[-1] % 4 == 0;
  }

  /// On the processor a group is one subgroup that shares no memory.
  [[nodiscard]] std::vector<Dispatch> bySubgroups() const {
    const std::uint32_t lanes = m_node.target.limits.subgroupSize;
    const std::uint32_t rows = std::max(lanes, 8U);
    const auto needed = std::bit_ceil(word((m_size.columns + lanes - 1) / lanes));
    const std::uint32_t columns = std::min(kSumsEach / rows, needed);
    std::vector<Dispatch> dispatches = tiled("matmul_subgroup", rows, std::int64_t{columns} * lanes);
    dispatches.front().groupSize = lanes;
    append(dispatches.front().constants, {lanes, rows, columns});
    return dispatches;
  }

  [[nodiscard]] std::vector<Dispatch> bySharedMemory() const {
    const ProductTile tile = chosenTile(m_size, m_node.target);
    std::vector<Dispatch> dispatches = tiled("matmul", tile.rows, tile.columns);
    dispatches.front().groupSize = tile.threads();
    append(dispatches.front().constants, {tile.rows, tile.columns, tile.depth, tile.rowsEach, tile.columnsEach,
                                          m_isAlignedA ? 1U : 0U, m_isAlignedB ? 1U : 0U});
    return dispatches;
  }

 private:
  static void append(std::vector<std::uint32_t>& words, const std::vector<std::uint32_t>& more) {
    words.insert(words.end(), more.begin(), more.end());
  }

  /// One dispatch over the tiles, and where the product is made in parts another one that adds them.
  [[nodiscard]] std::vector<Dispatch> tiled(std::string_view shader, std::int64_t rows, std::int64_t columns) const {
    const std::int64_t tiles = tileCount(m_size, rows, columns);
    const std::int64_t terms = termsInPart(m_size, tiles, m_node.target);
    const std::int64_t parts = std::max<std::int64_t>((m_size.terms + terms - 1) / terms, 1);
    const std::int64_t results = m_size.batch * m_size.rows * m_size.columns;
    Dispatch dispatch = threadsFor(m_node, shader, tiles * parts);
    dispatch.groups = dispatch.count;
    dispatch.constants = {m_transposeA ? 1U : 0U, m_transposeB ? 1U : 0U};
    dispatch.parameters = {word(m_size.rows),
                           word(m_size.terms),
                           word(m_size.columns),
                           word((m_size.rows + rows - 1) / rows),
                           word((m_size.columns + columns - 1) / columns),
                           word(terms)};
    append(dispatch.parameters, m_walk.words());
    if (parts == 1) return {dispatch};
    Dispatch join = threadsFor(m_node, "product_join", results);
    join.operands.clear();
    join.parameters = {word(parts)};
    dispatch.scratchWords = static_cast<std::uint64_t>(parts * results);
    join.scratchWords = dispatch.scratchWords;
    return {dispatch, join};
  }

  const KernelNode& m_node;
  bool m_transposeA;
  bool m_transposeB;
  ProductSize m_size;
  Walk m_walk;
  bool m_isAlignedA = false;
  bool m_isAlignedB = false;
};

}  // namespace

std::vector<Dispatch> matmulKernel(const KernelNode& node) {
  const ProductDispatch product(node);
  const std::uint32_t lanes = node.target.limits.subgroupSize;
  const bool isProcessor = node.target.kind == DeviceKind::Software && lanes > 0 && lanes <= kLargestSubgroup;
  return isProcessor ? product.bySubgroups() : product.bySharedMemory();
}

}  // namespace heed::gpu
