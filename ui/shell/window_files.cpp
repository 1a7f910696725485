#include "ui/document/edits.h"
#include "ui/import/templates.h"
#include "ui/shell/command_set.h"
#include "ui/shell/copy_figure.h"
#include "ui/shell/export_dialog.h"
#include "ui/shell/export_menu.h"
#include "ui/shell/folders.h"
#include "ui/shell/header_bar.h"
#include "ui/shell/intake.h"
#include "ui/shell/main_window.h"
#include "ui/shell/problem_strip.h"
#include "ui/shell/step_workspace.h"
#include "ui/step/stage.h"
#include "ui/step/stage_figure.h"
#include "ui/widgets/buttons.h"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>

#include <array>

namespace heed::ui {

namespace {

const QString kExtension = QStringLiteral(".heed");

QString withExtension(const QString& path) {
  return path.endsWith(kExtension, Qt::CaseInsensitive) ? path : path + kExtension;
}

}  // namespace

void MainWindow::bindFiles() {
  CommandSet& commands = *m_commands;
  commands.bind(QStringLiteral("file.open"), {.run = [this] { showOpenDialog(); }});
  commands.bind(QStringLiteral("file.save"), {.run = [this] { save({}); }});
  commands.bind(QStringLiteral("file.saveAs"), {.run = [this] { saveAs({}); }});
  commands.bind(QStringLiteral("file.export"), {.run = [this] { showExportDialog({}); },
                                                .isEnabled = [this] { return session().result() != nullptr; }});
  const std::array<std::pair<const char*, FigureView>, 6> views = {
      std::pair("file.exportStage", FigureView::Stage),       std::pair("file.exportHeatMap", FigureView::HeatMap),
      std::pair("file.exportTokens", FigureView::TokenLines), std::pair("file.exportRow", FigureView::Row),
      std::pair("file.exportOverlay", FigureView::Overlay),   std::pair("file.exportSteps", FigureView::AllSteps)};
  auto* menu =
      new ExportMenu(walk(), m_context.appearance, [this] { return stageFigure(); }, &m_header->exportButton());
  for (const auto& [id, view] : views) {
    const auto isThere = [this, shown = view] {
      return session().result() != nullptr && hasFigure(figureSource(*session().result()), shown);
    };
    CommandSet::Binding binding{.run = [this, shown = view] { showExportDialog(shown); }, .isEnabled = isThere};
    if (view == FigureView::Row) binding.words = [this] { return wordsOfRow(); };
    commands.bind(QString::fromLatin1(id), std::move(binding));
    menu->addView(view, commands.action(QString::fromLatin1(id)));
  }
  m_header->exportButton().setMenu(menu);
  commands.bind(QStringLiteral("file.quit"), {.run = [this] { close(); }});
  commands.bind(QStringLiteral("file.clearRecent"),
                {.run = [this] { m_context.settings.change([](Settings& values) { values.recentFiles.clear(); }); },
                 .isEnabled = [this] { return !m_context.settings.values().recentFiles.isEmpty(); }});
  listTemplates();
}

std::shared_ptr<const StageFigure> MainWindow::stageFigure() const {
  if (m_context.walk.content() == nullptr) return nullptr;
  return m_workspace->stage().figure();
}

/// Which row would be exported, by its word where it has one.
QString MainWindow::wordsOfRow() const {
  const StageContent* content = m_context.walk.content();
  const auto cell = m_context.session.focus().cell();
  const bool isQuery = content != nullptr && content->result.rows.meaning == core::AxisMeaning::Query;
  if (!cell || !isQuery || cell->row >= content->result.rowCount()) return tr("One row as bars...");
  const QString word = placeLabel(content->result.rows, cell->row).text;
  return word.isEmpty() ? tr("Row %1 only...").arg(cell->row) : tr("Row \"%1\" only...").arg(word);
}

void MainWindow::listTemplates() {
  for (const std::string& id : templateIds()) {
    const std::string title = templateTitle(id);
    m_commands->add(QStringLiteral("file.new.") + QString::fromStdString(id), CommandMenu::File, Submenu::Template,
                    {.run = [this, id] { openTemplateNamed(id); },
                     .words = [title] { return QCoreApplication::translate("Templates", title.c_str()); }});
  }
}

void MainWindow::listRecentFiles() {
  const QStringList files = m_context.settings.values().recentFiles;
  QStringList shown;
  for (const auto& command : m_commands->commands()) {
    if (command->isAdded && command->submenu == Submenu::Recent) shown << command->id.section(QLatin1Char('\n'), 1);
  }
  if (shown == files) return;
  m_commands->removeAdded(Submenu::Recent);
  for (const QString& path : files) {
    m_commands->add(
        QStringLiteral("file.recent\n") + path, CommandMenu::File, Submenu::Recent,
        {.run = [this, path] { openFile(path); }, .words = [path] { return QDir::toNativeSeparators(path); }});
  }
}

void MainWindow::openTemplateNamed(const std::string& id) {
  m_context.session.jobs().start(
      QStringLiteral("import"), 0, [id](core::RunContext&) { return openTemplate(id); },
      [this](core::DocumentData opened) {
        const QString title = QCoreApplication::translate("Templates", opened.title.c_str());
        document().open(tr("Open \"%1\"").arg(title), std::move(opened));
      },
      [this](const core::Error& error) { refuse(error); });
}

void MainWindow::showOpenDialog() {
  const QString filter = QStringLiteral(
                             "%1 (*.heed *.json *.txt *.md *.png *.jpg *.jpeg *.webp *.bmp *.svg *.csv *.tsv "
                             "*.graphml *.npy *.npz *.safetensors);;%2 (*)")
                             .arg(tr("What Heed opens"), tr("All files"));
  auto* dialog = new QFileDialog(this, tr("Open"), documentsFolder(), filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::ExistingFile);
  connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openFile);
  dialog->open();
}

