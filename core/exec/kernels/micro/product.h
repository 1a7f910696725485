#pragma once

// Matrix products: a tile of C is kept in registers over the whole depth. Each step reads two vectors of B and
// broadcasts one element of A per row.

#include "core/exec/kernels/micro/vector.h"
#include "core/exec/kernels/micro_kernels.h"

namespace heed::core {
namespace {

#if defined(__AVX512F__)
constexpr std::int64_t kTileRows = 12;  // 24 accumulators of 32 registers
#else
constexpr std::int64_t kTileRows = 6;  // 12 accumulators of 16 registers
#endif
constexpr std::int64_t kTileColumns = 2 * kLanes;

[[gnu::always_inline]] inline float elementAt(const char* from, std::int64_t bytes) {
  return *reinterpret_cast<const float*>(from + bytes);
}

/// The rows of a tile of A, by one pointer for three rows so that addresses fit the registers.
template <int kRows>
struct RowPointers {
  static constexpr int kGroups = (kRows + 2) / 3;
  const char* group[kGroups] = {};
  std::int64_t rowBytes;
  std::int64_t depthBytes;

  [[gnu::always_inline]] RowPointers(const float* a, std::int64_t rowStride, std::int64_t depthStride)
      : rowBytes(rowStride * 4), depthBytes(depthStride * 4) {
#pragma GCC unroll 8
    for (int i = 0; i < kGroups; ++i) group[i] = reinterpret_cast<const char*>(a) + std::int64_t{3} * i * rowBytes;
  }
  [[gnu::always_inline]] float at(int row) const { return elementAt(group[row / 3], (row % 3) * rowBytes); }
  [[gnu::always_inline]] void advance() {
#pragma GCC unroll 8
    for (int i = 0; i < kGroups; ++i) {
      group[i] += depthBytes;
      asm("" : "+r"(group[i]));  // keeps the compiler from making a pointer of each row
    }
  }
};

/// The same for a packed panel: rows are neighbours.
template <int kRows>
struct PanelPointer {
  const float* position;

