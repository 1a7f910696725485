#include "core/exec/kernels/kernels.h"
#include "core/exec/kernels/micro_kernels.h"
#include "core/exec/kernels/pieces.h"
#include "core/exec/kernels/scratch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numbers>

namespace heed::core {

namespace {

constexpr std::int64_t kMostQueries = 192;  // per piece: keys and values stay in the second cache meanwhile
constexpr std::int64_t kFewQueries = 96;    // the same where pieces would be too few to share out
constexpr std::int64_t kEnoughPieces = 16;
constexpr std::int64_t kKeyBlock = 512;          // keys per softmax step: a strip of scores fits the first cache
constexpr std::int64_t kPackedFloats = 2 << 20;  // of keys and values at a time
constexpr std::int64_t kPieceWork = 1 << 19;     // multiply-adds that are worth handing to a thread
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLn2 = std::numbers::ln2_v<float>;

std::int64_t roundUp(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

struct Range {
  std::int64_t begin, end;

  [[nodiscard]] bool isEmpty() const { return begin >= end; }
};

Range intersection(Range a, Range b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

/// Where heads lie in an operand.
const float* headOf(const HeadsOperand& operand, std::int64_t batch, std::int64_t head) {
  return operand.data == nullptr ? nullptr : operand.data + batch * operand.batchStride + head * operand.headStride;
}

bool showsAnything(const std::uint8_t* mask, std::int64_t count) {
  std::int64_t i = 0;
  for (std::uint64_t word = 0; i + 8 <= count; i += 8) {
    std::memcpy(&word, mask + i, 8);
    if (word != 0) return true;
  }
  return std::any_of(mask + i, mask + count, [](std::uint8_t byte) { return byte != 0; });
}

/// Sizes of the packed keys and values of one head. Values that fill whole tiles and lie close together stay where they
/// are.
struct Layout {
  bool packsQueries, packsValues;
  std::int64_t queryBlock, keyFloats, valueColumns, headFloats;

  Layout(const MicroKernels& micro, const Attention& attention)
      : packsQueries(attention.query.rowStride > 2 * attention.depth),
        packsValues(attention.valueDepth % micro.tileColumns != 0 ||
                    attention.value.rowStride > 2 * attention.valueDepth),
        queryBlock(attention.batch * attention.heads * attention.queries >= kEnoughPieces * kMostQueries ? kMostQueries
                                                                                                         : kFewQueries),
        keyFloats(roundUp(attention.keys, micro.tileColumns) * attention.depth),
        valueColumns(roundUp(attention.valueDepth, micro.tileColumns)),
        headFloats(roundUp(keyFloats + (packsValues ? attention.keys * valueColumns : 0), 16)) {}
};

/// Packs one block of keys and values of one head: keys turned into panels, values into panels per block.
void packKeyBlock(const MicroKernels& micro, const Attention& attention, const Layout& layout, std::int64_t head,
                  std::int64_t key, float* packed) {
  const std::int64_t height = std::min(kKeyBlock, attention.keys - key);
  const float* keys = headOf(attention.key, head / attention.heads, head % attention.heads);
  micro.packColumns(attention.depth, height, keys + key * attention.key.rowStride, 1, attention.key.rowStride,
                    packed + key * attention.depth);
  if (!layout.packsValues) return;
  const float* values = headOf(attention.value, head / attention.heads, head % attention.heads);
  micro.packColumns(height, attention.valueDepth, values + key * attention.value.rowStride, attention.value.rowStride,
                    1, packed + layout.keyFloats + key * layout.valueColumns);
}

/// Works through blocks of queries of one head after another, with its own memory.
class QueryBlock {
 public:
  QueryBlock(const KernelContext& context, const MicroKernels& micro, const Attention& attention, const Layout& layout)
      : m_context(context),
        m_micro(micro),
        m_attention(attention),
        m_layout(layout),
        m_scoreStride(kKeyBlock + 16),
        m_queries(layout.packsQueries ? layout.queryBlock * attention.depth : 0),
        m_scores(micro.tileRows * m_scoreStride),
        m_output(layout.queryBlock * layout.valueColumns),
        m_maximum(layout.queryBlock),
        m_sum(layout.queryBlock) {}

  /// Queries from `first` on of the head with these packed keys and values.
  void run(std::int64_t head, std::int64_t first, const float* packed) {
    m_batch = head / m_attention.heads;
    m_head = head % m_attention.heads;
    m_first = first;
    m_count = std::min(m_layout.queryBlock, m_attention.queries - first);
    m_packed = packed;
    m_queryRows = headOf(m_attention.query, m_batch, m_head) + first * m_attention.query.rowStride;
    if (m_layout.packsQueries) {
      m_micro.packRows(m_count, m_attention.depth, m_queryRows, m_attention.query.rowStride, 1, m_queries.data());
    }
    std::fill_n(m_output.data(), m_count * m_layout.valueColumns, 0.0F);
    std::fill_n(m_maximum.data(), m_count, -kInfinity);
    std::fill_n(m_sum.data(), m_count, 0.0F);
    const Range seen = {window(0).begin / kKeyBlock * kKeyBlock, window(m_count - 1).end};
    for (std::int64_t key = seen.begin; key < seen.end; key += kKeyBlock) {
      const Range block = {key, std::min(key + kKeyBlock, m_attention.keys)};
      for (std::int64_t row = 0; row < m_count; row += m_micro.tileRows) {
        runStrip(row, std::min(m_micro.tileRows, m_count - row), block);
      }
    }
    finish();
  }

 private:
  /// The keys that the window lets a row see.
  [[nodiscard]] Range window(std::int64_t row) const {
    const std::int64_t centre = m_first + row + m_attention.window.shift;
    return intersection({0, m_attention.keys},
                        {centre - m_attention.window.before, centre + m_attention.window.after + 1});
  }

  [[nodiscard]] const std::uint8_t* maskOf(std::int64_t row) const {
    if (m_attention.mask == nullptr) return nullptr;
    return m_attention.mask + m_batch * m_attention.maskBatchStride + m_head * m_attention.maskHeadStride +
           (m_first + row) * m_attention.maskRowStride;
  }

  [[nodiscard]] bool isHidden(std::int64_t row, std::int64_t rows, Range keys) const {
    if (m_attention.mask == nullptr) return false;
    for (std::int64_t i = row; i < row + rows; ++i) {
      if (showsAnything(maskOf(i) + keys.begin, keys.end - keys.begin)) return false;
    }
    return true;
  }

  /// One tile's height of queries against one block of keys: scores, weights, and their part of the output.
  void runStrip(std::int64_t row, std::int64_t rows, Range block) {
    const Range keys = intersection({window(row).begin, window(row + rows - 1).end}, block);
    if (keys.isEmpty() || isHidden(row, rows, keys)) return;
    m_context.throwIfStopped();
    const std::int64_t depth = m_attention.depth;
    const bool packed = m_layout.packsQueries;
    const std::int64_t firstColumn = keys.begin / m_micro.tileColumns * m_micro.tileColumns;
    m_micro.multiplyBlock({
        .rows = rows,
        .columns = keys.end - firstColumn,
        .depth = depth,
        .a = packed ? m_queries.data() + row * depth : m_queryRows + row * m_attention.query.rowStride,
        .aRowStride = packed ? 1 : m_attention.query.rowStride,
        .aDepthStride = packed ? m_micro.tileRows : 1,
        .aTileStride = 0,
        .b = m_packed + firstColumn * depth,
        .bDepthStride = m_micro.tileColumns,
        .bTileStride = m_micro.tileColumns * depth,
        .c = m_scores.data(),
        .cRowStride = m_scoreStride,
        .accumulate = false,
    });
    float* scores = m_scores.data() + (keys.begin - firstColumn);
    weighRows(row, rows, keys, scores);
    const std::int64_t valueStride = m_attention.value.rowStride;
    const float* packedValues = m_packed + m_layout.keyFloats + block.begin * m_layout.valueColumns +
                                (keys.begin - block.begin) * m_micro.tileColumns;
    m_micro.multiplyBlock({
        .rows = rows,
        .columns = m_attention.valueDepth,
        .depth = keys.end - keys.begin,
        .a = scores,
        .aRowStride = m_scoreStride,
        .aDepthStride = 1,
        .aTileStride = m_micro.tileRows * m_scoreStride,
        .b =
            m_layout.packsValues ? packedValues : headOf(m_attention.value, m_batch, m_head) + keys.begin * valueStride,
        .bDepthStride = m_layout.packsValues ? m_micro.tileColumns : valueStride,
        .bTileStride = m_micro.tileColumns * (m_layout.packsValues ? block.end - block.begin : 1),
        .c = m_output.data() + row * m_layout.valueColumns,
        .cRowStride = m_layout.valueColumns,
        .accumulate = true,
    });
  }

  /// Scores become weights; the output so far is brought to the new maximum.
  void weighRows(std::int64_t row, std::int64_t rows, Range keys, float* scores) {
    const float* bias = headOf(m_attention.bias, m_batch, m_head);
    const std::int64_t count = keys.end - keys.begin;
    for (std::int64_t i = row; i < row + rows; ++i) {
      const Range seen = window(i);
      const std::uint8_t* mask = maskOf(i);
      const float rescale = m_micro.attentionRow({
          .scores = scores + (i - row) * m_scoreStride,
          .count = count,
          .allowedBegin = std::clamp<std::int64_t>(seen.begin - keys.begin, 0, count),
          .allowedEnd = std::clamp<std::int64_t>(seen.end - keys.begin, 0, count),
          .scale = m_attention.scale,
          .bias = bias == nullptr ? nullptr : bias + (m_first + i) * m_attention.bias.rowStride + keys.begin,
          .mask = mask == nullptr ? nullptr : mask + keys.begin,
          .maximum = m_maximum.data() + i,
          .sum = m_sum.data() + i,
      });
      float* output = m_output.data() + i * m_layout.valueColumns;
      if (rescale != 1.0F) m_micro.scaleRow(m_layout.valueColumns, rescale, output, output);
    }
  }

  void finish() {
    float* output = m_attention.output + m_batch * m_attention.outputBatchStride +
                    m_head * m_attention.outputHeadStride + m_first * m_attention.outputRowStride;
    for (std::int64_t i = 0; i < m_count; ++i) {
      const float sum = m_sum.data()[i];
      const float factor = sum == 0.0F ? 0.0F : 1.0F / sum;
      m_micro.scaleRow(m_attention.valueDepth, factor, m_output.data() + i * m_layout.valueColumns,
                       output + i * m_attention.outputRowStride);
    }
    if (m_attention.logSumExp == nullptr) return;
    float* logSumExp = m_attention.logSumExp + (m_batch * m_attention.heads + m_head) * m_attention.queries + m_first;
    for (std::int64_t i = 0; i < m_count; ++i) {
      const float sum = m_sum.data()[i];
      logSumExp[i] = sum == 0.0F ? -kInfinity : (m_maximum.data()[i] + std::log2(sum)) * kLn2;
    }
  }

  const KernelContext& m_context;
  const MicroKernels& m_micro;
  const Attention& m_attention;
  const Layout& m_layout;
  std::int64_t m_scoreStride;
  Scratch m_queries, m_scores, m_output, m_maximum, m_sum;
  std::int64_t m_batch = 0, m_head = 0, m_first = 0, m_count = 0;
  const float* m_queryRows = nullptr;
  const float* m_packed = nullptr;
};

/// Heads [first, first + heads): packs their keys and values, then runs all their blocks of queries.
void runHeads(const KernelContext& context, const MicroKernels& micro, const Attention& attention, std::int64_t first,
              std::int64_t heads, const Layout& layout, float* packed) {
  const std::int64_t keyBlocks = (attention.keys + kKeyBlock - 1) / kKeyBlock;
  const std::int64_t width = attention.depth + attention.valueDepth;
  const std::int64_t blockFloats = std::max<std::int64_t>(1, std::min(kKeyBlock, attention.keys) * width);
  const std::int64_t packGrain = std::max<std::int64_t>(1, (1 << 16) / blockFloats);
  forPieces(context, heads * keyBlocks, packGrain, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t head = i / keyBlocks;
      packKeyBlock(micro, attention, layout, first + head, i % keyBlocks * kKeyBlock,
                   packed + head * layout.headFloats);
    }
  });
  const std::int64_t queryBlocks = (attention.queries + layout.queryBlock - 1) / layout.queryBlock;
  const std::int64_t work =
      std::max<std::int64_t>(1, std::min(layout.queryBlock, attention.queries) * attention.keys * width);
  const std::int64_t grain = std::max<std::int64_t>(1, kPieceWork / work);
  forPieces(context, heads * queryBlocks, grain, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    QueryBlock block(context, micro, attention, layout);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t head = i / queryBlocks;
      block.run(first + head, i % queryBlocks * layout.queryBlock, packed + head * layout.headFloats);
    }
  });
}

}  // namespace

void FloatKernels::attention(const KernelContext& context, const Attention& attention) const {
  const Layout layout(m_micro, attention);
  const std::int64_t heads = attention.batch * attention.heads;
  const std::int64_t most = std::clamp<std::int64_t>(kPackedFloats / std::max<std::int64_t>(1, layout.headFloats), 1,
                                                     std::max<std::int64_t>(1, heads));
  Scratch packed(most * layout.headFloats);
  for (std::int64_t head = 0; head < heads; head += most) {
    runHeads(context, m_micro, attention, head, std::min(most, heads - head), layout, packed.data());
  }
}

}  // namespace heed::core
