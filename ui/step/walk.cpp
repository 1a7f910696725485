#include "ui/step/walk.h"

#include "ui/step/stage_picture.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>

namespace heed::ui {

namespace {

constexpr std::size_t kMostTrailEntries = 8;
constexpr double kShortestPause = 2.5;  ///< seconds at 1x
constexpr double kSecondsPerWord = 0.25;
constexpr double kSubStepPause = 0.6;

/// The row about the mask that is nearest to a position; -1 where the list has none.
int maskRowNear(const StepList& list, int position) {
  int nearest = -1;
  for (const StepRow& row : list.rows()) {
    if (row.phase != core::Phase::Mask) continue;
    if (nearest < 0 || std::abs(row.number - position) < std::abs(nearest - position)) nearest = row.number;
  }
  return nearest;
}

}  // namespace

Walk::Walk(Session& session, QObject* parent) : QObject(parent), m_session(session) {
  m_timer.setSingleShot(true);
  connect(&m_timer, &QTimer::timeout, this, &Walk::playOn);
  connect(&m_session, &Session::resultChanged, this, &Walk::takeChangedResult);
  Focus& cursor = m_session.focus();
  connect(&cursor, &Focus::stepChanged, this, &Walk::showStep);
  connect(&cursor, &Focus::headChanged, this, [this] {
    requestContent();
    requestWeights();
  });
  connect(&cursor, &Focus::cellChanged, this, [this] {
    // Between a link and the cell that it leads to nothing is locked either.
    if (!focus().isLocked() && !m_wanted) endTrail();
    if (m_relock && focus().locked() != m_relock->cell) m_relock.reset();
    keepLockedPlace();
    requestCell();
    requestTiles();
    requestPatchScores();
  });
  connect(&cursor, &Focus::directionChanged, this, &Walk::takeResult);
  if (m_session.result() != nullptr) takeResult();
}

void Walk::takeResult() {
  if (m_session.result() == nullptr) return;
  const Computation& result = *m_session.result();
  forgetOthers();
  if (focus().direction() == Direction::Backward && !result.gradientOf()) return;
  const bool isTurned = m_list.direction() != focus().direction();
  m_list = StepList(result, focus().direction());
  takeWeightsSteps();
  // Weights that were opened stay open while they are edited.
  m_openedInput = m_openedInput < 0 ? -1 : result.program().stepIndex(m_openedId);
  int position = std::clamp(current(), 0, std::max(m_list.count() - 1, 0));
  const int step = result.program().stepIndex(m_stepId);
  const int known = step < 0 ? -1 : m_list.rowOfStep(step);
  const bool isMaskGone = m_isAtMask && (known < 0 || m_list.row(known).phase != core::Phase::Mask);
  if (isTurned && focus().direction() == Direction::Backward) {
    position = m_reached = 0;
  } else if (const int row = isMaskGone ? maskRowNear(m_list, current()) : -1; row >= 0) {
    position = row;
  } else if (known >= 0) {
    position = known;
  } else if (focus().direction() == Direction::Forward) {
    // Another model starts where attention does.
    const auto scores = std::ranges::find(m_list.rows(), core::Phase::Score, &StepRow::phase);
    position = scores == m_list.rows().end() ? 0 : scores->number;
  }
  if (m_openedInput >= 0 && m_list.rowOfStep(m_openedInput) != position) m_openedInput = -1;
  m_reached = std::clamp(std::max(m_reached, position), 0, std::max(m_list.count() - 1, 0));
  keepTrail();
  m_layer = std::clamp(m_layer, 0, std::max(m_list.layerCount() - 1, 0));
  if (!m_list.isEmpty() && m_list.row(position).layer >= 0) m_layer = m_list.row(position).layer;
  Q_EMIT listChanged();
  if (position != current()) {
    focus().setStep(position);
  } else if (m_openedInput >= 0) {
    requestContent();
  } else {
    showStep();
  }
  requestWeights();
}

/// Steps are positions in a program: what was computed for one that another step has now is no part of this result.
void Walk::forgetOthers() {
  const auto& steps = m_session.result()->program().steps();
  const auto isOther = [&steps](int step, const std::string& id) {
    return step >= 0 && (step >= static_cast<int>(steps.size()) || steps[static_cast<std::size_t>(step)].id != id);
  };
  if (m_content && isOther(m_content->result.step, m_contentId)) m_content.reset();
  if (m_weights && isOther(m_weights->step, m_weightsId)) m_weights.reset();
  if (m_cell && isOther(m_cell->step, m_cellId)) m_cell.reset();
}

std::string Walk::idOf(int step) const {
  return step < 0 ? std::string() : m_session.result()->step(step).id;
}

void Walk::showStep() {
  if (m_list.isEmpty() || m_session.result() == nullptr || current() >= m_list.count()) return;
  m_openedInput = -1;
  const std::string& id = m_session.result()->step(m_list.row(current()).step).id;
  if (std::exchange(m_stepId, id) != id) leave();
  m_isAtMask = m_list.row(current()).phase == core::Phase::Mask;
  takeLayer();
  requestContent();
  requestWeights();
}

/// The layer follows the step.
void Walk::takeLayer() {
  const int layer = m_list.row(current()).layer;
  if (layer < 0 || layer == m_layer) return;
  m_layer = layer;
  Q_EMIT layerChanged();
}

void Walk::setLayer(int layer) {
  if (layer < 0 || layer >= m_list.layerCount() || layer == m_layer) return;
  const int row = m_list.rowInLayer(current(), layer);
  if (row < 0) {
    m_layer = layer;
    Q_EMIT layerChanged();
    requestWeights();
    return;
  }
  const std::vector<int>& inputs = m_list.row(current()).inputs;
  const auto open = std::ranges::find(inputs, m_openedInput);
  const auto place = static_cast<std::size_t>(open - inputs.begin());
  const bool isOpen = open != inputs.end() && place < m_list.row(row).inputs.size();
  goTo(row);
  if (isOpen) openInput(m_list.row(row).inputs[place]);
}

void Walk::setShowsWhatFollows(bool shows) {
  if (m_showsWhatFollows == shows) return;
  m_showsWhatFollows = shows;
  Q_EMIT contentChanged();
}

void Walk::goTo(int row) {
  if (m_list.isEmpty()) return;
  const int position = std::clamp(row, 0, m_list.count() - 1);
  m_reached = std::max(m_reached, position);
  if (position == current()) {
    leave();
    if (m_openedInput >= 0) openInput(-1);
    return;
  }
  focus().setStep(position);
}

void Walk::stepForward() {
  if (m_inside != Inside::Nothing) {
    if (m_subStep + 1 < subStepCount()) {
      ++m_subStep;
      Q_EMIT insideChanged();
      return;
    }
    leave();
  }
  if (m_showsWhatFollows) {
    m_showsWhatFollows = false;
    m_reached = current();
  }
  goTo(current() + 1);
}

void Walk::stepBack() {
  if (m_inside != Inside::Nothing) {
    if (m_subStep == 0) {
      leave();
    } else {
      --m_subStep;
      Q_EMIT insideChanged();
    }
    return;
  }
  goTo(current() - 1);
}

void Walk::reset() {
  pause();
  m_showsWhatFollows = false;
  m_reached = 0;
  endTrail();
  goTo(0);
}

void Walk::goToEnd() {
  goTo(m_list.count() - 1);
}

void Walk::follow(int step, std::int64_t offset) {
  if (m_session.result() == nullptr || step < 0) return;
  const int row = m_list.rowOfStep(step);
  if (row < 0) return;
  if (m_cell) {
    const core::Step& from = m_session.result()->step(m_cell->step);
    m_trail.insert(m_trail.begin(),
                   {m_cell->step, m_cell->offset, stepLetter(m_session.result()->program(), m_cell->step), from.role,
                    m_cell->number, from.id, cellName(m_session.result()->program(), m_cell->step, m_cell->offset),
                    m_content && m_content->result.step == m_cell->step && m_content->result.isIndex});
    if (m_trail.size() > kMostTrailEntries) m_trail.pop_back();
    Q_EMIT trailChanged();
  }
  const core::Shape& shape = m_session.result()->program().type(m_session.result()->step(step).value).shape;
  const std::int64_t columns = shape.rank() >= 1 ? shape[-1] : 1;
  const std::int64_t rows = shape.rank() >= 2 ? shape[-2] : 1;
  const std::int64_t inMatrix = offset % (rows * columns);
  const std::int64_t head = offset / (rows * columns);
  m_wanted = Focus::Cell{inMatrix / columns, inMatrix % columns};
  m_reached = std::max(m_reached, row);
  const bool isInput = m_list.row(row).step != step;
  if (shape.rank() > 2) focus().setHead(head);
  if (row != current()) {
    focus().setStep(row);
    if (isInput) openInput(step);
  } else {
    openInput(isInput ? step : -1);
  }
}

void Walk::openInput(int step) {
  leave();
  m_openedInput = step;
  if (step >= 0) m_openedId = m_session.result()->step(step).id;
  requestContent();
}

void Walk::back() {
  if (m_trail.empty()) return;
  const TrailEntry entry = m_trail.front();
  const std::vector<TrailEntry> older(m_trail.begin() + 1, m_trail.end());
  follow(entry.step, entry.offset);
  m_trail = older;
  Q_EMIT trailChanged();
}

void Walk::endTrail() {
  if (m_trail.empty()) return;
  m_trail.clear();
  Q_EMIT trailChanged();
}

bool Walk::runToNotFinite() {
  if (m_session.result() == nullptr) return false;
  const int step = m_session.result()->trace().firstNotFinite();
  const int row = step < 0 ? -1 : m_list.rowOfStep(step);
  if (row < 0) return false;
  goTo(row);
  return true;
}

bool Walk::runToMaskedRow() {
  if (!m_weights || m_weights->allowed.isNull()) return false;
  for (std::int64_t row = 0; row < m_weights->rowCount(); ++row) {
    bool isMasked = m_weights->columnCount() > 0;
    for (std::int64_t column = 0; isMasked && column < m_weights->columnCount(); ++column) {
      isMasked = !m_weights->isAllowed(row, column);
    }
    if (!isMasked) continue;
    follow(m_weights->step, m_weights->offset(row, 0));
    return true;
  }
  return false;
}

void Walk::play() {
  if (m_list.isEmpty() || isPlaying()) return;
  if (current() + 1 >= m_list.count() && m_inside == Inside::Nothing) reset();
  m_showsWhatFollows = false;
  m_reached = current();
  schedule();
  Q_EMIT contentChanged();
  Q_EMIT playingChanged();
}

void Walk::pause() {
  if (!isPlaying()) return;
  m_timer.stop();
  Q_EMIT playingChanged();
}

void Walk::playOn() {
  if (current() + 1 >= m_list.count() && m_inside == Inside::Nothing) {
    pause();
    return;
  }
  stepForward();
  schedule();
}

void Walk::schedule() {
  if (m_inside == Inside::Product) {
    m_timer.start(std::chrono::milliseconds(static_cast<int>(kSubStepPause / m_speed * 1000.0)));
    return;
  }
  const core::Step& step = m_session.result()->step(m_list.row(current()).step);
  const auto words = translated(step.explanation).split(' ', Qt::SkipEmptyParts).size();
  const double seconds = std::max(kShortestPause, kSecondsPerWord * static_cast<double>(words)) / m_speed;
  m_timer.start(std::chrono::milliseconds(static_cast<int>(seconds * 1000.0)));
}

void Walk::setSpeed(double speed) {
  m_speed = speed;
  if (isPlaying()) schedule();
  Q_EMIT playingChanged();
}

}  // namespace heed::ui
