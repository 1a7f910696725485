#include "ui/step/stage_picture.h"
#include "ui/step/walk.h"

#include <algorithm>
#include <utility>

namespace heed::ui {

namespace {

const QString kContentKey = QStringLiteral("stage");
const QString kWeightsKey = QStringLiteral("weights");
const QString kCellKey = QStringLiteral("cell");
const QString kTilesKey = QStringLiteral("tiles");
const QString kPatchScoresKey = QStringLiteral("patch scores");
const QString kTrailKey = QStringLiteral("trail");

/// How many groups two steps share, from the outermost on.
std::size_t commonGroups(const std::string& a, const std::string& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()) && a[i] == b[i]; ++i) count += a[i] == '/' ? 1 : 0;
  return count;
}

}  // namespace

JobRunner::Failed Walk::reporter() {
  return [this](const core::Error& error) { Q_EMIT failed(translated(error.text())); };
}

void Walk::requestContent() {
  if (m_list.isEmpty() || current() >= m_list.count()) return;
  m_session.ask(
      kContentKey,
      [list = m_list, row = current(), head = focus().head(), opened = m_openedInput, known = m_patches](
          core::Evaluator& evaluator, const Computation& computation) {
        std::pair<StageContent, CutPicture> answer;
        StageContent& content = answer.first;
        if (opened < 0) {
          content = stageContent(evaluator, computation, list, row, head);
        } else {
          content.row = row;
          content.result = stageMatrix(evaluator, computation, opened, head);
        }
        answer.second = cutPicture(computation.document(), known);
        content.patches = answer.second.patches;
        return answer;
      },
      [this](std::pair<StageContent, CutPicture> answer) {
        StageContent content = std::move(answer.first);
        m_patches = std::move(answer.second);
        m_headCount = std::max(m_headCount, content.headCount);
        const bool wasNarrow = m_content && m_content->result.columnCount() == 1;
        m_content = std::move(content);
        m_contentId = idOf(m_content->result.step);
        m_oneStep.reset();
        m_oneStepRow.reset();
        if (m_relock) m_relock->hasContent = true;
        if (const auto wanted = std::exchange(m_wanted, std::nullopt)) {
          m_relock.reset();
          focus().lock(*wanted);
        } else if (focus().isLocked()) {
          Focus::Cell cell = *focus().locked();
          const StageMatrix& shown = m_content->result;
          // One number per row has no keys: behind it the key is the one from before.
          if (wasNarrow && shown.columnCount() > 1) {
            cell.column = lockedColumn(shown).value_or(cell.column);
            moveLock(cell);
          }
          if (shown.rowCount() > 0 && shown.columnCount() > 0 &&
              (cell.row >= shown.rowCount() || cell.column >= shown.columnCount())) {
            moveLock({std::min(cell.row, shown.rowCount() - 1), std::min(cell.column, shown.columnCount() - 1)});
          }
        }
        relock();
        keepInside();
        Q_EMIT contentChanged();
        requestCell();
        requestPatchScores();
      },
      relockReporter());
}

JobRunner::Failed Walk::relockReporter() {
  return [this, report = reporter()](const core::Error& error) {
    m_relock.reset();
    m_weightsAsked.reset();
    report(error);
  };
}

void Walk::takeWeightsSteps() {
  m_weightsAsked.reset();
  m_weightsSteps.clear();
  const bool isForward = m_list.direction() == Direction::Forward;
  const StepList other = isForward ? StepList() : StepList(*m_session.result(), Direction::Forward);
  const StepList& forward = isForward ? m_list : other;
  for (const StepRow& row : forward.rows()) {
    if (row.role != core::Role::Weights) continue;
    m_weightsSteps.push_back({row.step, row.layer});
  }
  m_hasLayers = forward.layerCount() > 1;
}

/// The weights whose groups have most in common with those of the step on the stage; of equal ones the first.
int Walk::weightsStep() const {
  int best = -1;
  std::size_t most = 0;
  for (const WeightsStep& weights : m_weightsSteps) {
    if (m_hasLayers && weights.layer != m_layer) continue;
    const std::size_t common = commonGroups(idOf(weights.step), m_stepId);
    if (best >= 0 && common <= most) continue;
    most = common;
    best = weights.step;
  }
  return best;
}

void Walk::requestWeights() {
  const int weights = weightsStep();
  const std::pair asked{weights, focus().head()};
  if (m_weightsAsked == asked) return;
  m_weightsAsked = asked;
  if (weights < 0) {
    m_weights.reset();
    if (m_relock) m_relock->hasWeights = true;
    Q_EMIT weightsChanged();
    relock();
    return;
  }
  m_session.ask(
      kWeightsKey,
      [step = weights, head = focus().head()](core::Evaluator& evaluator, const Computation& computation) {
        const core::Shape& shape = computation.program().type(computation.step(step).value).shape;
        const std::int64_t cells = shape.rank() < 2 ? shape.elementCount() : shape[-1] * shape[-2];
        return std::pair(stageMatrix(evaluator, computation, step, head),
                         cells == 0 ? 1 : shape.elementCount() / cells);
      },
      [this](std::pair<StageMatrix, std::int64_t> answer) {
        // Walking on to another attention locks nothing that was released.
        const bool isOther = m_weights && m_weightsId != idOf(answer.first.step);
        m_weights = std::move(answer.first);
        m_weightsId = idOf(m_weights->step);
        m_headCount = std::max<std::int64_t>(answer.second, 1);
        Q_EMIT weightsChanged();
        if (m_relock) m_relock->hasWeights = true;
        relock();
        if (!focus().isLocked() && !isOther) lockStrongest();
      },
      relockReporter());
}

