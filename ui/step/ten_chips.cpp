#include "ui/step/ten_chips.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace heed::ui {

bool TenChips::lay(std::int64_t row, std::int64_t key, std::int64_t keyCount) {
  if (key < 0 || key >= keyCount) return false;
  if (row != m_row || static_cast<std::int64_t>(m_counts.size()) != keyCount) {
    m_row = row;
    m_counts.assign(static_cast<std::size_t>(keyCount), 0);
  }
  if (left() == 0) return false;
  ++m_counts[static_cast<std::size_t>(key)];
  return true;
}

bool TenChips::take(std::int64_t row, std::int64_t key) {
  if (row != m_row || key < 0 || key >= static_cast<std::int64_t>(m_counts.size())) return false;
  int& count = m_counts[static_cast<std::size_t>(key)];
  if (count == 0) return false;
  --count;
  return true;
}

std::vector<int> TenChips::of(std::int64_t row, std::int64_t keyCount) const {
  const bool isLaid = row == m_row && static_cast<std::int64_t>(m_counts.size()) == keyCount && left() < kChips;
  return isLaid ? m_counts : std::vector<int>();
}

int TenChips::left() const {
  return kChips - std::accumulate(m_counts.begin(), m_counts.end(), 0);
}

double totalVariation(const std::vector<int>& chips, const StageMatrix& weights, std::int64_t row) {
  double distance = 0.0;
  for (std::int64_t key = 0; key < weights.columnCount(); ++key) {
    const double weight = weights.isAllowed(row, key) ? weights.value(row, key) : 0.0;
    const double guess = static_cast<double>(chips[static_cast<std::size_t>(key)]) / TenChips::kChips;
    distance += std::abs(guess - weight);
  }
  return distance / 2;
}

}  // namespace heed::ui
