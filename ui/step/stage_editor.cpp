#include "ui/step/stage_editor.h"

#include "ui/document/edits.h"

#include <QApplication>
#include <QKeyEvent>

#include <cmath>

namespace heed::ui {

namespace {

constexpr double kPerPixel = 0.02;
constexpr double kPerNotch = 0.1;
constexpr double kFineFactor = 0.1;   ///< with Shift
constexpr double kCoarseFactor = 10;  ///< with Ctrl
constexpr double kRounding = 1000;    ///< drags give numbers of three decimals

double factorOf(Qt::KeyboardModifiers modifiers) {
  if (modifiers.testFlag(Qt::ShiftModifier)) return kFineFactor;
  return modifiers.testFlag(Qt::ControlModifier) ? kCoarseFactor : 1.0;
}

double rounded(double number) {
  return std::round(number * kRounding) / kRounding;
}

}  // namespace

StageEditor::StageEditor(Walk& walk, QWidget& stage) : QObject(&stage), m_walk(walk), m_stage(stage) {}

bool StageEditor::set(const Subject& subject, double number, const QString& mergeKey) {
  Session& session = m_walk.session();
  if (session.result() == nullptr) return false;
  try {
    setCell(session.document(), *session.result(), subject.step, subject.offset, number, mergeKey);
    return true;
  } catch (const core::Error& error) {
    Q_EMIT refused(translated(error.text()));
    return false;
  }
}

void StageEditor::beginDrag(const Subject& subject, QPointF position) {
  m_dragged = subject;
  m_pressedAt = position;
  m_isMoving = false;
}

void StageEditor::drag(QPointF position, Qt::KeyboardModifiers modifiers) {
  if (!m_dragged) return;
  const QPointF moved = position - m_pressedAt;
  if (!m_isMoving && moved.manhattanLength() < QApplication::startDragDistance()) return;
  m_isMoving = true;
  const double way = moved.x() - moved.y();
  const double number = rounded(m_dragged->number + way * kPerPixel * factorOf(modifiers));
  if (!set(*m_dragged, number, QStringLiteral("drag %1 %2").arg(m_dragged->step).arg(m_dragged->offset)))
    m_dragged.reset();
}

bool StageEditor::endDrag() {
  const bool moved = m_isMoving;
  if (moved) m_walk.session().document().finishMerging();
  m_dragged.reset();
  m_isMoving = false;
  return moved;
}

void StageEditor::cancelDrag() {
  if (m_dragged && m_isMoving)
    set(*m_dragged, m_dragged->number, QStringLiteral("drag %1 %2").arg(m_dragged->step).arg(m_dragged->offset));
  endDrag();
}

void StageEditor::turn(const Subject& subject, double notches, Qt::KeyboardModifiers modifiers) {
  // The stage shows the result of an edit a moment later: turning on goes on from the number that was set last.
  const bool goesOn = m_turned && m_turned->step == subject.step && m_turned->offset == subject.offset;
  Subject next = goesOn && m_walk.session().isStale() ? *m_turned : subject;
  next.number = rounded(next.number + notches * kPerNotch * factorOf(modifiers));
  if (set(next, next.number, QStringLiteral("turn %1 %2").arg(next.step).arg(next.offset))) m_turned = next;
}

void StageEditor::openField(const Subject& subject, const QRect& area, const QFont& font) {
  closeField();
  m_edited = subject;
  m_field = new QLineEdit(QString::number(subject.number, 'g', 7), &m_stage);
  m_field->setObjectName(QStringLiteral("stageField"));
  m_field->setAccessibleName(tr("Number"));
  m_field->setFont(font);
  m_field->setFrame(false);
  m_field->setAlignment(Qt::AlignCenter);
  m_field->setGeometry(area);
  m_field->selectAll();
  m_field->installEventFilter(this);
  m_field->show();
  m_field->setFocus();
}

void StageEditor::applyField() {
  if (m_field == nullptr) return;
  bool isNumber = false;
  QString text = m_field->text().trimmed();
  text.replace(QChar(0x2212), u'-').replace(u',', u'.');
  const double number = text.toDouble(&isNumber);
  if (!isNumber) {
    Q_EMIT refused(tr("\"%1\" is no number; a number such as -0.25 or 1e-3 is expected.").arg(m_field->text()));
    return;
  }
  if (set(m_edited, number, {})) closeField();
}

void StageEditor::closeField() {
  if (m_field == nullptr) return;
  QLineEdit* field = m_field;
  m_field = nullptr;
  field->removeEventFilter(this);
  field->hide();
  field->deleteLater();
  m_stage.setFocus();
}

bool StageEditor::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_field) return false;
  if (event->type() == QEvent::FocusOut) {
    closeField();
    return false;
  }
  if (event->type() == QEvent::ShortcutOverride) {
    event->accept();
    return true;
  }
  if (event->type() != QEvent::KeyPress) return false;
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key == Qt::Key_Escape) {
    closeField();
    return true;
  }
  if (key == Qt::Key_Return || key == Qt::Key_Enter) {
    applyField();
    return true;
  }
  return false;
}

}  // namespace heed::ui
