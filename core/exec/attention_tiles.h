#pragma once

#include "core/base/text.h"
#include "core/exec/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heed::core {

/// Where a program holds attention whose weights are a softmax: output = softmax(scores, mask) x values. Found in whole
/// programs and in those that were taken apart.
struct AttentionPlace {
  Value scores;  ///< what softmax takes: [.., queries, keys]
  Value mask;    ///< invalid where nothing is masked
  Value values;  ///< [.., keys, width]; leading dimensions may stretch over those of the scores
  Value output;  ///< [.., queries, width]
};
/// The attention that makes a value; nothing where it is made otherwise, or where a number of its softmax was replaced
/// by hand, so that the shorter way would give others.
[[nodiscard]] std::optional<AttentionPlace> attentionPlace(const Program& program, Value output);

/// What the kernel knows of one query after a tile of keys: it never holds more of the row than the tile. Milakov and
/// Gimelshein, Online normalizer calculation for softmax, 2018; Dao et al., FlashAttention, 2022.
struct AttentionTile {
  std::int64_t firstKey = 0;
  std::vector<double> scores;        ///< of the tile's keys; minus infinity where masked
  std::vector<double> exponentials;  ///< exp(score - maximum); 0 where masked
  double earlierMaximum = 0.0;       ///< m before the tile; minus infinity at first
  double tileMaximum = 0.0;
  double maximum = 0.0;        ///< m = max(m, tile's); minus infinity as long as everything is masked
  double correction = 0.0;     ///< exp(m before - m): what l and o are multiplied with; 0 at first
  double earlierSum = 0.0;     ///< l before
  double tileSum = 0.0;        ///< of the exponentials
  double sum = 0.0;            ///< l = correction l + tile's
  std::vector<double> added;   ///< exponentials x values of the tile
  std::vector<double> output;  ///< o = correction o + added
};

/// The tiles of one row in their order.
struct AttentionTiles {
  std::int64_t keys = 0;
  std::int64_t width = 0;
  std::int64_t tileKeys = 0;  ///< keys in a tile; the last may have fewer
  std::vector<AttentionTile> tiles;
  std::vector<double> result;  ///< o / l after the last; 0 where everything is masked
};

/// A size with which the walk stays short: at least 4 keys, and at most 8 tiles; fewer keys are two tiles.
[[nodiscard]] std::int64_t usualTileKeys(std::int64_t keys);

/// Goes through the keys in tiles. `allowed` has an element for each key, or none where nothing is masked; `values` is
/// row-major, one row for each key. Works in float64 whatever its operands were.
[[nodiscard]] AttentionTiles attentionTiles(std::span<const double> scores, std::span<const std::uint8_t> allowed,
                                            std::span<const double> values, std::int64_t width, std::int64_t tileKeys);

/// The same for one row of a place: `row` counts the rows of the output, leading dimensions included. `tileKeys` 0
/// takes the usual size.
[[nodiscard]] AttentionTiles attentionTiles(Evaluator& evaluator, const AttentionPlace& place, std::int64_t row,
                                            std::int64_t tileKeys = 0);

/// A line of what the kernel does with a tile, in the order in which it does it.
struct TileFormula {
  std::string symbol;  ///< of the number it gives: "m"
  std::string tex;     ///< in the TeX subset
  Text caption;
};
/// For the maximum, the correction, the sum and the output.
[[nodiscard]] std::vector<TileFormula> tileFormulas();

}  // namespace heed::core
