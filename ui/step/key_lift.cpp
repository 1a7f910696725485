#include "ui/step/key_lift.h"

#include "ui/document/edits.h"

namespace heed::ui {

namespace {

constexpr double kLiftDistance = 24;

}  // namespace

void KeyLift::press(std::int64_t key, QPointF position) {
  m_key = key;
  m_pressedAt = m_position = position;
  m_isLifted = false;
}

void KeyLift::drag(QPointF position) {
  if (!m_key) return;
  m_position = position;
  const bool isAway = (position - m_pressedAt).manhattanLength() >= kLiftDistance;
  if (isAway != m_isLifted) {
    m_isLifted = isAway;
    takePreview();
  }
  Q_EMIT changed();
}

void KeyLift::lift(std::int64_t key, QPointF position) {
  press(key, position);
  m_isLifted = true;
  takePreview();
  Q_EMIT changed();
}

/// Softmax keeps the ratios of the keys that stay; what other weights do is
/// known by the run alone.
void KeyLift::takePreview() {
  m_preview.reset();
  const StageMatrix* weights = m_walk.weights();
  const auto& result = m_walk.session().result();
  const auto cell = m_walk.focus().cell();
  if (!m_isLifted || !m_key || weights == nullptr || result == nullptr || !cell || m_walk.session().isStale()) return;
  const bool isSoftmax = result->program().stepIndex(result->step(weights->step).id + ".exponential") >= 0;
  if (isSoftmax) m_preview = liftOf(*weights, cell->row, *m_key);
}

bool KeyLift::release() {
  const bool isLifted = m_isLifted;
  if (isLifted) {
    drop();
  } else {
    putBack();
  }
  return isLifted;
}

void KeyLift::drop() {
  const auto result = m_walk.session().result();
  const auto key = m_key;
  putBack();
  if (!key || result == nullptr || m_walk.weights() == nullptr) return;
  try {
    setKeyHidden(m_walk.session().document(), *result, m_walk.weights()->step, *key, true);
  } catch (const core::Error& error) {
    Q_EMIT refused(translated(error.text()));
  }
}

void KeyLift::putBack() {
  m_key.reset();
  m_isLifted = false;
  m_preview.reset();
  Q_EMIT changed();
}

}  // namespace heed::ui
