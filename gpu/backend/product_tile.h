#pragma once

#include "gpu/backend/kernel.h"

#include <cstdint>

namespace heed::gpu {

/// The results of a batch of matrix products that one workgroup makes, and how its threads share them.
struct ProductTile {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::uint32_t depth = 0;     ///< terms that lie in shared memory at a time
  std::uint32_t rowsEach = 0;  ///< results of one thread
  std::uint32_t columnsEach = 0;

  [[nodiscard]] constexpr std::uint32_t threads() const { return rows / rowsEach * (columns / columnsEach); }
  /// Of both operands; a row has one element more than it holds.
  [[nodiscard]] constexpr std::uint32_t sharedBytes() const { return 4 * depth * (rows + columns + 2); }
};

/// A batch of products of [rows, terms] with [terms, columns].
struct ProductSize {
  std::int64_t batch = 1;
  std::int64_t rows = 0;
  std::int64_t terms = 0;
  std::int64_t columns = 0;
};

/// How many tiles of that size cover the results.
[[nodiscard]] std::int64_t tileCount(const ProductSize& size, std::int64_t rows, std::int64_t columns);

/// The largest tile that the device has the threads and the shared memory for and of which there are enough to keep it
/// busy, else the smallest one that fits.
[[nodiscard]] ProductTile chosenTile(const ProductSize& size, const KernelTarget& target);

/// How many terms each part of a product takes where there are that many tiles: fewer than all of them where the tiles
/// alone would leave the device idle.
[[nodiscard]] std::int64_t termsInPart(const ProductSize& size, std::int64_t tiles, const KernelTarget& target);

}  // namespace heed::gpu
