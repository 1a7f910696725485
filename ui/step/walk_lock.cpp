#include "ui/step/walk.h"

#include "ui/step/stage_picture.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

// The locked cell, which is kept by its words.
namespace heed::ui {

namespace {

QString placeName(const core::Axis& axis, std::int64_t index) {
  return QString::fromStdString(core::axisPlace(axis, index));
}

/// The largest value of a matrix that is no diagonal cell and not masked; of one row where it is given.
std::optional<Focus::Cell> strongest(const StageMatrix& matrix, std::optional<std::int64_t> onlyRow) {
  std::optional<Focus::Cell> best;
  for (std::int64_t row = onlyRow.value_or(0); row < (onlyRow ? *onlyRow + 1 : matrix.rowCount()); ++row) {
    for (std::int64_t column = 0; column < matrix.columnCount(); ++column) {
      if ((row == column && matrix.columnCount() > 1) || !matrix.isAllowed(row, column)) continue;
      const double value = matrix.value(row, column);
      if (!std::isfinite(value)) continue;
      if (!best || value > matrix.value(best->row, best->column)) best = Focus::Cell{row, column};
    }
  }
  return best;
}

/// The place of that name; of several the one nearest to `near`.
std::optional<std::int64_t> placeNamed(const core::Axis& axis, std::int64_t count, const QString& name,
                                       std::int64_t near = 0) {
  std::optional<std::int64_t> best;
  for (std::int64_t i = 0; i < count; ++i) {
    if (placeName(axis, i) == name && (!best || std::abs(i - near) < std::abs(*best - near))) best = i;
  }
  return best;
}

}  // namespace

void Walk::lockStrongest() {
  if (!m_weights || m_weights->values.elementCount() == 0) return;
  std::optional<std::int64_t> row;
  if (m_lockedPlace) {
    row = placeNamed(m_weights->rows, m_weights->rowCount(), m_lockedPlace->row);
    const auto column = placeNamed(m_weights->columns, m_weights->columnCount(), m_lockedPlace->column);
    if (row && column) {
      focus().lock({*row, *column});
      return;
    }
  }
  if (const auto cell = strongest(*m_weights, row)) focus().lock(*cell);
}

/// The cell with the words that were locked, near where they were.
std::optional<Focus::Cell> Walk::lockedByWord(const StageMatrix& shown, Focus::Cell old) const {
  if (!m_lockedPlace) return std::nullopt;
  const auto row = placeNamed(shown.rows, shown.rowCount(), m_lockedPlace->row, old.row);
  const auto column = placeNamed(shown.columns, shown.columnCount(), m_lockedPlace->column, old.column);
  return row && column ? std::optional(Focus::Cell{*row, *column}) : std::nullopt;
}

/// Another sentence has its words at other places: the lock goes with its words, else to the strongest pair of its row.
void Walk::relock() {
  if (!m_relock || !m_relock->hasContent || !m_relock->hasWeights || !m_content) return;
  m_relock.reset();
  const auto old = focus().locked();
  const StageMatrix& shown = m_content->result;
  if (!old || shown.rowCount() == 0 || shown.columnCount() == 0) return;
  Focus::Cell cell{std::min(old->row, shown.rowCount() - 1), std::min(old->column, shown.columnCount() - 1)};
  if (const auto found = lockedByWord(shown, *old)) {
    cell = *found;
  } else if (m_lockedPlace && m_weights) {
    const bool hasKeys = m_weights->rowCount() == shown.rowCount() && m_weights->columnCount() == shown.columnCount();
    const auto row = placeNamed(shown.rows, shown.rowCount(), m_lockedPlace->row, old->row);
    if (const auto pair = strongest(*m_weights, m_weights->rowCount() == shown.rowCount() ? row : std::nullopt)) {
      cell.row = std::min(row.value_or(pair->row), shown.rowCount() - 1);
      if (hasKeys) cell = *pair;
    }
  }
  focus().lock(cell);
  keepLockedPlace();
}

/// The same lock at another place, not another lock.
void Walk::moveLock(Focus::Cell cell) {
  if (m_relock) m_relock->cell = cell;
  focus().lock(cell);
}

void Walk::keepLockedPlace() {
  if (m_relock) return;
  const auto cell = focus().locked();
  if (!cell || !m_content || m_content->result.step < 0) return;
  const StageMatrix& shown = m_content->result;
  if (cell->row >= shown.rowCount() || cell->column >= shown.columnCount()) return;
  const QString row = placeName(shown.rows, cell->row);
  if (m_lockedPlace && shown.columnCount() == 1) {
    m_lockedPlace->row = row;
  } else {
    m_lockedPlace = LockedPlace{row, placeName(shown.columns, cell->column)};
  }
}

std::optional<std::int64_t> Walk::lockedColumn(const StageMatrix& shown) const {
  if (!m_lockedPlace) return std::nullopt;
  return placeNamed(shown.columns, shown.columnCount(), m_lockedPlace->column);
}

}  // namespace heed::ui
