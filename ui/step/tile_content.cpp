#include "ui/step/tile_content.h"

#include <cmath>

namespace heed::ui {

namespace {

/// Float32, as the stage draws; what is masked is not allowed.
StageMatrix matrixOf(std::int64_t rows, std::int64_t columns, const std::vector<double>& numbers) {
  StageMatrix matrix;
  core::TensorBuffer values(core::ElementKind::Float32, {rows, columns});
  core::TensorBuffer allowed(core::ElementKind::Bool, {rows, columns});
  bool hasMasked = false;
  for (std::int64_t i = 0; i < rows * columns; ++i) {
    const double number = numbers[static_cast<std::size_t>(i)];
    const bool isMasked = std::isinf(number) && number < 0;
    hasMasked = hasMasked || isMasked;
    values.setAt(i, isMasked ? 0.0 : number);
    allowed.setAt(i, isMasked ? 0.0 : 1.0);
  }
  matrix.values = values.finish();
  if (hasMasked) matrix.allowed = allowed.finish();
  matrix.rowStride = columns;
  matrix.columnStride = 1;
  return matrix;
}

}  // namespace

TileContent tileContent(core::Evaluator& evaluator, const Computation& computation, const core::AttentionPlace& place,
                        int step, std::int64_t head, std::int64_t row) {
  const core::Program& program = computation.program();
  TileContent content;
  content.step = step;
  content.row = row;
  content.head = head;
  const StageMatrix output = stageMatrix(evaluator, computation, step, head);
  const std::int64_t width = std::max<std::int64_t>(output.columnCount(), 1);
  const std::int64_t flatRow = output.base / width + row;
  content.tiles = core::attentionTiles(evaluator, place, flatRow);
  std::vector<double> scores;
  std::vector<double> exponentials;
  std::vector<double> running;
  for (const core::AttentionTile& tile : content.tiles.tiles) {
    scores.insert(scores.end(), tile.scores.begin(), tile.scores.end());
    exponentials.insert(exponentials.end(), tile.exponentials.begin(), tile.exponentials.end());
    running.insert(running.end(), tile.output.begin(), tile.output.end());
  }
  const std::int64_t keys = content.tiles.keys;
  const auto count = static_cast<std::int64_t>(content.tiles.tiles.size());
  content.matrices = {matrixOf(1, keys, scores), matrixOf(1, keys, exponentials),
                      matrixOf(count, output.columnCount(), running),
                      matrixOf(1, output.columnCount(), content.tiles.result)};
  StageMatrix& first = content.matrices[static_cast<std::size_t>(TileMatrix::Scores)];
  first.step = program.labelIndex(place.scores);
  first.base = flatRow * keys;
  first.letter = "S";
  if (first.step >= 0) {
    const core::Step& shown = computation.step(first.step);
    if (!shown.axes.empty()) first.columns = shown.axes.back();
  }
  content.matrices[static_cast<std::size_t>(TileMatrix::Exponentials)].columns = first.columns;
  for (const TileMatrix which : {TileMatrix::Running, TileMatrix::Result}) {
    StageMatrix& matrix = content.matrices[static_cast<std::size_t>(which)];
    matrix.columns = output.columns;
    matrix.role = core::Role::Output;
    matrix.letter = "O";
  }
  return content;
}

}  // namespace heed::ui
