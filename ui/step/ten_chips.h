#pragma once

#include "ui/step/stage_content.h"

#include <cstdint>
#include <vector>

namespace heed::ui {

/// A guess laid on the keys of one row before its weights are seen: ten chips,
/// a tenth of the weight each. It is compared with the weights, never scored.
class TenChips {
 public:
  static constexpr int kChips = 10;

  /// Lays a chip on a key, where one is left; another row starts with ten
  /// again. False where none was left.
  bool lay(std::int64_t row, std::int64_t key, std::int64_t keyCount);
  /// Takes a chip back from a key; false where there is none.
  bool take(std::int64_t row, std::int64_t key);
  void clear() { m_counts.clear(); }

  /// The chips on each key of a row; none where no chip lies there.
  [[nodiscard]] std::vector<int> of(std::int64_t row, std::int64_t keyCount) const;
  [[nodiscard]] int left() const;

 private:
  std::int64_t m_row = -1;
  std::vector<int> m_counts;
};

/// The total variation distance between ten laid chips, each a tenth, and a row
/// of weights: the share of the weight that lies on other keys than the chips,
/// 0 to 1.
[[nodiscard]] double totalVariation(const std::vector<int>& chips, const StageMatrix& weights, std::int64_t row);

}  // namespace heed::ui
