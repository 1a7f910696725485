#include "ui/document/edits.h"
#include "ui/step/key_lift.h"
#include "ui/step/mask_brush.h"
#include "ui/step/reached_number.h"
#include "ui/step/stage.h"
#include "ui/step/stage_editor.h"
#include "ui/tensorview/number_text.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QDateTime>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr qint64 kTypingPause = 1000;  ///< milliseconds after which a new word begins

/// Whether a cell of the part is one of the step that is walked to.
bool isOfResult(StagePart part) {
  return part == StagePart::Result || part == StagePart::Head || part == StagePart::Map;
}

bool isPrintable(const QKeyEvent& event) {
  const auto modifiers = event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
  return modifiers == Qt::NoModifier && event.text().size() == 1 && event.text().front().isPrint() &&
         !event.text().front().isSpace();
}

}  // namespace

void Stage::mouseMoveEvent(QMouseEvent* event) {
  if (m_editor->isPressed()) {
    m_editor->drag(event->position(), event->modifiers());
    return;
  }
  if (m_brush->isPainting()) {
    paintAt(toDesign(event->position()));
    return;
  }
  if (m_lift->isPressed() && (event->buttons() & Qt::LeftButton) != 0) {
    m_lift->drag(toDesign(event->position()));
    setCursor(m_lift->isLifted() ? Qt::ClosedHandCursor : Qt::PointingHandCursor);
    return;
  }
  const QPointF design = toDesign(event->position());
  pointAt(design);
  if (const auto patch = m_layout.picture ? m_layout.picture->patchAt(design) : std::nullopt) {
    pointAtPatch(*patch);
    return;
  }
  if (m_picture.isLocked && m_pointed && !isUnfilled(*m_pointed)) {
    const StageMatrix& matrix = *m_picture.matrix(m_pointed->part, m_pointed->index);
    const Focus::Cell cell = m_pointed->cell;
    const QString number = matrix.isAllowed(cell.row, cell.column) ? cellNumberText(matrix, cell, 4) : tr("masked");
    QToolTip::showText(event->globalPosition().toPoint(),
                       tr("row %1, column %2, %3")
                           .arg(placeName(matrix.rows, cell.row), placeName(matrix.columns, cell.column), number),
                       this);
  }
}

/// A cell whose number is not there yet, while a product fills.
bool Stage::isUnfilled(const StageLayout::Hit& hit) const {
  return hit.part == StagePart::Result && reachedNumber(m_walk, hit.cell).has_value();
}

void Stage::pointAt(QPointF design) {
  m_pointer = design;
  const StageTarget* target = m_layout.targetAt(design);
  const auto key =
      target != nullptr && target->kind == TargetKind::ColumnLabel ? std::optional(target->place) : std::nullopt;
  const auto hit = target == nullptr ? m_layout.cellAt(design) : std::nullopt;
  const bool isEditable = hit && isEditedInPlace(*hit);
  const bool isPainted = hit && isPaintable(*hit);
  setCursor(target != nullptr ? Qt::PointingHandCursor
            : isPainted       ? Qt::CrossCursor
            : isEditable      ? Qt::SizeAllCursor
                              : Qt::ArrowCursor);
  const bool isSame =
      key == m_pointedKey && hit.has_value() == m_pointed.has_value() &&
      (!hit || (hit->part == m_pointed->part && hit->index == m_pointed->index && hit->cell == m_pointed->cell));
  if (isSame) return;
  m_pointed = hit;
  m_pointedKey = key;
  if (!m_picture.isLocked) {
    const bool isResult = hit && (isOfResult(hit->part));
    m_walk.focus().hover(isResult ? std::optional(hit->cell) : std::nullopt);
  }
  sayPointed();
  update();
}

void Stage::sayPointed() {
  if (!m_pointed || isUnfilled(*m_pointed)) {
    Q_EMIT pointedAt({});
    return;
  }
  const StageMatrix& matrix = *m_picture.matrix(m_pointed->part, m_pointed->index);
  const Focus::Cell cell = m_pointed->cell;
  const QString number = matrix.isAllowed(cell.row, cell.column) ? cellNumberText(matrix, cell, 4) : tr("masked");
  Q_EMIT pointedAt(tr("row %1, column %2, %3")
                       .arg(placeName(matrix.rows, cell.row), placeName(matrix.columns, cell.column), number));
}

/// Another content lies under a pointer that rests.
void Stage::pointAgain() {
  if (!m_pointer || m_layout.picture) return;
  m_pointed = m_layout.targetAt(*m_pointer) == nullptr ? m_layout.cellAt(*m_pointer) : std::nullopt;
  sayPointed();
}

void Stage::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  m_pointer.reset();
  m_pointed.reset();
  m_pointedKey.reset();
  if (!m_picture.isLocked) m_walk.focus().hover(std::nullopt);
  Q_EMIT pointedAt({});
  update();
}

