#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

namespace heed::core {

/// What dividing scores by the square root of the width does, seen on random queries and keys: all channels standard
/// normal and independent, so a score has the variance d, and softmax over such scores chooses almost one key.
struct RootOfWidthRow {
  std::int64_t width = 1;       ///< d
  double largestWithout = 0.0;  ///< mean of the largest weight of a row, scores as they are
  double largestWith = 0.0;     ///< the same, scores divided by the square root of d
  double slopeWithout = 0.0;    ///< mean of a (1 - a) at that weight: how much it still moves with its own score
  double slopeWith = 0.0;
};

struct RootOfWidthTrial {
  std::vector<std::int64_t> widths = {1, 4, 16, 64, 256};  ///< ascending
  std::int64_t keys = 11;
  std::int64_t draws = 1000;  ///< queries, each with keys of its own
  std::uint64_t seed = 7;
};

/// One row for each width. A draw uses the first d channels of the same vectors for every width, so that the rows
/// differ by the width alone. Throws Cancelled when stopped.
[[nodiscard]] std::vector<RootOfWidthRow> rootOfWidth(const RootOfWidthTrial& trial, const std::stop_token& stop = {});

}  // namespace heed::core
