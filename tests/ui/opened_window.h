#pragma once

#include "core/exec/cpu_backend.h"
#include "core/io/build_resources.h"
#include "tests/ui/shared_appearance.h"
#include "ui/document/edits.h"
#include "ui/import/templates.h"
#include "ui/shell/cell_names.h"
#include "ui/shell/command_list.h"
#include "ui/shell/command_set.h"
#include "ui/shell/drop_overlay.h"
#include "ui/shell/header_bar.h"
#include "ui/shell/hints.h"
#include "ui/shell/intake.h"
#include "ui/shell/language.h"
#include "ui/shell/main_window.h"
#include "ui/shell/problem_strip.h"
#include "ui/shell/result_facts.h"
#include "ui/shell/settings.h"
#include "ui/shell/status_line.h"
#include "ui/shell/step_workspace.h"
#include "ui/shell/system_look.h"
#include "ui/step/stage.h"
#include "ui/step/step_bar.h"
#include "ui/step/transport.h"
#include "ui/theme/style.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <limits>

namespace heed::test {

inline constexpr int kPatience = 20000;

/// The window as a person finds it, with settings of its own.
struct Opened {
  explicit Opened(const QString& settingsPath = {})
      : settings(settingsPath.isEmpty() ? folder.filePath("heed.ini") : settingsPath),
        document(ui::openTemplate("self-attention")),
        session(document, backend, core::readBuildResources()),
        walk(session),
        window({session, walk, appearance, settings, language, systemLook}, {}) {
    window.setAsker([this] { return answer; });
    session.compute();
    window.resize(1440, 900);
    window.show();
    if (!waits()) qFatal("nothing was computed");
  }

  /// Until what is open is computed and on the stage.
  [[nodiscard]] bool waits() {
    return QTest::qWaitFor(
        [this] {
          return !session.jobs().isBusy() && session.state() != ui::SessionState::Computing &&
                 (session.state() == ui::SessionState::Failed || !session.isStale());
        },
        kPatience);
  }

  [[nodiscard]] QString text() const {
    for (const auto& [block, input] : document.data().inputs) {
      if (const auto* given = std::get_if<core::TextInput>(&input)) return QString::fromStdString(given->text);
    }
    return {};
  }

  void drop(const QMimeData& data) {
    const QPoint middle(700, 400);
    QDragEnterEvent entering(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &entering);
    words = window.findChild<ui::DropOverlay*>()->words();
    overlayWasShown = window.findChild<ui::DropOverlay*>()->isVisible();
    QDropEvent dropping(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &dropping);
  }

  void dropFile(const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    drop(data);
  }

  /// What a person could notice.
  struct Seen {
    QImage window;
    quint64 revision;
    QString focus;
    QString clipboard;
    qint64 clipboardPicture;
    qsizetype widgets;
    ui::Settings settings;
    bool operator==(const Seen&) const = default;
  };
  [[nodiscard]] Seen seen() {
    const QClipboard& clipboard = *QApplication::clipboard();
    qsizetype shown = 0;
    const auto widgets = QApplication::allWidgets();
    for (const QWidget* widget : widgets) shown += widget->isVisible() ? 1 : 0;
    const ui::Focus& focus = session.focus();
    const ui::Focus::Cell cell = focus.cell().value_or(ui::Focus::Cell{-1, -1});
    const QWidget* owner = window.focusWidget();
    return {window.grab().toImage(),
            document.revision(),
            QString("%1 %2 %3,%4 %5 %6 %7 %8")
                .arg(focus.step())
                .arg(focus.head())
                .arg(cell.row)
                .arg(cell.column)
                .arg(focus.isLocked())
                .arg(walk.speed())
                .arg(walk.isPlaying())
                .arg(reinterpret_cast<quintptr>(owner)),
            clipboard.text(),
            clipboard.image().isNull() ? 0 : clipboard.image().sizeInBytes(),
            shown,
            settings.values()};
  }

  void waitFor(const char* what) {
    if (!waits()) qFatal("%s did not come", what);
  }

