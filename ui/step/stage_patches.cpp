#include "ui/step/stage.h"
#include "ui/tensorview/number_text.h"

#include <QCursor>
#include <QKeyEvent>
#include <QToolTip>

namespace heed::ui {

bool Stage::isOverPicture() const {
  return m_layout.picture && m_layout.picture->whole.contains(toDesign(mapFromGlobal(QPointF(QCursor::pos()))));
}

void Stage::showPictureAlone(bool alone) {
  if (m_picture.isPictureAlone == alone) return;
  m_picture.isPictureAlone = alone;
  update();
}

/// A patch asks: while nothing is locked its row follows the pointer, else a tip says its weight.
void Stage::pointAtPatch(std::int64_t patch) {
  setCursor(Qt::PointingHandCursor);
  const StageMatrix& result = m_picture.result();
  const QString place = placeText(result.rows, patch);
  if (!m_picture.isLocked) {
    const std::int64_t column = m_picture.focus ? m_picture.focus->column : 0;
    m_walk.focus().hover(Focus::Cell{patch, column});
    Q_EMIT pointedAt(place);
    return;
  }
  QString sentence = place;
  if (m_picture.weights && m_picture.focus && m_picture.focus->row < m_picture.weights->rowCount()) {
    const std::int64_t row = m_picture.focus->row;
    const StageMatrix& weights = *m_picture.weights;
    sentence = weights.isAllowed(row, patch)
                   ? tr("%1: weight %2").arg(place, weightCellText(weights.value(row, patch), 3))
                   : tr("%1: masked").arg(place);
  }
  Q_EMIT pointedAt(sentence);
  QToolTip::showText(QCursor::pos(), sentence, this);
}

/// A click on a patch makes it the query.
bool Stage::pressPatch(QPointF design) {
  const auto patch = m_layout.picture ? m_layout.picture->patchAt(design) : std::nullopt;
  if (!patch) return false;
  m_walk.focus().lock({*patch, m_picture.focus ? m_picture.focus->column : 0});
  return true;
}

void Stage::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) showPictureAlone(false);
  QWidget::keyReleaseEvent(event);
}

}  // namespace heed::ui
