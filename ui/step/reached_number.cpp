#include "ui/step/reached_number.h"

namespace heed::ui {

namespace {

std::optional<ReachedNumber> reachedInTiles(const Walk& walk, const StageMatrix& result, Focus::Cell place) {
  const TileContent* content = walk.tiles();
  const bool isThere = content != nullptr && content->step == result.step && content->row == place.row &&
                       place.column < content->tiles.width;
  if (!isThere) return ReachedNumber{};
  const auto now = static_cast<std::size_t>(walk.subStep());
  const std::vector<core::AttentionTile>& tiles = content->tiles.tiles;
  if (now + 1 >= tiles.size()) return std::nullopt;
  return ReachedNumber{ReachedNumber::From::Tiles, tiles[now].output[static_cast<std::size_t>(place.column)],
                       walk.subStep() + 1, static_cast<std::int64_t>(tiles.size())};
}

std::optional<ReachedNumber> reachedInProduct(Walk& walk, const Filling& filling, const StageMatrix& result,
                                              Focus::Cell place) {
  const std::optional<Focus::Cell> focus = walk.focus().cell();
  if (!focus) return std::nullopt;
  if (place != *focus) {
    const bool isThere = isFilled(filling, *focus, place, result.columnCount(), result.rowCount());
    return isThere ? std::nullopt : std::optional(ReachedNumber{});
  }
  if (filling.phase != FillPhase::Terms) return std::nullopt;
  const CellContent* cell = walk.cell();
  const bool isSum = cell != nullptr && cell->step == result.step &&
                     cell->offset == result.offset(place.row, place.column) &&
                     cell->explained.explanation.combination == core::Combination::Sum;
  if (!isSum) return ReachedNumber{};
  const auto all = static_cast<std::int64_t>(cell->explained.terms.size());
  const std::int64_t reached = filling.shownOf(all);
  if (reached >= all) return std::nullopt;
  return ReachedNumber{ReachedNumber::From::Products, sumOfFirst(cell->explained, reached), reached, all};
}

}  // namespace

std::optional<ReachedNumber> reachedNumber(Walk& walk, Focus::Cell place) {
  const StageContent* content = walk.content();
  if (content == nullptr) return std::nullopt;
  const StageMatrix& result = content->result;
  if (place.row >= result.rowCount() || place.column >= result.columnCount()) return std::nullopt;
  if (walk.inside() == Walk::Inside::Tiles) return reachedInTiles(walk, result, place);
  const std::optional<Filling> filling = walk.filling();
  return filling ? reachedInProduct(walk, *filling, result, place) : std::nullopt;
}

double sumOfFirst(const core::ExplainedCell& cell, std::int64_t count) {
  const auto all = static_cast<std::int64_t>(cell.terms.size());
  if (count >= all) return cell.explanation.result;
  double sum = 0.0;
  for (std::int64_t i = 0; i < count; ++i) sum += cell.terms[static_cast<std::size_t>(i)].value;
  return sum;
}

}  // namespace heed::ui
