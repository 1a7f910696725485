#include "ui/step/mask_brush.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace heed::ui {

void MaskBrush::begin(Focus::Cell cell) {
  const auto result = m_walk.session().result();
  const StageContent* content = m_walk.content();
  if (result == nullptr || content == nullptr || content->result.step < 0) return;
  try {
    m_mask = maskToPaint(m_walk.session().document().data(), *result, content->result.step);
  } catch (const core::Error& error) {
    Q_EMIT refused(translated(error.text()));
    return;
  }
  m_columns = content->result.columnCount();
  m_last = cell;
  const std::int64_t offset = cell.row * m_columns + cell.column;
  m_allows = !m_mask->isAllowed(offset);
  m_mask->set(std::array{offset}, m_allows);
  m_walk.session().document().finishMerging();
  apply(*m_mask);
}

void MaskBrush::paintTo(Focus::Cell cell) {
  if (!m_mask || cell == m_last) return;
  const std::int64_t rows = cell.row - m_last.row;
  const std::int64_t columns = cell.column - m_last.column;
  const std::int64_t count = std::max(std::abs(rows), std::abs(columns));
  std::vector<std::int64_t> offsets;
  for (std::int64_t i = 1; i <= count; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(count);
    const std::int64_t row = m_last.row + std::llround(part * static_cast<double>(rows));
    const std::int64_t column = m_last.column + std::llround(part * static_cast<double>(columns));
    const std::int64_t offset = row * m_columns + column;
    if (m_mask->isAllowed(offset) != m_allows) offsets.push_back(offset);
  }
  m_last = cell;
  if (offsets.empty()) return;
  m_mask->set(offsets, m_allows);
  apply(*m_mask);
}

void MaskBrush::end() {
  if (!m_mask) return;
  m_walk.session().document().finishMerging();
  m_mask.reset();
}

void MaskBrush::cancel() {
  if (!m_mask) return;
  end();
  m_walk.session().document().undoStack().undo();
}

void MaskBrush::apply(const PaintedMask& mask) {
  try {
    setMask(m_walk.session().document(), mask, QStringLiteral("paint"));
  } catch (const core::Error& error) {
    m_mask.reset();
    Q_EMIT refused(translated(error.text()));
  }
}

}  // namespace heed::ui
