#pragma once

#include "ui/step/stage_content.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace heed::ui {

/// A number on the way from a result back to the inputs.
struct ThreadStop {
  int step = -1;  ///< position in the program
  std::int64_t offset = 0;
  QString letter;  ///< "S"
  QString name;    ///< "S[it, animal]"
  core::Role role = core::Role::None;
  double number = 0.0;
  QString shown;             ///< the number as it is written
  QString terms;             ///< "2.18 × 2.06 + 3 more"; empty for an input
  double mapPosition = 0.5;  ///< on the colour map of its matrix
  bool isCentred = true;     ///< whether that map is the signed one

  /// What leads on to the next stop: its share in this number, or in words what was done where shares say nothing.
  double share = 1.0;
  QString linkWords;  ///< "51 %", "softmax", "÷ √4"; empty at the last stop
  /// Which other cells have a part in this number where the thread stays in its own column, or which one was chosen:
  /// "of a row sum 1.24, of which animal 1.00", "the largest: animal".
  QString remark;

  /// The other factor of the term that is followed: "× K 2.06".
  struct Factor {
    int step = -1;
    std::int64_t offset = 0;
    QString letter;
    QString shown;
    core::Role role = core::Role::None;
  };
  std::optional<Factor> factor;  ///< of the next stop, in this number
};

/// The cell followed back along its largest terms, the given cell first and an input last. What is divided by a number
/// of its row, or has one subtracted, is followed in its own column. The steps inside a softmax are one link. Runs what
/// was not kept; at most `kLongestThread` stops.
inline constexpr std::size_t kLongestThread = 24;
[[nodiscard]] std::vector<ThreadStop> threadOf(core::Evaluator& evaluator, const Computation& computation, int step,
                                               std::int64_t offset);

}  // namespace heed::ui
