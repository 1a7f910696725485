#pragma once

#include "ui/theme/appearance.h"

#include <QLineEdit>

namespace heed::ui {

/// A field to search in what is below it: a lens, a hint, a cross that empties it. Esc empties it first and only then
/// goes on to what is around it; Down asks for the first result.
class SearchField : public QLineEdit {
  Q_OBJECT

 public:
  SearchField(const QString& hint, const Appearance& appearance, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// Down or Enter: the person goes on into the results.
  void enterResults();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace heed::ui
