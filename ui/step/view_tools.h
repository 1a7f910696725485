#pragma once

#include "ui/theme/appearance.h"

#include <QWidget>

namespace heed::ui {

class IconButton;

/// Copy and export of a view, at its upper right while the pointer is over it or the keyboard is in it.
class ViewTools : public QWidget {
  Q_OBJECT

 public:
  /// `view` holds the buttons; `focused` are the widgets in it that take the keyboard.
  ViewTools(const Appearance& appearance, QWidget& view, const QList<QWidget*>& focused);

  /// Whether there is anything to copy.
  void setPossible(bool isPossible);
  /// Where they stand: their upper right corner in the view.
  void placeAt(const QPoint& upperRight);
  void retranslate();

 Q_SIGNALS:
  void copyRequested();
  void exportRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();

  const Appearance& m_appearance;
  QWidget& m_view;
  QList<QWidget*> m_focused;
  IconButton* m_copy;
  IconButton* m_export;
  bool m_isPossible = true;
};

}  // namespace heed::ui
