#pragma once

#include "core/exec/attention_tiles.h"
#include "ui/step/stage_content.h"

#include <array>

namespace heed::ui {

/// The matrices of the frame that goes through a row of attention tile by tile.
enum class TileMatrix {
  Scores,        ///< 1 x keys
  Exponentials,  ///< 1 x keys: each under the maximum of its tile
  Running,       ///< tiles x width: o after each tile
  Result,        ///< 1 x width: o / l
};

/// One row of attention as the kernel computes it.
struct TileContent {
  int step = -1;         ///< of the output
  std::int64_t row = 0;  ///< of its matrix
  std::int64_t head = 0;
  core::AttentionTiles tiles;
  std::array<StageMatrix, 4> matrices;  ///< by TileMatrix

  [[nodiscard]] const StageMatrix& matrix(TileMatrix which) const { return matrices[static_cast<std::size_t>(which)]; }
};

/// For a row of the output's matrix in a head. Throws core::Error or core::Cancelled.
[[nodiscard]] TileContent tileContent(core::Evaluator& evaluator, const Computation& computation,
                                      const core::AttentionPlace& place, int step, std::int64_t head, std::int64_t row);

}  // namespace heed::ui
