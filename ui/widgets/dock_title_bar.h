#pragma once

#include "ui/theme/appearance.h"

#include <QWidget>

class QDockWidget;
class QLabel;

namespace heed::ui {

class IconButton;
class Tag;

/// The title of a dock: its name, a tag where it says what is shown, a pin that lets the dock float or docks it, and
/// close. Drags go to the dock.
class DockTitleBar : public QWidget {
  Q_OBJECT

 public:
  /// Takes the title from the dock and becomes its title bar.
  DockTitleBar(QDockWidget& dock, const Appearance& appearance);

  /// An empty text takes the tag away.
  void setTag(const QString& text);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void showTitle();
  void showPin();

  QDockWidget& m_dock;
  const Appearance& m_appearance;
  QLabel* m_title;
  Tag* m_tag;
  IconButton* m_pin;
  IconButton* m_close;
};

}  // namespace heed::ui
