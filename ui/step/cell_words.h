#pragma once

#include "ui/step/explanation.h"
#include "ui/step/reached_number.h"

namespace heed::ui {

/// Says the cell of the stage: what kind it is, its number as a card shows it, where it comes from.
class CellWords {
 public:
  /// `cell` is the one of the matrix at `place`; all of them outlive the words being made.
  CellWords(Walk& walk, const StageMatrix& matrix, Focus::Cell place, const CellContent& cell)
      : m_walk(walk),
        m_computation(*walk.session().result()),
        m_matrix(matrix),
        m_place(place),
        m_cell(cell),
        m_reached(reachedNumber(walk, place)) {}

  [[nodiscard]] Explanation::Cell kind() const;
  [[nodiscard]] CellReadout readout() const;
  /// What makes the number, or what there is in its place.
  [[nodiscard]] FlowRuns why() const;
  /// The cell in one sentence, for a projector; empty where there is none.
  [[nodiscard]] FlowRuns brief() const;
  /// The row of the list where the first number that is not finite was made; -1 where there is none.
  [[nodiscard]] int firstNotFinite() const;

 private:
  [[nodiscard]] bool isMask() const;
  [[nodiscard]] QString maskWord() const;
  /// "2 of 4 products", of a number that is still being made.
  [[nodiscard]] QString reachedText() const;
  [[nodiscard]] FlowRuns soFar() const;
  [[nodiscard]] FlowRuns notFinite() const;
  [[nodiscard]] FlowRuns origin() const;
  [[nodiscard]] FlowRuns weightOrigin(const core::LoweredWeight& weight) const;

  Walk& m_walk;
  const Computation& m_computation;
  const StageMatrix& m_matrix;
  Focus::Cell m_place;
  const CellContent& m_cell;
  std::optional<ReachedNumber> m_reached;  ///< nothing where all of the number is there
};

}  // namespace heed::ui
