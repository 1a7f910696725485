#include "ui/widgets/search_field.h"

#include "ui/widgets/follow.h"
#include "ui/widgets/icon.h"

#include <QKeyEvent>

namespace heed::ui {

SearchField::SearchField(const QString& hint, const Appearance& appearance, QWidget* parent) : QLineEdit(parent) {
  setPlaceholderText(hint);
  setAccessibleName(hint);
  setClearButtonEnabled(true);
  addAction(icon(QStringLiteral("search"), appearance, IconTone::Soft), QLineEdit::LeadingPosition);
  follow(*this, appearance, [this, &appearance] { setFixedHeight(appearance.px(32)); });
}

void SearchField::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
    clear();
    return;
  }
  if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    Q_EMIT enterResults();
    return;
  }
  QLineEdit::keyPressEvent(event);
}

}  // namespace heed::ui