void MainWindow::save(const std::function<void()>& then) {
  if (document().path().isEmpty()) {
    saveAs(then);
  } else if (saveTo(document().path()) && then) {
    then();
  }
}

void MainWindow::saveAs(const std::function<void()>& then) {
  const QString proposed = document().path().isEmpty()
                               ? documentsFolder() + QLatin1Char('/') + document().name() + kExtension
                               : document().path();
  auto* dialog = new QFileDialog(this, tr("Save as"), proposed, tr("Heed documents") + QStringLiteral(" (*.heed)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(kExtension.mid(1));
  dialog->selectFile(QFileInfo(proposed).fileName());
  connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString& path) {
    if (saveTo(withExtension(path)) && then) then();
  });
  dialog->open();
}

bool MainWindow::saveTo(const QString& path) {
  try {
    document().save(path);
  } catch (const core::Error& error) {
    refuse(error);
    return false;
  }
  m_context.settings.addRecentFile(path);
  return true;
}

MainWindow::Answer MainWindow::askToSave() {
  if (m_asker) return m_asker();
  QMessageBox box(QMessageBox::NoIcon, tr("Close"), tr("\"%1\" has changes that are not saved.").arg(document().name()),
                  QMessageBox::NoButton, this);
  const QPushButton* saving = box.addButton(tr("Save"), QMessageBox::AcceptRole);
  const QPushButton* discarding = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
  box.setEscapeButton(box.addButton(tr("Cancel"), QMessageBox::RejectRole));
  box.exec();
  if (box.clickedButton() == saving) return Answer::Save;
  return box.clickedButton() == discarding ? Answer::Discard : Answer::Cancel;
}

bool MainWindow::mayClose() {
  if (!document().isModified()) return true;
  switch (askToSave()) {
    case Answer::Save:
      // Where a name has to be found first, the window closes after that.
      save([this] { close(); });
      return false;
    case Answer::Discard:
      return true;
    case Answer::Cancel:
      break;
  }
  return false;
}

void MainWindow::paste() {
  if (const QMimeData* offered = QApplication::clipboard()->mimeData()) m_intake->take(*offered);
}

void MainWindow::copyView(std::shared_ptr<const Figure> figure) {
  if (figure == nullptr) return;
  copyFigure(
      session().jobs(), std::move(figure), lastExportOptions(),
      [this](const QString& sentence, bool isError) {
        if (isError) {
          m_workspace->problems().show({.sentence = sentence});
        } else {
          tell(sentence);
        }
      },
      this);
}

void MainWindow::showExportDialog(std::optional<FigureView> view) {
  auto* dialog = new ExportDialog(walk(), m_context.appearance, stageFigure(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  if (view) dialog->setView(*view);
  connect(dialog, &ExportDialog::exported, this, [this](const QString& path) {
    const QString written = tr("Written: %1").arg(QDir::toNativeSeparators(path));
    // What went wrong stays.
    if (!m_workspace->problems().isHidden()) {
      tell(written);
      return;
    }
    m_workspace->problems().show(
        {.sentence = written,
         .fixWords = tr("Open folder"),
         .fix = [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(path).absolutePath())); },
         .isNotice = true});
  });
  dialog->open();
}

}  // namespace heed::ui
