#include "ui/step/gradient_steps.h"
#include "ui/step/walk.h"

#include <cmath>

namespace heed::ui {

namespace {

const QString kOneStepKey = QStringLiteral("one step");

}  // namespace

void Walk::takeChangedResult() {
  // Another sentence or another model may not have the number that the gradients were those of.
  if (focus().direction() == Direction::Backward && !m_session.result()->gradientOf()) {
    m_session.forgetGradient();
    focus().setDirection(Direction::Forward);
    return;
  }
  if (const auto cell = focus().locked()) m_relock = Relock{.cell = *cell};
  takeResult();
}

void Walk::requestOneStep() {
  const auto cell = focus().cell();
  if (!cell || !m_content || !m_content->pushes || m_oneStepRow == cell->row) return;
  m_oneStepRow = cell->row;
  const int gradient = m_content->pushes->gradient.step;
  m_session.ask(
      kOneStepKey,
      [result = m_content->result, gradient, row = cell->row](core::Evaluator& evaluator,
                                                              const Computation& computation) {
        return heed::ui::oneStep(evaluator, computation, result, forwardOf(computation.program(), gradient), row);
      },
      [this](OneStep taken) {
        m_oneStep = std::move(taken);
        Q_EMIT cellChanged();
      },
      reporter());
}

const OneStep* Walk::oneStep() const {
  const auto cell = m_session.focus().cell();
  const bool isHere = m_oneStep && m_content && cell && m_oneStep->step == m_content->result.step &&
                      m_oneStep->base == m_content->result.base && m_oneStep->row == cell->row;
  return isHere ? &*m_oneStep : nullptr;
}

bool Walk::canStartBackward() const {
  if (!m_cell || m_session.result() == nullptr || m_list.direction() == Direction::Backward) return false;
  const core::Step& step = m_session.result()->step(m_cell->step);
  return !step.isInput && m_session.result()->program().type(step.value).kind == core::ValueKind::Real;
}

void Walk::startBackward() {
  if (!canStartBackward() || m_session.focus().direction() == Direction::Backward) return;
  pause();
  if (const auto cell = focus().cell(); cell && !focus().isLocked()) focus().lock(*cell);
  m_session.setGradientOf(StepCell{m_session.result()->step(m_cell->step).id, m_cell->offset});
  focus().setDirection(Direction::Backward);
}

std::optional<Walk::BackwardStart> Walk::backwardStart() const {
  if (m_list.direction() != Direction::Backward || m_session.result() == nullptr) return std::nullopt;
  const Computation& result = *m_session.result();
  const std::optional<StepCell>& from = result.gradientOf();
  if (!from) return std::nullopt;
  const int position = result.program().stepIndex(from->step);
  if (position < 0) return std::nullopt;
  const core::Tensor& kept = result.trace().kept(position);
  const double number = kept.isNull() ? std::nan("") : kept.at(from->offset);
  return BackwardStart{cellName(result.program(), position, from->offset), number};
}

void Walk::endBackward() {
  if (focus().direction() == Direction::Forward) return;
  const std::optional<StepCell> start = m_session.gradientOf();
  focus().setDirection(Direction::Forward);
  m_session.setGradientOf(std::nullopt);
  if (start && m_session.result() != nullptr) {
    follow(m_session.result()->program().stepIndex(start->step), start->offset);
  }
}

}  // namespace heed::ui