void Stage::mousePressEvent(QMouseEvent* event) {
  setFocus(Qt::MouseFocusReason);
  if (event->button() != Qt::LeftButton) return;
  const QPointF design = toDesign(event->position());
  if (pressTarget(design) || pressPatch(design)) return;
  const auto hit = m_layout.cellAt(design);
  if (!hit) {
    if (const auto cell = hiddenWeightAt(design)) changeChips(true, *cell);
    return;
  }
  if (isPaintable(*hit)) {
    m_brush->begin(hit->cell);
    return;
  }
  if (isEditedInPlace(*hit)) {
    const StageMatrix& matrix = *m_picture.matrix(hit->part, hit->index);
    const Focus::Cell cell = hit->cell;
    m_pointed = hit;
    m_editor->beginDrag({matrix.step, matrix.offset(cell.row, cell.column), matrix.value(cell.row, cell.column)},
                        event->position());
    return;
  }
  pressCell(*hit);
}

void Stage::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_brush->end();
  if (const auto key = m_lift->key(); key && !m_lift->release()) showMenuAtLabel(*key);
  if (!m_editor->isPressed()) return;
  if (!m_editor->endDrag() && m_pointed) pressCell(*m_pointed);
}

bool Stage::pressTarget(QPointF design) {
  const StageTarget* found = m_layout.targetAt(design);
  if (found == nullptr) return false;
  const StageTarget target = *found;
  switch (target.kind) {
    case TargetKind::Operand:
      m_walk.follow(target.step, target.offset);
      break;
    case TargetKind::ColumnLabel:
      // A click opens its menu; a drag lifts it off the map.
      if (hasKeyColumns()) {
        m_lift->press(target.place, design);
      } else {
        showMenuAtLabel(target.place);
      }
      break;
    case TargetKind::Die:
      openWordFeatures(target.place);
      break;
    case TargetKind::RowLabel: {
      const std::int64_t column = m_picture.focus ? m_picture.focus->column : 0;
      m_walk.focus().lock({target.place, column});
      break;
    }
    case TargetKind::Undo:
      undoEarlier();
      break;
    case TargetKind::Keep:
      keepEarlier();
      break;
  }
  return true;
}

/// A cell of the result is locked, one of an operand or a later row is gone to.
void Stage::pressCell(const StageLayout::Hit& hit) {
  if (isOfResult(hit.part)) {
    m_walk.focus().lock(hit.cell);
    return;
  }
  const StageMatrix& matrix = *m_picture.matrix(hit.part, hit.index);
  if (matrix.step >= 0) m_walk.follow(matrix.step, matrix.offset(hit.cell.row, hit.cell.column));
}

void Stage::wheelEvent(QWheelEvent* event) {
  const auto hit = m_layout.cellAt(toDesign(event->position()));
  if (!hit || !isEditedInPlace(*hit)) {
    event->ignore();
    return;
  }
  const StageMatrix* matrix = m_picture.matrix(hit->part, hit->index);
  const Focus::Cell cell = hit->cell;
  m_editor->turn({matrix->step, matrix->offset(cell.row, cell.column), matrix->value(cell.row, cell.column)},
                 event->angleDelta().y() / 120.0, event->modifiers());
  event->accept();
}

bool Stage::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    auto& key = *static_cast<QKeyEvent*>(event);
    const bool isTyping = !m_typed.isEmpty() && QDateTime::currentMSecsSinceEpoch() - m_typedAt < kTypingPause;
    const bool isOwn =
        key.matches(QKeySequence::Copy) || key.key() == Qt::Key_Left || key.key() == Qt::Key_Right ||
        key.key() == Qt::Key_Up || key.key() == Qt::Key_Down ||
        (key.key() == Qt::Key_Escape && (m_editor->isPressed() || m_brush->isPainting() || m_lift->isPressed())) ||
        (key.key() == Qt::Key_Space && (isOverPicture() || (m_picture.isPaintable && m_picture.focus)));
    if ((isOwn && key.modifiers() == Qt::NoModifier) || key.matches(QKeySequence::Copy) ||
        (isTyping && isPrintable(key))) {
      event->accept();
      return true;
    }
  }
  return QWidget::event(event);
}

void Stage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && isOverPicture()) {
    if (!event->isAutoRepeat()) showPictureAlone(true);
    return;
  }
  if (handleCellKey(*event) || handleCommandKey(*event)) return;
  if (isPrintable(*event)) {
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const bool isTyping = !m_typed.isEmpty() && now - m_typedAt < kTypingPause;
    m_typed = isTyping ? m_typed + event->text() : event->text();
    m_typedAt = now;
    jumpToWord(m_typed);
    return;
  }
  QWidget::keyPressEvent(event);
}

