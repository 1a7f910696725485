#pragma once

#include "ui/theme/style.h"
#include "ui/widgets/icon.h"

#include <QToolButton>

class QAction;
class QMenu;

namespace heed::ui {

/// A button that is an icon. Its name is what it does: tool tip and screen reader say it, with the shortcut in brackets
/// where there is one.
class IconButton : public QToolButton {
  Q_OBJECT

 public:
  IconButton(QString iconName, QString name, const Appearance& appearance, QWidget* parent = nullptr, double side = 28,
             double iconSize = 18);

  /// Takes enabled, checked and shortcut from an action and triggers it; the icon stays this button's.
  void setCommand(QAction& action);
  void setIconName(const QString& iconName);
  void setName(const QString& name);
  void setTone(IconTone tone);
  /// A circle, like the play button.
  void setRound();

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void describe(const QString& shortcut);

  const Appearance& m_appearance;
  QString m_iconName;
  QString m_name;
  IconTone m_tone = IconTone::Soft;
  double m_side;
  double m_iconSize;
  bool m_isRound = false;
};

/// A button for the usual thing, with a part that opens the other ways to do it (also by Down or F4).
class SplitButton : public QToolButton {
  Q_OBJECT

 public:
  SplitButton(const QString& iconName, const QString& text, const Appearance& appearance, QWidget* parent = nullptr,
              ButtonLook look = ButtonLook::Plain);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace heed::ui
