#pragma once

#include "ui/session/computation.h"
#include "ui/session/focus.h"
#include "ui/step/gradient_steps.h"

#include <QString>

#include <optional>
#include <vector>

namespace heed::ui {

/// One row of the list of steps: what a person walks through. Weights are no rows of their own: they belong to the step
/// that they make, and open from it. Where nothing masks the scores, a row says so.
struct StepRow {
  int number = 0;  ///< position in the list
  int shown =
      0;  ///< the number that a person reads: of a gradient, that of the forward step that it flows back through
  int step = -1;  ///< position in the program; of the scores that could be masked where isMaskNote
  core::Phase phase = core::Phase::Transform;
  core::Role role = core::Role::None;
  QString title;           ///< "Queries"
  std::string expression;  ///< in the TeX subset: "X W_Q"
  QString shape;           ///< of one head: "11 x 4"
  QString block;           ///< the title of the outermost group that it is in
  bool isInput = false;
  bool isMaskNote = false;           ///< nothing is masked, or what the mask of the scores is
  std::vector<int> inputs;           ///< steps that a person can change and that only this one is made of
  std::optional<GradientWall> wall;  ///< no gradient goes on from here; `step` is what was chosen
};

/// The rows of a result for one direction. Backward rows are the gradients in reverse order; each has the number of the
/// forward row that it flows back through.
class StepList {
 public:
  StepList() = default;
  StepList(const Computation& computation, Direction direction);

  [[nodiscard]] const std::vector<StepRow>& rows() const { return m_rows; }
  [[nodiscard]] bool isEmpty() const { return m_rows.empty(); }
  [[nodiscard]] int count() const { return static_cast<int>(m_rows.size()); }
  [[nodiscard]] const StepRow& row(int position) const { return m_rows[static_cast<std::size_t>(position)]; }
  /// The row of a step of the program: its own, or the one that the step is an input of; -1 if there is none.
  [[nodiscard]] int rowOfStep(int step) const;
  /// The first row with this role, or -1.
  [[nodiscard]] int firstWithRole(core::Role role) const;
  [[nodiscard]] Direction direction() const { return m_direction; }
  /// How many rows the forward pass has, whose numbers the rows of both directions carry.
  [[nodiscard]] int forwardCount() const { return m_forwardCount; }

 private:
  std::vector<StepRow> m_rows;
  Direction m_direction = Direction::Forward;
  int m_forwardCount = 0;
};

/// The words of a phase, as the list groups its rows: "Project".
[[nodiscard]] QString phaseTitle(core::Phase phase);

/// A text of core in the language of the window.
[[nodiscard]] QString translated(const core::Text& text);

}  // namespace heed::ui
