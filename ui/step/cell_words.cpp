#include "ui/step/cell_words.h"

#include "ui/step/cell_reasons.h"
#include "ui/step/place_runs.h"
#include "ui/step/place_words.h"
#include "ui/step/stage_picture.h"
#include "ui/tensorview/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(heed::ui::Explanation)
};

QString rankText(const StageMatrix& matrix, Focus::Cell cell) {
  if (matrix.columnCount() < 2 || matrix.columns.meaning != core::AxisMeaning::Key) return {};
  const double number = matrix.value(cell.row, cell.column);
  if (!std::isfinite(number)) return {};
  std::int64_t larger = 0;
  std::int64_t equal = 0;
  std::int64_t allowed = 0;
  for (std::int64_t column = 0; column < matrix.columnCount(); ++column) {
    if (!matrix.isAllowed(cell.row, column)) continue;
    ++allowed;
    larger += matrix.value(cell.row, column) > number ? 1 : 0;
    equal += matrix.value(cell.row, column) == number ? 1 : 0;
  }
  if (equal == allowed && allowed > 1) return Words::tr("all of its row are equal");
  if (larger == 0)
    return equal > 1 ? Words::tr("highest of its row, with %1 equal").arg(equal - 1) : Words::tr("highest of its row");
  return Words::tr("rank %1 of %2").arg(larger + 1).arg(allowed);
}

}  // namespace

Explanation::Cell CellWords::kind() const {
  if (m_cell.isOverridden) return Explanation::Cell::Overridden;
  if (m_cell.isMasked) return Explanation::Cell::Masked;
  if (m_reached) return Explanation::Cell::Unfinished;
  if (!std::isfinite(m_cell.number)) return Explanation::Cell::NotFinite;
  return m_matrix.isInput ? Explanation::Cell::Input : Explanation::Cell::Computed;
}

CellReadout CellWords::readout() const {
  CellReadout readout;
  const bool isPair =
      m_matrix.rows.meaning == core::AxisMeaning::Query && m_matrix.columns.meaning == core::AxisMeaning::Key;
  const PatchPicture* patches = m_walk.content()->patches.get();
  const FlowRun row = shortPlaceRun(m_matrix, m_matrix.rows, m_place.row, patches);
  const FlowRun column = shortPlaceRun(m_matrix, m_matrix.columns, m_place.column, patches);
  if (m_matrix.columnCount() < 2) {
    readout.pair = {row};
  } else if (m_matrix.rowCount() < 2 && !hasWords(m_matrix.rows)) {
    readout.pair = {column};
  } else {
    readout.pair = flowOf(isPair ? QStringLiteral("%1 → %2") : QStringLiteral("%1, %2"), {row, column});
  }
  readout.rank = m_cell.isMasked ? QString() : rankText(m_matrix, m_place);
  readout.isNumber = !m_cell.isMasked;
  readout.number = m_cell.isMasked ? Words::tr("masked") : isMask() ? maskWord() : readoutText(m_cell.number);
  if (isMask()) readout.isNumber = false;
  if (m_matrix.isIndex && readout.isNumber) {
    const QString word = chosenWord(m_matrix, m_cell.number);
    readout.number = readoutText(m_cell.number, 0);
    if (!word.isEmpty()) readout.rank = Words::tr("the key %1").arg(word);
  }
  if (kind() == Explanation::Cell::Unfinished) {
    readout.rank = reachedText();
    readout.isNumber = m_reached->from != ReachedNumber::From::Nothing;
    readout.number = readout.isNumber ? readoutText(m_reached->number) : Words::tr("not yet");
  }
  readout.row = positionText(m_matrix.rows, m_place.row, PositionOf::Row);
  if (m_matrix.columnCount() > 1) {
    readout.column = positionText(m_matrix.columns, m_place.column, PositionOf::Column);
    readout.shortColumn = shortColumnText(m_matrix.columns, m_place.column);
  }
  return readout;
}

FlowRuns CellWords::why() const {
  switch (kind()) {
    case Explanation::Cell::Masked:
      return flowOf(Words::tr("The query may not look at this key, so the pair has no weight."));
    case Explanation::Cell::Overridden:
      if (m_cell.computed) {
        return flowOf(Words::tr("You put %1 here, where %2 was computed; the run continues from it. Release it to "
                                "compute it again."),
                      {numberRun(readoutText(m_cell.number)), numberRun(readoutText(*m_cell.computed))});
      }
      return flowOf(Words::tr("You put %1 here; the run continues from it. Release it to compute it again."),
                    {numberRun(readoutText(m_cell.number))});
    case Explanation::Cell::NotFinite:
      return notFinite();
    case Explanation::Cell::Input:
      return origin();
    case Explanation::Cell::Unfinished:
      return soFar();
    case Explanation::Cell::Computed:
    case Explanation::Cell::None:
      break;
  }
  return CellReasons(m_computation, m_matrix, m_place, m_cell).why();
}