  [[gnu::always_inline]] PanelPointer(const float* a, std::int64_t, std::int64_t) : position(a) {}
  [[gnu::always_inline]] float at(int row) const { return position[row]; }
  [[gnu::always_inline]] void advance() { position += kTileRows; }
};

template <int kRows, int kVectors, template <int> class Rows>
void multiplyTile(const BlockProduct& product, const float* a, const float* b, float* c, std::int64_t columns) {
  if (product.accumulate) {
#pragma GCC unroll 12
    for (int i = 0; i < kRows; ++i) __builtin_prefetch(c + i * product.cRowStride, 1);
  }
  Vector sums[kRows][kVectors] = {};
  Rows<kRows> rows(a, product.aRowStride, product.aDepthStride);
  const std::int64_t bStride = product.bDepthStride;
  for (std::int64_t k = product.depth; k > 0; --k) {
    Vector right[kVectors];
#pragma GCC unroll 2
    for (int j = 0; j < kVectors; ++j) right[j] = load(b + j * kLanes);
#pragma GCC unroll 12
    for (int i = 0; i < kRows; ++i) {
      const Vector left = broadcast(rows.at(i));
#pragma GCC unroll 2
      for (int j = 0; j < kVectors; ++j) sums[i][j] = left * right[j] + sums[i][j];
    }
    rows.advance();
    b += bStride;
  }
  const std::int64_t last = columns - (kVectors - 1) * kLanes;
#pragma GCC unroll 12
  for (int i = 0; i < kRows; ++i) {
    float* to = c + i * product.cRowStride;
#pragma GCC unroll 2
    for (int j = 0; j < kVectors; ++j) {
      const bool whole = j + 1 < kVectors || last == kLanes;
      if (whole) {
        store(to + j * kLanes, product.accumulate ? load(to + j * kLanes) + sums[i][j] : sums[i][j]);
      } else {
        const Vector before = product.accumulate ? loadFirst(to + j * kLanes, last) : Vector{};
        storeFirst(to + j * kLanes, last, before + sums[i][j]);
      }
    }
  }
}

using TileFunction = void (*)(const BlockProduct&, const float*, const float*, float*, std::int64_t);

template <template <int> class Rows, int kVectors, int... kRow>
TileFunction tileFunction(std::int64_t rows, std::integer_sequence<int, kRow...>) {
  static constexpr TileFunction kFunctions[] = {multiplyTile<kRow + 1, kVectors, Rows>...};
  return kFunctions[rows - 1];
}

template <template <int> class Rows>
void multiplyBlockOf(const BlockProduct& product) {
  constexpr auto kAll = std::make_integer_sequence<int, static_cast<int>(kTileRows)>();
  for (std::int64_t column = 0, j = 0; column < product.columns; column += kTileColumns, ++j) {
    const std::int64_t columns = product.columns - column < kTileColumns ? product.columns - column : kTileColumns;
    const float* b = product.b + j * product.bTileStride;
    for (std::int64_t row = 0, i = 0; row < product.rows; row += kTileRows, ++i) {
      const std::int64_t rows = product.rows - row < kTileRows ? product.rows - row : kTileRows;
      const TileFunction tile =
          columns > kLanes ? tileFunction<Rows, 2>(rows, kAll) : tileFunction<Rows, 1>(rows, kAll);
      tile(product, product.a + i * product.aTileStride, b, product.c + row * product.cRowStride + column, columns);
    }
  }
}

void multiplyBlock(const BlockProduct& product) {
  if (product.aRowStride == 1 && product.aDepthStride == kTileRows) {
    multiplyBlockOf<PanelPointer>(product);
  } else {
    multiplyBlockOf<RowPointers>(product);
  }
}

/// Copies up to kLanes x kLanes elements turned: out[k * outStride + r] = in[r * inStride + k]. Rows past `rows` are 0;
/// whole vectors are written, in the order of k.
[[gnu::always_inline]] inline void turnBlock(std::int64_t height, std::int64_t width, const float* in,
                                             std::int64_t inStride, float* out, std::int64_t outStride) {
  Vector block[kLanes];
#pragma GCC unroll 16
  for (std::int64_t r = 0; r < kLanes; ++r) {
    if (r >= height) {
      block[r] = Vector{};
    } else {
      block[r] = width == kLanes ? load(in + r * inStride) : loadFirst(in + r * inStride, width);
    }
  }
  transpose(block);
#pragma GCC unroll 16
  for (std::int64_t k = 0; k < kLanes; ++k) {
    if (k < width) store(out + k * outStride, block[k]);
  }
}

void packRows(std::int64_t rows, std::int64_t depth, const float* a, std::int64_t rowStride, std::int64_t depthStride,
              float* panels) {
  for (std::int64_t row = 0; row < rows; row += kTileRows, panels += depth * kTileRows) {
    const std::int64_t height = rows - row < kTileRows ? rows - row : kTileRows;
    const float* from = a + row * rowStride;
    if (depthStride == 1 && kTileRows <= kLanes) {
      for (std::int64_t k = 0; k < depth; k += kLanes) {
        const std::int64_t width = depth - k < kLanes ? depth - k : kLanes;
        turnBlock(height, width, from + k, rowStride, panels + k * kTileRows, kTileRows);
      }
      continue;
    }
    if (rowStride == 1 && height == kTileRows) {
      for (std::int64_t k = 0; k < depth; ++k) {
#pragma GCC unroll 12
        for (std::int64_t r = 0; r < kTileRows; ++r) panels[k * kTileRows + r] = from[k * depthStride + r];
      }
      continue;
    }
    for (std::int64_t k = 0; k < depth; ++k) {
      for (std::int64_t r = 0; r < kTileRows; ++r) {
        panels[k * kTileRows + r] = r < height ? from[r * rowStride + k * depthStride] : 0.0F;
      }
    }
  }
}

void packColumns(std::int64_t depth, std::int64_t columns, const float* b, std::int64_t depthStride,
                 std::int64_t columnStride, float* panels) {
  for (std::int64_t column = 0; column < columns; column += kTileColumns, panels += depth * kTileColumns) {
    for (std::int64_t half = 0; half < kTileColumns; half += kLanes) {
      const std::int64_t left = columns - column - half;
      const std::int64_t filled = left < 0 ? 0 : (left < kLanes ? left : kLanes);
      const float* from = b + (column + half) * columnStride;
      float* to = panels + half;
      if (filled == 0) {
        for (std::int64_t k = 0; k < depth; ++k) store(to + k * kTileColumns, Vector{});
      } else if (columnStride == 1) {
        for (std::int64_t k = 0; k < depth; ++k) {
          const float* row = from + k * depthStride;
          store(to + k * kTileColumns, filled == kLanes ? load(row) : loadFirst(row, filled));
        }
      } else if (depthStride == 1) {
        for (std::int64_t k = 0; k < depth; k += kLanes) {
          const std::int64_t steps = depth - k < kLanes ? depth - k : kLanes;
          turnBlock(filled, steps, from + k, columnStride, to + k * kTileColumns, kTileColumns);
        }
      } else {
        for (std::int64_t k = 0; k < depth; ++k) {
          for (std::int64_t j = 0; j < kLanes; ++j) {
            to[k * kTileColumns + j] = j < filled ? from[k * depthStride + j * columnStride] : 0.0F;
          }
        }
      }
    }
  }
}

float dot(std::int64_t count, const float* a, const float* b) {
  Vector sums[4] = {};
  std::int64_t i = 0;
  for (; i + 4 * kLanes <= count; i += 4 * kLanes) {
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) sums[j] = load(a + i + j * kLanes) * load(b + i + j * kLanes) + sums[j];
  }
  for (; i + kLanes <= count; i += kLanes) sums[0] = load(a + i) * load(b + i) + sums[0];
  if (i < count) sums[1] = loadFirst(a + i, count - i) * loadFirst(b + i, count - i) + sums[1];
  return sumOfLanes((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

}  // namespace
}  // namespace heed::core
