#include "ui/step/walk.h"

#include <algorithm>

namespace heed::ui {

/// Whether the content is that of the current step and not of the one before.
bool Walk::isOnStage() const {
  const StageContent* shown = content();
  return shown != nullptr && m_session.result() != nullptr && m_openedInput < 0 && shown->row == current() &&
         current() < m_list.count() && shown->result.step == m_list.row(current()).step;
}

std::vector<Filling> Walk::productFillings() const {
  const StageContent* shown = content();
  if (shown == nullptr || !isOnStage() || shown->kind != FrameKind::Product || !shown->left) return {};
  const StageMatrix& result = shown->result;
  const CellContent* focused = cell();
  const bool isCell = focused != nullptr && focused->step == result.step && !focused->explained.terms.empty();
  const auto terms = isCell ? static_cast<std::int64_t>(focused->explained.terms.size()) : shown->left->columnCount();
  return fillings(terms, result.columnCount(), result.rowCount());
}

int Walk::subStepCount() const {
  if (m_inside == Inside::Tiles) return m_tiles ? static_cast<int>(m_tiles->tiles.tiles.size()) : 1;
  return m_inside == Inside::Product ? static_cast<int>(productFillings().size()) : 0;
}

std::optional<Filling> Walk::filling() const {
  if (m_inside != Inside::Product) return std::nullopt;
  const std::vector<Filling> all = productFillings();
  if (all.empty()) return std::nullopt;
  return all[static_cast<std::size_t>(std::clamp(m_subStep, 0, static_cast<int>(all.size()) - 1))];
}

void Walk::enter(Inside inside) {
  m_inside = inside;
  m_subStep = 0;
  if (inside != Inside::Tiles) m_tiles.reset();
  Q_EMIT insideChanged();
}

void Walk::leave() {
  if (m_inside == Inside::Nothing) return;
  enter(Inside::Nothing);
}

bool Walk::hasTiles() const {
  return m_attention.has_value() && isOnStage();
}

void Walk::openTiles() {
  if (!hasTiles()) return;
  if (!focus().isLocked()) focus().lock(focus().hovered().value_or(Focus::Cell{}));
  enter(Inside::Tiles);
  requestTiles();
}

/// New content may have fewer sub-steps, or none.
void Walk::keepInside() {
  m_attention.reset();
  const StageContent* shown = content();
  if (shown != nullptr && isOnStage() && focus().direction() == Direction::Forward &&
      !m_list.row(current()).isMaskNote) {
    m_attention =
        core::attentionPlace(m_session.result()->program(), m_session.result()->step(shown->result.step).value);
  }
  if (m_inside == Inside::Tiles && isOnStage()) {
    if (m_attention) {
      requestTiles();
    } else {
      leave();
    }
    return;
  }
  if (m_inside == Inside::Nothing || !isOnStage()) return;
  const int count = subStepCount();
  if (count == 0) {
    leave();
  } else {
    m_subStep = std::min(m_subStep, count - 1);
  }
}

Walk::IntoTarget Walk::intoTarget() const {
  if (m_list.isEmpty() || current() >= m_list.count() || m_session.result() == nullptr) return {};
  if (m_inside == Inside::Nothing && !productFillings().empty()) return {Inside::Product, -1, -1};
  if (m_inside == Inside::Product && hasTiles()) return {Inside::Tiles, -1, -1};
  if (m_inside == Inside::Tiles) return {};
  const StepRow& row = m_list.row(current());
  if (!row.inputs.empty()) {
    const auto open = std::ranges::find(row.inputs, m_openedInput);
    if (open == row.inputs.end()) return {Inside::Nothing, row.inputs.front(), -1};
    return open + 1 == row.inputs.end() ? IntoTarget{} : IntoTarget{Inside::Nothing, *(open + 1), -1};
  }
  // What a step was taken apart into stands right before it.
  const Computation& result = *m_session.result();
  const std::string& id = result.step(row.step).id;
  int first = -1;
  for (int i = row.number - 1; i >= 0; --i) {
    const core::Step& step = result.step(m_list.row(i).step);
    if (step.depth != core::StepDepth::SubStep || !step.id.starts_with(id + ".")) break;
    first = i;
  }
  return {Inside::Nothing, -1, first};
}

bool Walk::canStepInto() const {
  const IntoTarget target = intoTarget();
  return target.inside != Inside::Nothing || target.input >= 0 || target.row >= 0;
}

void Walk::stepInto() {
  const IntoTarget target = intoTarget();
  if (target.inside == Inside::Tiles) {
    openTiles();
  } else if (target.inside != Inside::Nothing) {
    // What fills is seen from one cell.
    if (!focus().isLocked()) focus().lock(focus().hovered().value_or(Focus::Cell{}));
    enter(target.inside);
  } else if (target.input >= 0) {
    openInput(target.input);
  } else if (target.row >= 0) {
    goTo(target.row);
  }
}

/// The row of the step that the current one is a part of, or -1.
int Walk::rowAround() const {
  if (m_list.isEmpty() || current() >= m_list.count() || m_session.result() == nullptr) return -1;
  const core::Step& step = m_session.result()->step(m_list.row(current()).step);
  const int around = stepAround(m_session.result()->program(), step);
  return around < 0 ? -1 : m_list.rowOfStep(around);
}

bool Walk::canStepOut() const {
  return m_inside != Inside::Nothing || m_openedInput >= 0 || rowAround() >= 0;
}

void Walk::stepOut() {
  if (m_inside != Inside::Nothing) {
    leave();
  } else if (m_openedInput >= 0) {
    openInput(-1);
  } else if (const int row = rowAround(); row >= 0) {
    goTo(row);
  }
}

}  // namespace heed::ui
