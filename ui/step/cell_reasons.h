#pragma once

#include "ui/session/computation.h"
#include "ui/step/flow_runs.h"
#include "ui/step/stage_content.h"

#include <vector>

namespace heed::ui {

/// Says in a sentence what makes the number of a cell: the terms of a sum that matter most with their share, the two
/// numbers of a quotient, where the largest of a row stands. Every number is rounded as the shown arithmetic is.
class CellReasons {
 public:
  /// `cell` is the one of the matrix at `place`; all of them outlive the sentence being made.
  CellReasons(const Computation& computation, const StageMatrix& matrix, Focus::Cell place, const CellContent& cell)
      : m_computation(computation), m_matrix(matrix), m_place(place), m_cell(cell) {}

  /// Empty where there is nothing to say.
  [[nodiscard]] FlowRuns why() const;
  /// The arithmetic of a sum up to a product: "4.49 + 1.90 = 6.39 so far".
  [[nodiscard]] FlowRuns soFar(std::int64_t count) const;
  /// The cell of a query and a key in one sentence, for a projector; empty for others.
  [[nodiscard]] FlowRuns brief() const;

 private:
  /// A term of a sum with what is written of it.
  struct Reason {
    QString place;
    double value = 0.0;
    double shown = 0.0;  ///< as it is written
    int term = 0;
  };

  [[nodiscard]] bool isPair() const;
  [[nodiscard]] FlowRuns chosen() const;
  [[nodiscard]] FlowRuns extreme(const QString& sentence) const;
  /// A place of the arithmetic in the language of the interface: a feature's name, not a word that was typed.
  [[nodiscard]] QString placeWord(const std::string& place) const;
  [[nodiscard]] std::vector<Reason> reasons() const;
  [[nodiscard]] FlowRuns sumReasons() const;
  [[nodiscard]] bool hasBothSigns() const;
  [[nodiscard]] FlowRuns others(double shown) const;
  [[nodiscard]] FlowRuns channelReasons(const std::vector<Reason>& top, double shown) const;
  /// Whether what the channels mean may be said: both words are in the table and the channels have names, so both
  /// sides of each reason are claims that a person made.
  [[nodiscard]] bool isMeant(const std::vector<Reason>& top) const;
  [[nodiscard]] FlowRuns meaning(const std::vector<Reason>& top) const;

  const Computation& m_computation;
  const StageMatrix& m_matrix;
  Focus::Cell m_place;
  const CellContent& m_cell;
};

}  // namespace heed::ui