  /// Brings the window to where a command is possible and shows.
  void prepareFor(const QString& id) {
    QApplication::clipboard()->clear();
    walk.goTo(11);
    waitFor("the weights");
    session.focus().lock({7, 1});
    waitFor("the cell");
    const auto text = [&](const char* sentence) {
      ui::setText(document, sentence);
      waitFor("another text");
    };
    if (id == "edit.undo" || id == "edit.redo") text("the cat sat");
    if (id == "edit.redo") document.undoStack().undo();
    if (id == "edit.paste") QApplication::clipboard()->setText("the dog ran");
    if (id == "file.clearRecent") settings.addRecentFile(folder.filePath("gone.heed"));
    if (id == "view.actualSize") settings.change([](ui::Settings& values) { values.scale = 1.5; });
    if (id == "model.maskNone") trigger("model.maskCausal");
    if (id == "model.release") {
      ui::setCell(document, *session.result(), walk.content()->result.step, 0, 0.5);
    }
    if (id == "run.strongest" || id == "run.stop") session.focus().lock({0, 0});
    if (id == "run.back") walk.follow(walk.list().row(4).step, 0);
    if (id == "run.forward") walk.startBackward();
    if (id.endsWith("Chip")) {
      // Chips are laid before the weights are seen.
      walk.reset();
      walk.goTo(4);
      waitFor("the scores");
      session.focus().lock({7, 1});
      waitFor("the cell");
      if (id == "run.takeChip") window.workspace().stage().layChip();
    }
    if (id.endsWith("Layer")) trigger("file.new.two-layers");
    if (id == "run.previousLayer") walk.setLayer(1);
    if (id == "run.previousHead" || id == "run.head0") session.focus().setHead(1);
    if (id == "run.speedOne") walk.setSpeed(2.0);
    if (id == "run.stepInto" || id == "run.stepOut") walk.goTo(1);
    if (id == "run.tiles") walk.goTo(12);
    if (id == "run.stepOut") {
      waitFor("the product");
      walk.stepInto();
    }
    if (id == "run.toMasked") {
      trigger("model.maskCausal");
      ui::setPairHidden(document, *session.result(), walk.weights()->step, 0, 0, true);
    }
    if (id == "run.toNaN") {
      ui::setCell(document, *session.result(), walk.list().row(4).step, 0, std::numeric_limits<double>::quiet_NaN());
    }
    if (id == "view.step") window.workspace().transport().findChild<QAbstractButton*>()->setFocus();
    if (id == "view.resetDocks") window.workspace().stepsDock().hide();
    if (id == "help.hints") window.findChild<ui::Hints*>()->dismissAll();
    if (id.startsWith("run.head") && id != "run.head0" && id != "run.head1") manyHeads();
    if (id == "file.exportOverlay") {
      document.replace("picture", ui::openTemplate("image-patches"));
    }
    waitFor("what the command needs");
  }

  void trigger(const char* command) {
    run(command);
    waitFor(command);
  }

  /// Nine heads, whose weights are drawn.
  void manyHeads() {
    document.edit("heads", [](core::DocumentData& data) {
      data.weights.clear();
      data.model.setParameter(data.model.blockNamed("attention")->id, "heads", std::int64_t{9});
    });
  }

  void run(const char* command) { window.commands().action(QString::fromLatin1(command)).trigger(); }

  QTemporaryDir folder;
  core::CpuBackend backend;
  ui::SystemLook systemLook;
  ui::Language language;
  ui::Appearance& appearance = sharedAppearance();
  ui::SettingsFile settings;
  ui::Document document;
  ui::Session session;
  ui::Walk walk;
  ui::MainWindow window;
  ui::MainWindow::Answer answer = ui::MainWindow::Answer::Discard;
  QString words;
  bool overlayWasShown = false;
};

/// A picture beside the test, where HEED_PICTURES names a folder: for eyes.
inline void keepPicture(QWidget& window, const char* name) {
  const QString folder = qEnvironmentVariable("HEED_PICTURES");
  if (!folder.isEmpty()) window.grab().save(QStringLiteral("%1/%2.png").arg(folder, QString::fromLatin1(name)));
}

}  // namespace heed::test
