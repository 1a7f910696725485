#pragma once

#include "ui/shell/command_set.h"
#include "ui/theme/appearance.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QMenuBar;
class QToolButton;

namespace heed::ui {

class Document;
class IconButton;
class SplitButton;

/// The upper edge of the window: mark, menus, the document's name in the middle, undo and redo, the backend, the theme
/// and Export.
class HeaderBar : public QWidget {
  Q_OBJECT

 public:
  HeaderBar(CommandSet& commands, Document& document, const Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QMenuBar& menuBar() { return *m_menuBar; }
  /// The button that names the backend; its menu is filled by who knows the backends.
  [[nodiscard]] QToolButton& backendButton() { return *m_backend; }
  [[nodiscard]] SplitButton& exportButton() { return *m_export; }

  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void showName();
  void placeName();
  void retranslate();

  CommandSet& m_commands;
  Document& m_document;
  const Appearance& m_appearance;
  QMenuBar* m_menuBar;
  QWidget* m_right;
  QLabel* m_name;
  IconButton* m_undo;
  IconButton* m_redo;
  QToolButton* m_backend;
  IconButton* m_theme;
  SplitButton* m_export;
};

}  // namespace heed::ui
