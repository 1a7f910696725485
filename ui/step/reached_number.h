#pragma once

#include "ui/step/walk.h"

#include <optional>

namespace heed::ui {

/// What is known of a cell's number while its step was gone into, so that nothing is given away before it is made.
struct ReachedNumber {
  enum class From {
    Nothing,   ///< it is made in a later sub-step
    Products,  ///< `reached` of `all` products are added
    Tiles,     ///< o after `reached` of `all` tiles, not yet divided by l
  };
  From from = From::Nothing;
  double number = 0.0;  ///< 0 of nothing
  std::int64_t reached = 0;
  std::int64_t all = 0;
};

/// The number of a cell of the stage's result so far; nothing where all of it is there.
[[nodiscard]] std::optional<ReachedNumber> reachedNumber(Walk& walk, Focus::Cell place);

/// What the first products of a sum add up to: its result where these are all.
[[nodiscard]] double sumOfFirst(const core::ExplainedCell& cell, std::int64_t count);

}  // namespace heed::ui
