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
  QString title;            ///< "Queries"
  std::string expression;   ///< in the TeX subset: "X W_Q"
  QString shape;            ///< of one head: "11 x 4"
  QString block;            ///< the title of the outermost group that it is in, or its layer's
  int layer = -1;           ///< where the model has layers; -1 for what lies outside of them
  std::string idInLayer;    ///< the same for this step in every layer
  std::int64_t heads = 1;   ///< that the step has, or takes together where joinsHeads
  bool joinsHeads = false;  ///< belongs to all heads of its block: joins them, or goes on from there
  bool isInput = false;
  bool isMaskNote = false;           ///< nothing is masked, or what the mask of the scores is
  std::vector<int> inputs;           ///< steps that a person can change and that only this one is made of
  std::optional<GradientWall> wall;  ///< no gradient goes on from here; `step` is what was chosen
};

/// Rows that follow each other in one layer, or before, between and after layers.
struct StepPart {
  int first = 0;
  int count = 0;
  int layer = -1;
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
  /// The first row with this role, or -1; of one layer where it is given.
  [[nodiscard]] int firstWithRole(core::Role role, int layer = -1) const;

  /// How many layers the model has; 0 where nothing repeats.
  [[nodiscard]] int layerCount() const { return m_layerCount; }
  /// The row of another layer that does what this one does in its own; -1 where it lies in no layer.
  [[nodiscard]] int rowInLayer(int position, int layer) const;
  /// All rows in runs of one layer each; one run where there are no layers.
  [[nodiscard]] std::vector<StepPart> parts() const;

  [[nodiscard]] Direction direction() const { return m_direction; }
  /// How many rows the forward pass has, whose numbers the rows of both directions carry.
  [[nodiscard]] int forwardCount() const { return m_forwardCount; }

 private:
  void findLayers(const core::Program& program, int forwardSteps);

  std::vector<StepRow> m_rows;
  int m_layerCount = 0;
  Direction m_direction = Direction::Forward;
  int m_forwardCount = 0;
};

/// "Layer 0".
/// The step that a sub-step is a part of: "weights" of "weights.maximum"; -1 for a step that is no part.
[[nodiscard]] int stepAround(const core::Program& program, const core::Step& step);
[[nodiscard]] QString layerTitle(int layer);

/// The words of a phase, as the list groups its rows: "Project".
[[nodiscard]] QString phaseTitle(core::Phase phase);

/// A text of core in the language of the window.
[[nodiscard]] QString translated(const core::Text& text);

}  // namespace heed::ui
