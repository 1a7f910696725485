#include "core/exec/kernels/kernels.h"
#include "core/exec/kernels/micro_kernels.h"
#include "core/exec/kernels/pieces.h"
#include "core/exec/kernels/scratch.h"

#include <algorithm>

namespace heed::core {

namespace {

constexpr std::int64_t kDepthBlock = 512;         // rows of B in a packed panel
constexpr std::int64_t kMostPieceRows = 144;      // a packed part of A then stays in the second cache
constexpr std::int64_t kPackedFloats = 8 << 20;   // of B at a time
constexpr std::int64_t kDirectFloats = 16 << 10;  // B up to here stays in the first caches without packing
constexpr std::int64_t kPieceWork = 1 << 19;      // multiply-adds that are worth handing to a thread
constexpr std::int64_t kMostDirectRows = 768;
constexpr std::int64_t kWholeMatrixWork = 1 << 22;  // up to here a matrix of a batch is one piece

std::int64_t roundUp(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// A matrix seen as [rows, columns] with any strides.
struct View {
  const float* data;
  std::int64_t rowStride, columnStride;

  [[nodiscard]] const float* at(std::int64_t row, std::int64_t column) const {
    return data + row * rowStride + column * columnStride;
  }
};

View viewOf(const MatrixOperand& operand, std::int64_t batch) {
  const float* data = operand.data + batch * operand.batchStride;
  if (operand.transposed == Transposed::Yes) return {data, 1, operand.rowStride};
  return {data, operand.rowStride, 1};
}

/// One product of one pair of matrices.
struct Single {
  std::int64_t rows, columns, depth;
  View a, b;
  float* c;
  std::int64_t cRowStride;
  bool accumulate;
};

void clear(const Single& product) {
  if (product.accumulate) return;
  for (std::int64_t row = 0; row < product.rows; ++row) {
    std::fill_n(product.c + row * product.cRowStride, product.columns, 0.0F);
  }
}

/// B without a copy, but for its last columns where they do not fill a tile and for a transposed one.
class DirectB {
 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): to clear m_small would cost more than a small product
  DirectB(const MicroKernels& micro, const Single& product)
      : m_whole(product.b.columnStride == 1 ? product.columns / micro.tileColumns * micro.tileColumns : 0),
        m_floats(roundUp(product.columns - m_whole, micro.tileColumns) * product.depth),
        m_large(m_floats > kOnStack ? m_floats : 0) {
    if (m_floats == 0) return;
    m_packed = m_floats > kOnStack ? m_large.data() : m_small;
    micro.packColumns(product.depth, product.columns - m_whole, product.b.at(0, m_whole), product.b.rowStride,
                      product.b.columnStride, m_packed);
  }

  /// C rows [begin, end).
  void multiply(const MicroKernels& micro, const Single& product, std::int64_t begin, std::int64_t end) {
    BlockProduct block = {
        .rows = end - begin,
        .columns = m_whole,
        .depth = product.depth,
        .a = product.a.at(begin, 0),
        .aRowStride = product.a.rowStride,
        .aDepthStride = product.a.columnStride,
        .aTileStride = product.a.rowStride * micro.tileRows,
        .b = product.b.data,
        .bDepthStride = product.b.rowStride,
        .bTileStride = micro.tileColumns,
        .c = product.c + begin * product.cRowStride,
        .cRowStride = product.cRowStride,
        .accumulate = product.accumulate,
    };
    if (m_whole > 0) micro.multiplyBlock(block);
    if (m_whole == product.columns) return;
    block.columns = product.columns - m_whole;
    block.b = m_packed;
    block.bDepthStride = micro.tileColumns;
    block.bTileStride = micro.tileColumns * product.depth;
    block.c += m_whole;
    micro.multiplyBlock(block);
  }

 private:
  static constexpr std::int64_t kOnStack = 2048;

  std::int64_t m_whole;
  std::int64_t m_floats;
  Scratch m_large;
  float* m_packed = nullptr;
  alignas(64) float m_small[kOnStack];
};

std::int64_t work(const Single& product) {
  return product.rows * product.columns * product.depth;
}

/// One column: a dot product per row.
void multiplyColumn(const KernelContext& context, const MicroKernels& micro, const Single& product) {
  Scratch column(product.depth);
  for (std::int64_t k = 0; k < product.depth; ++k) column.data()[k] = *product.b.at(k, 0);
  const std::int64_t grain = std::max<std::int64_t>(1, kPieceWork / (4 * product.depth));
  forPieces(context, product.rows, grain, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    for (std::int64_t row = begin; row < end; ++row) {
      float& to = product.c[row * product.cRowStride];
      const float value = micro.dot(product.depth, product.a.at(row, 0), column.data());
      to = product.accumulate ? to + value : value;
    }
  });
}

/// A small B: every piece reads it where it lies.
void multiplyDirect(const KernelContext& context, const MicroKernels& micro, const Single& product) {
  DirectB b(micro, product);
  const std::int64_t enough = kPieceWork / (product.columns * product.depth);
  const std::int64_t grain = roundUp(std::clamp<std::int64_t>(enough, 1, kMostDirectRows), micro.tileRows);
  forPieces(context, product.rows, grain, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    b.multiply(micro, product, begin, end);
  });
}

