#pragma once

#include "ui/step/flow_text.h"
#include "ui/step/walk.h"

#include <optional>

namespace heed::ui {

/// The number under the focus as the card shows it.
struct CellReadout {
  FlowRuns pair;         ///< the words of row and column as chips
  QString rank;          ///< "highest of its row"; empty where it says nothing
  QString number;        ///< "8.766", "masked", "NaN"
  bool isNumber = true;  ///< false for a word in its place
  QString row;           ///< "row 7 (the 8th word)"
  QString column;
  QString shortColumn;  ///< "col 1 (the 2nd word)", for narrow cards
};

/// What the panel says of the step and of the cell under the focus.
struct Explanation {
  enum class Cell {
    None,  ///< nothing is under the cursor
    Computed,
    Input,  ///< a number that a person may change
    Masked,
    Overridden,  ///< replaced by hand
    NotFinite,
    Unfinished,  ///< its step was gone into, and not all of the number is made
  };
  Cell cell = Cell::None;
  QString place;      ///< "Step 4 · Score"
  QString title;      ///< "Dot products"
  FlowRuns sentence;  ///< what happens in this step
  std::optional<CellReadout> readout;
  FlowRuns brief;  ///< the cell in one sentence, for a projector; empty where there is none
  FlowRuns why;    ///< what makes the number, or what to do where there is none
  FlowRuns row;    ///< of weights: what the row adds up to as shown and exactly
  QString next;    ///< the title of the next step
  QString caution;
  int firstNotFinite = -1;  ///< the row of the list where the first NaN or infinity was made
  bool hasLedger = false;   ///< the score is bilinear in features
  bool canChange = true;    ///< false for gradients, which only follow
};

/// The explanation of what is on the stage. Everything is in words of the present language.
[[nodiscard]] Explanation explain(Walk& walk);

}  // namespace heed::ui