bool Stage::handleCellKey(QKeyEvent& event) {
  if ((event.modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return false;
  switch (event.key()) {
    case Qt::Key_Left:
      moveCell(0, -1);
      return true;
    case Qt::Key_Right:
      moveCell(0, 1);
      return true;
    case Qt::Key_Up:
      moveCell(-1, 0);
      return true;
    case Qt::Key_Down:
      moveCell(1, 0);
      return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (m_lift->isLifted()) {
        m_lift->drop();
        return true;
      }
      if (m_picture.focus) m_walk.focus().lock(*m_picture.focus);
      return true;
    case Qt::Key_Space:
      if (!m_picture.isPaintable || !m_picture.focus) return false;
      m_brush->begin(*m_picture.focus);
      m_brush->end();
      return true;
    case Qt::Key_Escape:
      if (m_lift->isPressed()) {
        m_lift->putBack();
        return true;
      }
      if (m_brush->isPainting()) {
        m_brush->cancel();
        return true;
      }
      if (m_editor->isPressed()) {
        m_editor->cancelDrag();
        return true;
      }
      if (!m_picture.isLocked) return false;
      m_walk.focus().release();
      return true;
    default:
      return false;
  }
}

bool Stage::handleCommandKey(QKeyEvent& event) {
  const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
  if (event.key() == Qt::Key_C && modifiers == (Qt::ControlModifier | Qt::ShiftModifier)) {
    copyTerms();
    return true;
  }
  if (event.matches(QKeySequence::Copy)) {
    copyNumber();
    return true;
  }
  if (event.key() == Qt::Key_G && modifiers == Qt::ControlModifier) {
    askForCell();
    return true;
  }
  if (modifiers != Qt::NoModifier || !m_picture.focus) return false;
  const bool isTyping = !m_typed.isEmpty() && QDateTime::currentMSecsSinceEpoch() - m_typedAt < kTypingPause;
  const Focus::Cell cell = *m_picture.focus;
  const auto area = cellRect(StagePart::Result, cell);
  if (event.key() == Qt::Key_X && !isTyping) {
    showKeyMenu(cell.column, mapToGlobal(area ? area->bottomLeft().toPoint() : QPoint(0, 0)));
    return true;
  }
  if ((event.key() == Qt::Key_F2 || (event.key() == Qt::Key_O && !isTyping)) && area) {
    editCell(cell);
    return true;
  }
  if (event.key() == Qt::Key_Menu && area) {
    showCellMenu(cell, mapToGlobal(area->bottomLeft().toPoint()));
    return true;
  }
  return false;
}

void Stage::moveCell(std::int64_t rows, std::int64_t columns) {
  const StageMatrix& result = m_picture.result();
  if (result.rowCount() == 0 || result.columnCount() == 0) return;
  Focus::Cell cell = m_picture.focus.value_or(Focus::Cell{0, 0});
  if (m_picture.focus) {
    cell.row = std::clamp<std::int64_t>(cell.row + rows, 0, result.rowCount() - 1);
    cell.column = std::clamp<std::int64_t>(cell.column + columns, 0, result.columnCount() - 1);
  }
  if (m_picture.isLocked) {
    m_walk.focus().lock(cell);
  } else {
    m_walk.focus().hover(cell);
  }
}

void Stage::jumpToWord(const QString& typed) {
  const StageMatrix& result = m_picture.result();
  if (!hasWords(result.rows)) return;
  const std::int64_t count = result.rowCount();
  const std::int64_t from = m_picture.focus ? m_picture.focus->row : 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t row = (from + i + (typed.size() == 1 ? 1 : 0)) % count;
    if (!placeText(result.rows, row).startsWith(typed, Qt::CaseInsensitive)) continue;
    const Focus::Cell cell{row, m_picture.focus ? m_picture.focus->column : 0};
    if (m_picture.isLocked) {
      m_walk.focus().lock(cell);
    } else {
      m_walk.focus().hover(cell);
    }
    return;
  }
}

void Stage::copyNumber() {
  if (!m_picture.focus) return;
  const StageMatrix& result = m_picture.result();
  const double number = result.value(m_picture.focus->row, m_picture.focus->column);
  QGuiApplication::clipboard()->setText(QString::number(number, 'g', 9));
}

void Stage::copyTerms() {
  const CellContent* cell = m_picture.cell();
  if (cell == nullptr) return;
  QStringList lines;
  for (const core::ExplainedTerm& term : cell->explained.terms) {
    QStringList factors;
    for (const core::ExplainedFactor& factor : term.factors) factors << QString::number(factor.number, 'g', 9);
    lines << factors.join(QStringLiteral(" * ")) + QStringLiteral("\t") + QString::number(term.value, 'g', 9);
  }
  lines << QStringLiteral("=\t") + QString::number(cell->number, 'g', 9);
  QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

}  // namespace heed::ui
