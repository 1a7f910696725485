#pragma once

#include "ui/theme/appearance.h"

#include <QAction>
#include <QToolBar>

#include <functional>

namespace heed::ui {

/// The left edge of the window: the workspaces from the top, settings and help at the bottom.
class Rail : public QToolBar {
  Q_OBJECT

 public:
  explicit Rail(const Appearance& appearance, QWidget* parent = nullptr);

  /// A workspace that can be switched to. `words` gives its name in the language of the window.
  void addWorkspace(QAction& action, const QString& iconName, std::function<QString()> words);
  /// Something at the bottom.
  void addTool(QAction& action, const QString& iconName, std::function<QString()> words);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& m_appearance;
  QAction* m_spacer;
};

}  // namespace heed::ui
