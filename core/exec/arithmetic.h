#pragma once

#include "core/exec/trace.h"

#include <string>
#include <vector>

namespace heed::core {

/// One term as it is shown: its place along the axis that is run over, its factors and their product.
struct ArithmeticLine {
  int term = 0;                      ///< position in ExplainedCell::terms
  std::string place;                 ///< "thing", "animal", "3"; empty for a single term
  std::vector<std::string> factors;  ///< "2.18", "2.06"; one for a term that is no product
  std::string product;               ///< "4.49"; the same as the factor where there is one
  bool isSelected = false;           ///< the cell's own score in a softmax, the largest of a maximum, the one chosen
};

/// What a column of factors is: the step that they come from and the places that all of them share ("it").
struct ArithmeticColumn {
  int step = -1;
  std::string place;
};

/// The arithmetic of one cell as shown to a person, in numbers that close: with the least of 2, 3 and 4 decimals for
/// which the shown terms give the shown result; where there is none, two decimals and a note with the full result.
struct Arithmetic {
  Combination combination = Combination::Copy;
  std::string function;
  std::string axis;  ///< what the places are: "channel", "key"; "index" where nothing is known; empty without places
  std::vector<ArithmeticColumn> columns;
  std::vector<ArithmeticLine> lines;  ///< at most kShownTerms, in the order of the terms
  int remainingCount = 0;             ///< terms that are not shown
  std::string remainingSum;           ///< of these; empty unless the terms are added
  std::string result;
  int decimals = 2;
  bool closes = true;
  Text note;  ///< "(rounded; full sum 8.7660)", or empty

  static constexpr int kShownTerms = 8;
};
[[nodiscard]] Arithmetic arithmeticOf(const ExplainedCell& cell, const Program& program);

/// A number with that many decimals, a true minus, no sign where it rounds to zero; "NaN", "∞" and "−∞".
[[nodiscard]] std::string shownNumber(double number, int decimals);

}  // namespace heed::core
