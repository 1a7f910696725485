#include "ui/document/edits.h"
#include "ui/shell/cell_names.h"
#include "ui/shell/command_list.h"
#include "ui/shell/command_set.h"
#include "ui/shell/intake.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings_dialog.h"
#include "ui/shell/step_workspace.h"
#include "ui/step/matrix_table.h"
#include "ui/step/stage.h"
#include "ui/step/stage_figure.h"
#include "ui/step/step_bar.h"
#include "ui/step/step_list_panel.h"
#include "ui/step/token_panel.h"
#include "ui/step/transport.h"

#include <QDockWidget>
#include <QInputDialog>
#include <QLineEdit>

#include <algorithm>
#include <array>

namespace heed::ui {

namespace {

constexpr double kScaleStep = 0.1;

std::function<void(Settings&)> scaleBy(double step) {
  return [step](Settings& values) {
    values.scale = std::clamp(std::round((values.scale + step) * 20.0) / 20.0, 0.75, 3.0);
  };
}

}  // namespace

void MainWindow::bindEdit() {
  CommandSet& commands = *m_commands;
  QUndoStack& stack = document().undoStack();
  commands.bind(QStringLiteral("edit.undo"),
                {.run = [&stack] { stack.undo(); },
                 .isEnabled = [&stack] { return stack.canUndo(); },
                 .words = [&stack] { return stack.canUndo() ? tr("Undo: %1").arg(stack.undoText()) : tr("Undo"); }});
  commands.bind(QStringLiteral("edit.redo"),
                {.run = [&stack] { stack.redo(); },
                 .isEnabled = [&stack] { return stack.canRedo(); },
                 .words = [&stack] { return stack.canRedo() ? tr("Redo: %1").arg(stack.redoText()) : tr("Redo"); }});
  Stage& stage = m_workspace->stage();
  const auto hasCell = [this] { return walk().cell() != nullptr; };
  commands.bind(QStringLiteral("edit.copyNumber"), {.run = [&stage] { stage.copyNumber(); }, .isEnabled = hasCell});
  commands.bind(QStringLiteral("edit.copyTerms"), {.run = [&stage] { stage.copyTerms(); }, .isEnabled = hasCell});
  commands.bind(QStringLiteral("edit.sentence"), {.run = [this] {
                  QLineEdit* field = m_workspace->bar().field();
                  field->setFocus(Qt::ShortcutFocusReason);
                  field->selectAll();
                }});
  commands.bind(
      QStringLiteral("edit.copyPicture"),
      {.run =
           [this] {
             const bool isTokens = m_workspace->tokens().isAncestorOf(focusWidget());
             copyView(isTokens ? m_workspace->tokens().view()->copyOfFigure() : m_workspace->stage().figure());
           },
       .isEnabled = [this] { return walk().content() != nullptr; }});
  commands.bind(QStringLiteral("edit.paste"), {.run = [this] { paste(); }});
  // One key belongs to one command: this one opens the dock as well.
  m_workspace->steps().searchAction()->setShortcuts(QList<QKeySequence>());
  commands.bind(QStringLiteral("edit.find"), {.run = [this] {
                  m_workspace->stepsDock().show();
                  m_workspace->steps().searchAction()->trigger();
                }});
  commands.bind(QStringLiteral("edit.goToCell"),
                {.run = [this] { askForCell(); }, .isEnabled = [this] { return walk().content() != nullptr; }});
  commands.bind(QStringLiteral("edit.commands"), {.run = [this] { m_list->open(); }});
  commands.bind(QStringLiteral("edit.settings"), {.run = [this] {
                  if (m_settingsDialog.isNull()) {
                    m_settingsDialog = new SettingsDialog(m_context.settings, m_backends, m_context.appearance, this);
                    m_settingsDialog->setAttribute(Qt::WA_DeleteOnClose);
                  }
                  m_settingsDialog->show();
                  m_settingsDialog->raise();
                  m_settingsDialog->activateWindow();
                }});
}

void MainWindow::bindView() {
  CommandSet& commands = *m_commands;
  commands.bind(QStringLiteral("view.step"), {.run = [this] { m_workspace->stage().setFocus(Qt::ShortcutFocusReason); },
                                              .isChecked = [] { return true; }});
  commands.bind(QStringLiteral("view.table"),
                {.run = [this] { showTable(); }, .isEnabled = [this] { return walk().content() != nullptr; }});
  const auto dock = [&](const char* id, QDockWidget& target) {
    commands.bind(QString::fromLatin1(id), {.run = [&target] { target.setVisible(target.isHidden()); },
                                            .isChecked = [&target] { return !target.isHidden(); }});
    connect(target.toggleViewAction(), &QAction::toggled, m_commands, &CommandSet::refresh);
  };
  dock("view.steps", m_workspace->stepsDock());
  dock("view.explanation", m_workspace->explanationDock());
  dock("view.tokens", m_workspace->tokensDock());
  commands.bind(QStringLiteral("view.resetDocks"), {.run = [this] { m_workspace->resetDocks(); }});
  commands.bind(QStringLiteral("view.nextPanel"), {.run = [this] { m_workspace->focusNextPanel(1); }});
  commands.bind(QStringLiteral("view.previousPanel"), {.run = [this] { m_workspace->focusNextPanel(-1); }});
  commands.bind(QStringLiteral("view.theme"), {.run = [this] {
                  const bool isDark = m_context.appearance.themeName() == ThemeName::Dark;
                  m_context.settings.change(
                      [isDark](Settings& values) { values.theme = isDark ? ThemeChoice::Light : ThemeChoice::Dark; });
                }});
  commands.bind(QStringLiteral("view.lecture"),
                {.run = [this] { setLectureSize(!m_isLecture); }, .isChecked = [this] { return m_isLecture; }});
  commands.bind(QStringLiteral("view.larger"), {.run = [this] { m_context.settings.change(scaleBy(kScaleStep)); }});
  commands.bind(QStringLiteral("view.smaller"), {.run = [this] { m_context.settings.change(scaleBy(-kScaleStep)); }});
  commands.bind(QStringLiteral("view.actualSize"),
                {.run = [this] { m_context.settings.change([](Settings& values) { values.scale = 1.0; }); },
                 .isEnabled = [this] { return m_context.settings.values().scale != 1.0; }});
}

/// The locked cell as a query and a key, where the step on the stage has both.
std::optional<Focus::Cell> MainWindow::weightsCell() const {
  const Walk& active = m_context.walk;
  const StageMatrix* weights = active.weights();
  const StageContent* content = active.content();
  if (weights == nullptr || content == nullptr) return std::nullopt;
  const auto cell = m_context.session.focus().cell();
  const bool isPair =
      content->result.rowCount() == weights->rowCount() && content->result.columnCount() == weights->columnCount();
  if (!cell || !isPair || cell->row >= weights->rowCount() || cell->column >= weights->columnCount())
    return std::nullopt;
  return cell;
}

void MainWindow::edit(const std::function<void(Document&, const Computation&)>& change) {
  if (session().result() == nullptr) return;
  const std::shared_ptr<const Computation> result = session().result();
  try {
    change(document(), *result);
  } catch (const core::Error& error) {
    refuse(error);
  }
}

void MainWindow::bindModel() {
  CommandSet& commands = *m_commands;
  const auto hasWeights = [this] { return walk().weights() != nullptr && walk().weights()->step >= 0; };
  const auto currentMask = [this]() -> std::optional<MaskKind> {
    const StageMatrix* weights = walk().weights();
    // While a result is on its way the weights on the stage may be those of another model.
    if (weights == nullptr || weights->step < 0 || session().result() == nullptr || session().isStale() ||
        weights->step >= session().result()->forwardStepCount()) {
      return std::nullopt;
    }
    try {
      return maskKind(document().data(), session().result()->step(weights->step).id);
    } catch (const core::Error&) {
      return std::nullopt;
    }
  };
  const std::array<std::pair<const char*, MaskKind>, 3> masks = {std::pair("model.maskNone", MaskKind::None),
                                                                 std::pair("model.maskCausal", MaskKind::Causal),
                                                                 std::pair("model.maskWindow", MaskKind::Window)};
  for (const auto& [id, kind] : masks) {
    commands.bind(QString::fromLatin1(id), {.run =
                                                [this, kind] {
                                                  edit([&](Document& target, const Computation& result) {
                                                    setMaskKind(target, result, walk().weights()->step, kind);
                                                  });
                                                },
                                            .isEnabled = hasWeights,
                                            .isChecked = [currentMask, kind] { return currentMask() == kind; }});
  }
  const auto hasPair = [this] { return weightsCell().has_value(); };
  commands.bind(QStringLiteral("model.hideKey"),
                {.run =
                     [this] {
                       const auto cell = weightsCell();
                       const bool hides = walk().weights()->isAllowed(cell->row, cell->column);
                       edit([&](Document& target, const Computation& result) {
                         setKeyHidden(target, result, walk().weights()->step, cell->column, hides);
                       });
                     },
                 .isEnabled = hasPair});
  commands.bind(QStringLiteral("model.hideFrom"),
                {.run =
                     [this] {
                       const auto cell = weightsCell();
                       const bool hides = walk().weights()->isAllowed(cell->row, cell->column);
                       edit([&](Document& target, const Computation& result) {
                         setPairHidden(target, result, walk().weights()->step, cell->row, cell->column, hides);
                       });
                     },
                 .isEnabled = hasPair});
  commands.bind(QStringLiteral("model.liftKey"),
                {.run = [this] { m_workspace->stage().liftKey(); }, .isEnabled = hasPair});
  commands.bind(
      QStringLiteral("model.wordFeatures"),
      {.run = [this] { m_workspace->stage().openWordFeatures(); },
       .isEnabled = [this] { return walk().focus().cell().has_value() && m_workspace->stage().hasWordFeatures(); }});
  commands.bind(QStringLiteral("model.removeWord"), {.run =
                                                         [this] {
                                                           const auto cell = weightsCell();
                                                           edit([&](Document& target, const Computation& result) {
                                                             removeToken(target, result, cell->column);
                                                           });
                                                         },
                                                     .isEnabled = hasPair});
  commands.bind(QStringLiteral("model.release"), {.run = [this] { releaseAll(document()); },
                                                  .isEnabled = [this] { return !document().data().replaced.empty(); }});
  commands.bind(QStringLiteral("model.drawAgain"),
                {.run = [this] { edit([](Document& target, const Computation&) { drawAgain(target); }); },
                 .isEnabled = [this] { return !isSeedHeld(document().data()); }});
  commands.bind(QStringLiteral("model.holdSeed"),
                {.run = [this] { setSeedHeld(document(), !isSeedHeld(document().data())); },
                 .isChecked = [this] { return isSeedHeld(document().data()); }});
  commands.bind(
      QStringLiteral("model.seed"), {.run = [this] {
        auto* dialog = new QInputDialog(this);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setWindowTitle(tr("Hold a seed"));
        dialog->setLabelText(tr("Random weights and draws come from this number."));
        dialog->setInputMode(QInputDialog::IntInput);
        dialog->setIntRange(0, std::numeric_limits<int>::max());
        dialog->setIntValue(
            static_cast<int>(std::min<std::uint64_t>(document().data().seed, std::numeric_limits<int>::max())));
        connect(dialog, &QInputDialog::intValueSelected, this, [this](int seed) {
          edit([&](Document& target, const Computation&) { setSeed(target, static_cast<std::uint64_t>(seed)); });
        });
        dialog->open();
      }});
}

void MainWindow::stopOrRelease() {
  // In this order: a job that runs, the way out of lecture size, the lock.
  if (session().jobs().isBusy(QStringLiteral("run")) || m_intake->isReading()) {
    session().stop();
  } else if (walk().isPlaying()) {
    walk().pause();
  } else if (m_isLecture) {
    setLectureSize(false);
  } else if (session().focus().isLocked()) {
    session().focus().release();
  }
}

void MainWindow::bindRun() {
  CommandSet& commands = *m_commands;
  Walk& active = walk();
  const auto hasSteps = [&active] { return !active.list().isEmpty(); };
  const auto simple = [&](const char* id, std::function<void()> run, std::function<bool()> isEnabled) {
    commands.bind(QString::fromLatin1(id), {.run = std::move(run), .isEnabled = std::move(isEnabled)});
  };
  const Transport& transport = m_workspace->transport();
  commands.adopt(QStringLiteral("run.play"), *transport.playAction());
  commands.adopt(QStringLiteral("run.stepForward"), *transport.forwardAction());
  commands.adopt(QStringLiteral("run.stepBack"), *transport.backAction());
  commands.adopt(QStringLiteral("run.stepInto"), *transport.intoAction());
  commands.adopt(QStringLiteral("run.stepOut"), *transport.outAction());
  simple("run.tiles", [&active] { active.openTiles(); }, [&active] { return active.hasTiles(); });
  commands.adopt(QStringLiteral("run.reset"), *transport.resetAction());
  commands.adopt(QStringLiteral("run.end"), *transport.endAction());
  const std::array<std::pair<const char*, double>, 4> speeds = {
      std::pair("run.speedHalf", 0.5), std::pair("run.speedOne", 1.0), std::pair("run.speedTwo", 2.0),
      std::pair("run.speedFour", 4.0)};
  for (const auto& [id, speed] : speeds) {
    commands.bind(QString::fromLatin1(id), {.run = [&active, speed] { active.setSpeed(speed); },
                                            .isChecked = [&active, speed] { return active.speed() == speed; }});
  }
  simple(
      "run.toNaN",
      [this, &active] {
        if (!active.runToNotFinite()) tell(tr("No step holds a NaN or an infinity."));
      },
      hasSteps);
  simple(
      "run.toMasked",
      [this, &active] {
        if (!active.runToMaskedRow()) tell(tr("No row is fully masked."));
      },
      hasSteps);
  simple("run.toStep", [this] { askForStep(); }, hasSteps);
  commands.bind(QStringLiteral("run.reveal"),
                {.run = [&active] { active.setShowsWhatFollows(!active.showsWhatFollows()); },
                 .isEnabled = hasSteps,
                 .isChecked = [&active] { return active.showsWhatFollows(); }});
  const auto hasCell = [&active] { return active.focus().cell().has_value(); };
  simple("run.layChip", [this] { m_workspace->stage().layChip(); }, hasCell);
  simple("run.takeChip", [this] { m_workspace->stage().takeChip(); }, hasCell);
  simple("run.strongest", [this] { lockStrongestKey(); }, [&active] { return active.weights() != nullptr; });
  simple("run.back", [&active] { active.back(); }, [&active] { return !active.trail().empty(); });
  simple("run.backward", [&active] { active.startBackward(); }, [&active] { return active.canStartBackward(); });
  simple(
      "run.forward", [&active] { active.endBackward(); },
      [&active] { return active.focus().direction() == Direction::Backward; });
  simple(
      "run.previousLayer", [&active] { active.setLayer(active.layer() - 1); },
      [&active] { return active.layerCount() > 1 && active.layer() > 0; });
  simple(
      "run.nextLayer", [&active] { active.setLayer(active.layer() + 1); },
      [&active] { return active.layer() + 1 < active.layerCount(); });
  simple(
      "run.previousHead", [&active] { active.focus().setHead(active.focus().head() - 1); },
      [&active] { return active.focus().head() > 0; });
  simple(
      "run.nextHead", [&active] { active.focus().setHead(active.focus().head() + 1); },
      [&active] { return active.focus().head() + 1 < active.headCount(); });
  for (int head = 0; head < 9; ++head) {
    commands.bind(QStringLiteral("run.head%1").arg(head),
                  {.run = [&active, head] { active.focus().setHead(head); },
                   .isEnabled = [&active, head] { return active.headCount() > 1 && head < active.headCount(); },
                   .isChecked = [&active, head] { return active.focus().head() == head; }});
  }
  simple("run.stop", [this] { stopOrRelease(); }, {});
}

/// Of the row under the focus; of the first row where there is none.
void MainWindow::lockStrongestKey() {
  const StageMatrix* weights = walk().weights();
  if (weights == nullptr || weights->columnCount() == 0) return;
  const auto cell = walk().focus().cell();
  const std::int64_t row = cell ? std::min(cell->row, weights->rowCount() - 1) : 0;
  std::int64_t strongest = 0;
  for (std::int64_t column = 1; column < weights->columnCount(); ++column) {
    if (weights->value(row, column) > weights->value(row, strongest)) strongest = column;
  }
  walk().focus().lock({row, strongest});
}

void MainWindow::showTable() {
  const StageContent* content = walk().content();
  if (content == nullptr) return;
  const auto cell = walk().focus().cell().value_or(Focus::Cell{});
  const QString title = walk().list().row(content->row).title;
  auto* dialog = new MatrixTableDialog(*content, title, cell, m_context.appearance, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &MatrixTableDialog::cellChosen, this, [this](Focus::Cell chosen) {
    walk().focus().lock(chosen);
    m_workspace->stage().setFocus();
  });
  dialog->open();
}

void MainWindow::askForCell() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Go to a cell"));
  dialog->setLabelText(tr("A row and a column, by number or by word: 3, 5 or it, animal"));
  connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& names) {
    const StageContent* content = walk().content();
    if (content == nullptr) return;
    if (const auto cell = cellNamed(content->result, names, walk().focus().cell())) {
      walk().focus().lock(*cell);
      m_workspace->stage().setFocus();
    } else {
      tell(tr("\"%1\" is no cell of this matrix.").arg(names));
    }
  });
  dialog->open();
}

void MainWindow::askForStep() {
  auto* dialog = new QInputDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Run to a step"));
  QStringList titles;
  for (const StepRow& row : walk().list().rows()) titles << QStringLiteral("%1  %2").arg(row.shown).arg(row.title);
  dialog->setLabelText(tr("The step to run to"));
  dialog->setComboBoxItems(titles);
  dialog->setTextValue(titles.value(walk().current()));
  connect(dialog, &QInputDialog::textValueSelected, this,
          [this, titles](const QString& title) { walk().goTo(static_cast<int>(titles.indexOf(title))); });
  dialog->open();
}

}  // namespace heed::ui
