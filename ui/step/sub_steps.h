#pragma once

#include "ui/session/focus.h"

#include <cstdint>
#include <vector>

namespace heed::ui {

/// What of a product fills in from one sub-step to the next, in this order.
enum class FillPhase {
  Terms,  ///< the sum in the locked cell, one product after the other
  Row,    ///< the other cells of its row
  Rows,   ///< the other rows
};

/// How far a product's result is filled: sub-step `index` of `count` in a phase. What a phase goes through in several
/// at a time is shared among its sub-steps evenly.
struct Filling {
  FillPhase phase = FillPhase::Terms;
  int index = 0;
  int count = 1;
  bool operator==(const Filling&) const = default;

  /// How many of so many things are there after this sub-step; all of them after the last.
  [[nodiscard]] std::int64_t shownOf(std::int64_t all) const;
};

/// The sub-steps of a product of `terms` products in each cell of a result of `rows` x `columns`.
[[nodiscard]] std::vector<Filling> fillings(std::int64_t terms, std::int64_t columns, std::int64_t rows);

/// Whether a cell of the result has its number: the locked one has what was added up so far.
[[nodiscard]] bool isFilled(const Filling& filling, Focus::Cell locked, Focus::Cell cell, std::int64_t columns,
                            std::int64_t rows);

}  // namespace heed::ui