void Walk::requestCell() {
  const auto cell = focus().cell();
  if (!cell || !m_content || m_content->result.step < 0 || cell->row >= m_content->result.rowCount() ||
      cell->column >= m_content->result.columnCount()) {
    m_session.jobs().stop(kCellKey);
    if (m_cell) {
      m_cell.reset();
      Q_EMIT cellChanged();
    }
    return;
  }
  m_session.ask(
      kCellKey,
      [step = m_content->result.step, offset = m_content->result.offset(cell->row, cell->column)](
          core::Evaluator& evaluator, const Computation& computation) {
        return cellContent(evaluator, computation, step, offset);
      },
      [this](CellContent content) {
        m_cell = std::move(content);
        m_cellId = idOf(m_cell->step);
        Q_EMIT cellChanged();
      },
      reporter());
  requestOneStep();
}

/// The step of the scores that a cell of the stage belongs to, where patches meet patches; -1 elsewhere.
int Walk::scoresOfPatches(std::optional<Focus::Cell> cell) const {
  if (!cell || !m_content || m_content->patches == nullptr || m_session.result() == nullptr) return -1;
  const StageMatrix& shown = m_content->result;
  const bool isPair = shown.step >= 0 && isPatchAxis(shown.rows, *m_content->patches) &&
                      isPatchAxis(shown.columns, *m_content->patches) && cell->row < shown.rowCount() &&
                      cell->column < shown.columnCount();
  return isPair ? scoreStepOf(m_session.result()->program(), shown.step) : -1;
}

void Walk::requestPatchScores() {
  const auto cell = focus().cell();
  const int step = scoresOfPatches(cell);
  if (!cell || step < 0) {
    m_session.jobs().stop(kPatchScoresKey);
    if (std::exchange(m_patchScores, std::nullopt)) Q_EMIT patchScoresChanged();
    return;
  }
  m_session.ask(
      kPatchScoresKey,
      [step, head = focus().head(), place = *cell](core::Evaluator& evaluator, const Computation& computation) {
        return heed::ui::patchScores(evaluator, computation, step, head, place);
      },
      [this](PatchScores scores) {
        m_patchScores = std::move(scores);
        Q_EMIT patchScoresChanged();
      },
      reporter());
}

/// The trail in another result: cells that are still there have the numbers of that result, the others go.
void Walk::keepTrail() {
  if (m_trail.empty()) return;
  const core::Program& program = m_session.result()->program();
  std::erase_if(m_trail, [&program](TrailEntry& entry) {
    entry.step = program.stepIndex(entry.id);
    if (entry.step < 0) return true;
    const core::Step& step = program.steps()[static_cast<std::size_t>(entry.step)];
    return entry.offset >= program.type(step.value).shape.elementCount() ||
           cellName(program, entry.step, entry.offset) != entry.name;
  });
  Q_EMIT trailChanged();
  m_session.ask(
      kTrailKey,
      [trail = m_trail](core::Evaluator& evaluator, const Computation& computation) {
        std::vector<double> numbers;
        for (const TrailEntry& entry : trail) {
          numbers.push_back(evaluator.value(computation.step(entry.step).value).at(entry.offset));
        }
        return std::pair(trail, numbers);
      },
      [this](const std::pair<std::vector<TrailEntry>, std::vector<double>>& read) {
        for (std::size_t i = 0; i < read.first.size(); ++i) {
          for (TrailEntry& entry : m_trail) {
            if (entry.id == read.first[i].id && entry.offset == read.first[i].offset) entry.number = read.second[i];
          }
        }
        Q_EMIT trailChanged();
      },
      reporter());
}

/// The row under the focus.
void Walk::requestTiles() {
  const auto cell = focus().cell();
  if (m_inside != Inside::Tiles || !m_attention || !m_content || !cell) return;
  const StageMatrix& shown = m_content->result;
  const std::int64_t row = std::min(cell->row, shown.rowCount() - 1);
  if (row < 0) return;
  m_session.ask(
      kTilesKey,
      [place = *m_attention, step = shown.step, head = m_content->head, row](core::Evaluator& evaluator,
                                                                             const Computation& computation) {
        return tileContent(evaluator, computation, place, step, head, row);
      },
      [this](TileContent content) {
        if (m_inside != Inside::Tiles) return;
        m_tiles = std::move(content);
        m_subStep = std::clamp(m_subStep, 0, subStepCount() - 1);
        Q_EMIT insideChanged();
      },
      reporter());
}

}  // namespace heed::ui
