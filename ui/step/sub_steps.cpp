#include "ui/step/sub_steps.h"

#include <algorithm>

namespace heed::ui {

namespace {

/// More terms, cells or rows than this go several at a time.
constexpr std::int64_t kMostSubSteps = 16;

void addPhase(std::vector<Filling>& fillings, FillPhase phase, std::int64_t things) {
  const auto count = static_cast<int>(std::min(things, kMostSubSteps));
  for (int i = 0; i < count; ++i) fillings.push_back({phase, i, count});
}

/// The place among the others of a row or a column, without the locked one.
std::int64_t placeBeside(std::int64_t place, std::int64_t locked) {
  return place < locked ? place : place - 1;
}

}  // namespace

std::int64_t Filling::shownOf(std::int64_t all) const {
  const std::int64_t steps = std::max(count, 1);
  return (all * (index + 1) + steps - 1) / steps;
}

std::vector<Filling> fillings(std::int64_t terms, std::int64_t columns, std::int64_t rows) {
  std::vector<Filling> all;
  addPhase(all, FillPhase::Terms, std::max<std::int64_t>(terms, 1));
  addPhase(all, FillPhase::Row, columns - 1);
  addPhase(all, FillPhase::Rows, rows - 1);
  return all;
}

bool isFilled(const Filling& filling, Focus::Cell locked, Focus::Cell cell, std::int64_t columns, std::int64_t rows) {
  if (cell == locked) return true;
  if (filling.phase == FillPhase::Terms) return false;
  if (cell.row == locked.row) {
    return filling.phase == FillPhase::Rows || placeBeside(cell.column, locked.column) < filling.shownOf(columns - 1);
  }
  return filling.phase == FillPhase::Rows && placeBeside(cell.row, locked.row) < filling.shownOf(rows - 1);
}

}  // namespace heed::ui