/// Columns [columnBegin, columnBegin + columns) of B packed whole, cut into depth blocks; then pieces of rows that pack
/// their own part of A.
void multiplyPacked(const KernelContext& context, const MicroKernels& micro, const Single& product,
                    std::int64_t columnBegin, std::int64_t columns) {
  const std::int64_t depth = product.depth;
  const std::int64_t paddedColumns = roundUp(columns, micro.tileColumns);
  Scratch packedB(paddedColumns * depth);
  const std::int64_t packTiles = std::max<std::int64_t>(1, (1 << 16) / (depth * micro.tileColumns));
  forPieces(context, columns, packTiles * micro.tileColumns, [&](std::int64_t begin, std::int64_t end) {
    context.throwIfStopped();
    for (std::int64_t k = 0; k < depth; k += kDepthBlock) {
      const std::int64_t height = std::min(kDepthBlock, depth - k);
      micro.packColumns(height, end - begin, product.b.at(k, columnBegin + begin), product.b.rowStride,
                        product.b.columnStride, packedB.data() + k * paddedColumns + begin * height);
    }
  });

  // Some sixteen pieces, so that threads end together; columns are cut only where there are too few rows.
  const std::int64_t rowPiece =
      roundUp(std::clamp<std::int64_t>(product.rows / 16, 2 * micro.tileRows, kMostPieceRows), micro.tileRows);
  const std::int64_t rowPieces = (product.rows + rowPiece - 1) / rowPiece;
  const std::int64_t columnPiece =
      rowPieces >= 4 ? paddedColumns : std::max(roundUp(paddedColumns / 8, micro.tileColumns), 4 * micro.tileColumns);
  const std::int64_t columnPieces = (columns + columnPiece - 1) / columnPiece;
  forPieces(context, rowPieces * columnPieces, 1, [&](std::int64_t first, std::int64_t last) {
    Scratch packedA(rowPiece * std::min(kDepthBlock, depth));
    for (std::int64_t piece = first; piece < last; ++piece) {
      const std::int64_t row = piece / columnPieces * rowPiece;
      const std::int64_t column = piece % columnPieces * columnPiece;
      const std::int64_t rows = std::min(rowPiece, product.rows - row);
      for (std::int64_t k = 0; k < depth; k += kDepthBlock) {
        context.throwIfStopped();
        const std::int64_t height = std::min(kDepthBlock, depth - k);
        micro.packRows(rows, height, product.a.at(row, k), product.a.rowStride, product.a.columnStride, packedA.data());
        micro.multiplyBlock({
            .rows = rows,
            .columns = std::min(columnPiece, columns - column),
            .depth = height,
            .a = packedA.data(),
            .aRowStride = 1,
            .aDepthStride = micro.tileRows,
            .aTileStride = micro.tileRows * height,
            .b = packedB.data() + k * paddedColumns + column * height,
            .bDepthStride = micro.tileColumns,
            .bTileStride = micro.tileColumns * height,
            .c = product.c + row * product.cRowStride + columnBegin + column,
            .cRowStride = product.cRowStride,
            .accumulate = product.accumulate || k > 0,
        });
      }
    }
  });
}

void multiplyOne(const KernelContext& context, const MicroKernels& micro, const Single& product) {
  context.throwIfStopped();
  if (product.rows == 0 || product.columns == 0) return;
  if (product.depth == 0) return clear(product);
  if (product.columns == 1 && product.a.columnStride == 1) return multiplyColumn(context, micro, product);
  const bool fewRows = product.rows <= 2 * micro.tileRows && product.b.columnStride == 1;
  if (product.columns * product.depth <= kDirectFloats || (fewRows && work(product) <= kPieceWork)) {
    return multiplyDirect(context, micro, product);
  }
  const std::int64_t most =
      std::max(kPackedFloats / product.depth / micro.tileColumns * micro.tileColumns, 8 * micro.tileColumns);
  for (std::int64_t column = 0; column < product.columns; column += most) {
    multiplyPacked(context, micro, product, column, std::min(most, product.columns - column));
  }
}

/// Whether the batch is one tall product: rows follow each other and B is shared.
bool isOneTallProduct(const Product& product) {
  return product.batch > 1 && product.b.batchStride == 0 && product.a.transposed == Transposed::No &&
         product.a.batchStride == product.rows * product.a.rowStride &&
         product.cBatchStride == product.rows * product.cRowStride;
}

}  // namespace

void FloatKernels::multiply(const KernelContext& context, const Product& product) const {
  Product whole = product;
  if (isOneTallProduct(product)) {
    whole.rows *= whole.batch;
    whole.batch = 1;
  }
  const auto single = [&](std::int64_t batch) {
    return Single{
        .rows = whole.rows,
        .columns = whole.columns,
        .depth = whole.depth,
        .a = viewOf(whole.a, batch),
        .b = viewOf(whole.b, batch),
        .c = whole.c + batch * whole.cBatchStride,
        .cRowStride = whole.cRowStride,
        .accumulate = whole.accumulate == Accumulate::Yes,
    };
  };
  const std::int64_t each = whole.rows * whole.columns * whole.depth;
  if (whole.batch < 4 || each > kWholeMatrixWork) {
    for (std::int64_t batch = 0; batch < whole.batch; ++batch) multiplyOne(context, m_micro, single(batch));
    return;
  }
  const std::int64_t grain = std::max<std::int64_t>(1, kPieceWork / std::max<std::int64_t>(1, each));
  forPieces(context, whole.batch, grain, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t batch = begin; batch < end; ++batch) multiplyOne(context, m_micro, single(batch));
  });
}

}  // namespace heed::core
