#pragma once

#include "ui/theme/appearance.h"

#include <QDialog>

class QDialogButtonBox;
class QTextBrowser;

namespace heed::ui {

class CommandSet;

/// What one can ask of the window and how, and every command that has keys. One page, in the language of the window.
class HelpDialog : public QDialog {
  Q_OBJECT

 public:
  HelpDialog(const CommandSet& commands, Appearance& appearance, QWidget* parent);

  [[nodiscard]] QString words() const;

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  [[nodiscard]] QString howTo() const;
  [[nodiscard]] QString keys() const;

  const CommandSet& m_commands;
  Appearance& m_appearance;
  QTextBrowser* m_page;
  QDialogButtonBox* m_buttons;
};

}  // namespace heed::ui