FlowRuns CellWords::brief() const {
  if (m_cell.isMasked || m_reached || !std::isfinite(m_cell.number)) return {};
  return CellReasons(m_computation, m_matrix, m_place, m_cell).brief();
}

int CellWords::firstNotFinite() const {
  const int step = m_computation.trace().firstNotFinite();
  return step < 0 ? -1 : m_walk.list().rowOfStep(step);
}

bool CellWords::isMask() const {
  return m_computation.program().type(m_computation.step(m_cell.step).value).kind == core::ValueKind::Bool;
}

QString CellWords::maskWord() const {
  return m_cell.number != 0.0 ? Words::tr("allowed") : Words::tr("hidden");
}

QString CellWords::reachedText() const {
  if (!m_reached) return {};
  switch (m_reached->from) {
    case ReachedNumber::From::Products:
      return Words::tr("%1 of %2 products").arg(m_reached->reached).arg(m_reached->all);
    case ReachedNumber::From::Tiles:
      return Words::tr("tile %1 of %2").arg(m_reached->reached).arg(m_reached->all);
    case ReachedNumber::From::Nothing:
      break;
  }
  return {};
}

FlowRuns CellWords::soFar() const {
  if (!m_reached) return {};
  switch (m_reached->from) {
    case ReachedNumber::From::Products:
      return CellReasons(m_computation, m_matrix, m_place, m_cell).soFar(m_reached->reached);
    case ReachedNumber::From::Tiles:
      return flowOf(Words::tr("What the weighted values add up to so far, not yet divided by the sum l."));
    case ReachedNumber::From::Nothing:
      break;
  }
  return flowOf(Words::tr("This number is made in a later sub-step."));
}

FlowRuns CellWords::notFinite() const {
  const int row = firstNotFinite();
  if (row < 0 || row == m_walk.current()) {
    return flowOf(Words::tr("This is the first step with a number that is not finite."));
  }
  return flowOf(Words::tr("The first number that is not finite was made in step %1, %2."),
                {numberRun(QString::number(row)), strongRun(m_walk.list().row(row).title)});
}

FlowRuns CellWords::origin() const {
  const core::Step& step = m_computation.step(m_cell.step);
  if (isMask())
    return flowOf(Words::tr("A mask says which keys a query may look at. Choose Paint below it to change its cells."));
  const core::Lowered& lowered = m_computation.lowered();
  const auto weight = std::ranges::find(lowered.weights, step.id, &core::LoweredWeight::path);
  if (weight != lowered.weights.end()) return weightOrigin(*weight);
  if (m_matrix.rows.meaning != core::AxisMeaning::Token && !isWordAxis(m_matrix.rows)) {
    return flowOf(Words::tr("This number comes from the input. Change it and everything after it follows."));
  }
  const FlowRun word = strongRun(placeText(m_matrix.rows, m_place.row));
  if (isKnownWord(m_matrix.rows, m_place.row)) {
    return flowOf(Words::tr("Set by hand: the table of features says so for the word %1."), {word});
  }
  return flowOf(Words::tr("The table of features does not hold the word %1, so its numbers are drawn from seed %2."),
                {word, numberRun(QString::number(lowered.seed))});
}

FlowRuns CellWords::weightOrigin(const core::LoweredWeight& weight) const {
  const auto& stored = m_computation.document().weights;
  const auto entry = stored.find(weight.path);
  const QString note = entry == stored.end() ? QString() : QString::fromStdString(entry->second.note);
  switch (weight.origin) {
    case core::WeightOrigin::Seeded:
      return flowOf(Words::tr("A weight, drawn from seed %1."),
                    {numberRun(QString::number(m_computation.lowered().seed))});
    case core::WeightOrigin::HandSet:
      return flowOf(Words::tr("A weight, set by hand. Change it and everything after it follows."));
    case core::WeightOrigin::Loaded:
      return note.isEmpty() ? flowOf(Words::tr("A weight, loaded from a file."))
                            : flowOf(Words::tr("A weight, loaded from %1."), {strongRun(note)});
    case core::WeightOrigin::Trained:
      return flowOf(Words::tr("A weight, found by training."));
  }
  return {};
}

}  // namespace heed::ui
