#include "core/exec/kernels/kernels.h"
#include "core/exec/kernels/micro_kernels.h"
#include "core/exec/kernels/scratch.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace heed::core {

namespace {

constexpr std::int64_t kQueryBlock = 96;  // queries per piece: keys and values stay in the second cache meanwhile
constexpr std::int64_t kKeyBlock = 512;   // keys per softmax step: a strip of scores fits the first cache
constexpr std::int64_t kPackedFloats = 2 << 20;  // of keys and values at a time
constexpr std::int64_t kPieceWork = 1 << 19;     // multiply-adds that are worth handing to a thread
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLn2 = 0.693147181F;

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

/// Sizes of the packed keys and values of one head.
struct Layout {
  std::int64_t keyFloats, valueColumns, valueFloats;

  Layout(const MicroKernels& micro, const Attention& attention)
      : keyFloats(roundUp(attention.keys, micro.tileColumns) * attention.depth),
        valueColumns(roundUp(attention.valueDepth, micro.tileColumns)),
        valueFloats(attention.keys * valueColumns) {}
  [[nodiscard]] std::int64_t headFloats() const { return roundUp(keyFloats + valueFloats, 16); }
};

/// Packs one block of keys and values of one head: keys turned into panels, values into panels per block.
void packKeyBlock(const MicroKernels& micro, const Attention& attention, const Layout& layout, std::int64_t head,
                  std::int64_t key, float* packed) {
  const std::int64_t height = std::min(kKeyBlock, attention.keys - key);
  const float* keys = headOf(attention.key, head / attention.heads, head % attention.heads);
  const float* values = headOf(attention.value, head / attention.heads, head % attention.heads);
  micro.packColumns(attention.depth, height, keys + key * attention.key.rowStride, 1, attention.key.rowStride,
                    packed + key * attention.depth);
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
        m_queries(kQueryBlock * attention.depth),
        m_scores(micro.tileRows * m_scoreStride),
        m_output(kQueryBlock * layout.valueColumns),
        m_maximum(kQueryBlock),
        m_sum(kQueryBlock) {}

  /// Queries from `first` on of the head with these packed keys and values.
  void run(std::int64_t head, std::int64_t first, const float* packed) {
    m_batch = head / m_attention.heads;
    m_head = head % m_attention.heads;
    m_first = first;
    m_count = std::min(kQueryBlock, m_attention.queries - first);
    m_packed = packed;
    const float* queries = headOf(m_attention.query, m_batch, m_head) + first * m_attention.query.rowStride;
    m_micro.packRows(m_count, m_attention.depth, queries, m_attention.query.rowStride, 1, m_queries.data());
    std::fill_n(m_output.data(), m_count * m_layout.valueColumns, 0.0F);
    std::fill_n(m_maximum.data(), m_count, -kInfinity);
    std::fill_n(m_sum.data(), m_count, 0.0F);
    for (std::int64_t key = 0; key < m_attention.keys; key += kKeyBlock) {
      for (std::int64_t row = 0; row < m_count; row += m_micro.tileRows) {
        runStrip(row, std::min(m_micro.tileRows, m_count - row), key);
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
  void runStrip(std::int64_t row, std::int64_t rows, std::int64_t blockBegin) {
    const Range block = {blockBegin, std::min(blockBegin + kKeyBlock, m_attention.keys)};
    Range keys = intersection({window(row).begin, window(row + rows - 1).end}, block);
    if (keys.isEmpty() || isHidden(row, rows, keys)) return;
    m_context.throwIfStopped();
    keys.begin = keys.begin / m_micro.tileColumns * m_micro.tileColumns;
    const std::int64_t depth = m_attention.depth;
    const std::int64_t count = keys.end - keys.begin;
    m_micro.multiplyBlock({
        .rows = rows,
        .columns = count,
        .depth = depth,
        .a = m_queries.data() + row * depth,
        .aRowStride = 1,
        .aDepthStride = m_micro.tileRows,
        .aTileStride = m_micro.tileRows * depth,
        .b = m_packed + keys.begin * depth,
        .bDepthStride = m_micro.tileColumns,
        .bTileStride = m_micro.tileColumns * depth,
        .c = m_scores.data(),
        .cRowStride = m_scoreStride,
        .accumulate = false,
    });
    weighRows(row, rows, keys);
    const float* values = m_packed + m_layout.keyFloats + block.begin * m_layout.valueColumns;
    m_micro.multiplyBlock({
        .rows = rows,
        .columns = m_attention.valueDepth,
        .depth = count,
        .a = m_scores.data(),
        .aRowStride = m_scoreStride,
        .aDepthStride = 1,
        .aTileStride = m_micro.tileRows * m_scoreStride,
        .b = values + (keys.begin - block.begin) * m_micro.tileColumns,
        .bDepthStride = m_micro.tileColumns,
        .bTileStride = m_micro.tileColumns * (block.end - block.begin),
        .c = m_output.data() + row * m_layout.valueColumns,
        .cRowStride = m_layout.valueColumns,
        .accumulate = true,
    });
  }

  /// Scores become weights; the output so far is brought to the new maximum.
  void weighRows(std::int64_t row, std::int64_t rows, Range keys) {
    const float* bias = headOf(m_attention.bias, m_batch, m_head);
    const std::int64_t count = keys.end - keys.begin;
    for (std::int64_t i = row; i < row + rows; ++i) {
      const Range seen = window(i);
      const std::uint8_t* mask = maskOf(i);
      const float rescale = m_micro.attentionRow({
          .scores = m_scores.data() + (i - row) * m_scoreStride,
          .count = count,
          .allowedBegin = std::clamp<std::int64_t>(seen.begin - keys.begin, 0, count),
          .allowedEnd = std::clamp<std::int64_t>(seen.end - keys.begin, 0, count),
          .scale = m_attention.scale,
          .bias = bias == nullptr ? nullptr : bias + (m_first + i) * m_attention.bias.rowStride + keys.begin,
          .mask = mask == nullptr ? nullptr : mask + keys.begin,
          .maximum = m_maximum.data() + i,
          .sum = m_sum.data() + i,
      });
      if (rescale != 1.0F)
        m_micro.scaleRow(m_layout.valueColumns, rescale, m_output.data() + i * m_layout.valueColumns);
    }
  }

  void finish() {
    float* output = m_attention.output + m_batch * m_attention.outputBatchStride +
                    m_head * m_attention.outputHeadStride + m_first * m_attention.outputRowStride;
    for (std::int64_t i = 0; i < m_count; ++i) {
      const float sum = m_sum.data()[i];
      const float factor = sum == 0.0F ? 0.0F : 1.0F / sum;
      float* row = m_output.data() + i * m_layout.valueColumns;
      m_micro.scaleRow(m_layout.valueColumns, factor, row);
      std::copy_n(row, m_attention.valueDepth, output + i * m_attention.outputRowStride);
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
  const float* m_packed = nullptr;
};

/// Heads [first, first + heads): packs their keys and values, then runs all their blocks of queries.
void runHeads(const KernelContext& context, const MicroKernels& micro, const Attention& attention, std::int64_t first,
              std::int64_t heads, const Layout& layout, float* packed) {
  const std::int64_t keyBlocks = (attention.keys + kKeyBlock - 1) / kKeyBlock;
  const std::int64_t width = attention.depth + attention.valueDepth;
  const std::int64_t blockFloats = std::max<std::int64_t>(1, std::min(kKeyBlock, attention.keys) * width);
  const std::int64_t packGrain = std::max<std::int64_t>(1, (1 << 16) / blockFloats);
  context.pool.parallelFor(heads * keyBlocks, packGrain, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t head = i / keyBlocks;
      packKeyBlock(micro, attention, layout, first + head, i % keyBlocks * kKeyBlock,
                   packed + head * layout.headFloats());
    }
  });
  const std::int64_t queryBlocks = (attention.queries + kQueryBlock - 1) / kQueryBlock;
  const std::int64_t work =
      std::max<std::int64_t>(1, std::min(kQueryBlock, attention.queries) * attention.keys * width);
  const std::int64_t grain = std::max<std::int64_t>(1, kPieceWork / work);
  context.pool.parallelFor(heads * queryBlocks, grain, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    QueryBlock block(context, micro, attention, layout);
    for (std::int64_t i = begin; i < end; ++i) {
      const std::int64_t head = i / queryBlocks;
      block.run(first + head, i % queryBlocks * kQueryBlock, packed + head * layout.headFloats());
    }
  });
}

}  // namespace

void FloatKernels::attention(const KernelContext& context, const Attention& attention) const {
  const Layout layout(m_micro, attention);
  const std::int64_t heads = attention.batch * attention.heads;
  const std::int64_t most = std::clamp<std::int64_t>(kPackedFloats / std::max<std::int64_t>(1, layout.headFloats()), 1,
                                                     std::max<std::int64_t>(1, heads));
  Scratch packed(most * layout.headFloats());
  for (std::int64_t head = 0; head < heads; head += most) {
    runHeads(context, m_micro, attention, head, std::min(most, heads - head), layout, packed.data());
  }
}

}  // namespace heed::core
