#include "ui/session/focus.h"

#include <utility>

namespace heed::ui {

void Focus::setStep(int step) {
  if (std::exchange(m_step, step) != step) Q_EMIT stepChanged();
}

void Focus::setHead(std::int64_t head) {
  if (std::exchange(m_head, head) != head) Q_EMIT headChanged();
}

void Focus::setDirection(Direction direction) {
  if (std::exchange(m_direction, direction) != direction) Q_EMIT directionChanged();
}

void Focus::hover(std::optional<Cell> cell) {
  if (std::exchange(m_hovered, cell) != cell) Q_EMIT cellChanged();
}

void Focus::lock(Cell cell) {
  if (std::exchange(m_locked, cell) != cell) Q_EMIT cellChanged();
}

void Focus::release() {
  if (std::exchange(m_locked, std::nullopt).has_value()) Q_EMIT cellChanged();
}

}  // namespace heed::ui
