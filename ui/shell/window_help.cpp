#include "ui/shell/command_list.h"
#include "ui/shell/command_set.h"
#include "ui/shell/help_dialog.h"
#include "ui/shell/hints.h"
#include "ui/shell/main_window.h"
#include "ui/shell/step_workspace.h"
#include "ui/step/explanation.h"
#include "ui/step/stage.h"

#include <QApplication>
#include <QMessageBox>
#include <QWhatsThis>

#include <algorithm>

namespace heed::ui {

/// The words of the innermost part around the focus that has any.
void MainWindow::explainFocus() {
  QWidget* focused = QApplication::focusWidget();
  const Stage& stage = m_workspace->stage();
  if (focused == &stage && walk().content() != nullptr) {
    const auto cell = walk().focus().cell();
    const auto place = cell ? stage.cellRect(StagePart::Result, *cell) : std::nullopt;
    const QPoint below = place ? place->bottomLeft().toPoint() : QPoint(stage.width() / 2, stage.height() / 3);
    QWhatsThis::showText(stage.mapToGlobal(below), stageWords(), focused);
    return;
  }
  for (QWidget* widget = focused; widget != nullptr; widget = widget->parentWidget()) {
    const QString words = widget->whatsThis().isEmpty() ? widget->toolTip() : widget->whatsThis();
    if (words.isEmpty()) continue;
    QWhatsThis::showText(focused->mapToGlobal(QPoint(focused->width() / 2, std::min(focused->height(), 40))), words,
                         focused);
    return;
  }
  m_list->open();
}

/// The step on the stage, and what makes the number under the focus.
QString MainWindow::stageWords() {
  const Explanation explanation = explain(walk());
  QStringList words{explanation.title, plainText(explanation.sentence), plainText(explanation.why)};
  words.removeAll(QString());
  return words.join(QStringLiteral("\n\n"));
}

void MainWindow::showHelp() {
  if (m_helpDialog.isNull()) {
    m_helpDialog = new HelpDialog(*m_commands, m_context.appearance, this);
    m_helpDialog->setAttribute(Qt::WA_DeleteOnClose);
  }
  m_helpDialog->show();
  m_helpDialog->raise();
  m_helpDialog->activateWindow();
}

void MainWindow::bindHelp() {
  m_commands->bind(QStringLiteral("help.explain"), {.run = [this] { explainFocus(); }});
  m_commands->bind(QStringLiteral("help.hints"),
                   {.run = [this] { m_hints->restore(); }, .isEnabled = [this] { return m_hints->count() < 3; }});
  m_commands->bind(QStringLiteral("help.open"), {.run = [this] { showHelp(); }});
  m_commands->bind(QStringLiteral("help.about"), {.run = [this] {
                     auto* box = new QMessageBox(
                         QMessageBox::NoIcon, tr("About Heed"),
                         tr("Heed %1, a laboratory for attention mechanisms.").arg(QApplication::applicationVersion()),
                         QMessageBox::Ok, this);
                     box->setAttribute(Qt::WA_DeleteOnClose);
                     box->open();
                   }});
}

}  // namespace heed::ui
