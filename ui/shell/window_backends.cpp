#include "ui/shell/command_set.h"
#include "ui/shell/header_bar.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings_dialog.h"
#include "ui/shell/status_line.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QThread>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <chrono>

namespace heed::ui {

namespace {

constexpr std::chrono::milliseconds kBeforeDrivers{1500};
const QString kNoteKey = QStringLiteral("backend note");
const QString kOpenKey = QStringLiteral("backend");

}  // namespace

void MainWindow::listBackends(BackendList backends) {
  showBackends();
  if (!backends) return;
  auto choices = std::make_shared<std::vector<BackendChoice>>();
  m_lister.reset(QThread::create([backends = std::move(backends), choices] { *choices = backends(); }));
  connect(m_lister.get(), &QThread::finished, this, [this, choices] {
    m_backends = *choices;
    showBackends();
    useBackend(m_context.settings.values().backend);
  });
  // After the first numbers: loading drivers takes a core for a while.
  QTimer::singleShot(kBeforeDrivers, this, [this] { m_lister->start(QThread::LowPriority); });
}

void MainWindow::showBackends() {
  QToolButton& button = m_header->backendButton();
  delete button.menu();
  showBackendInUse();
  auto* menu = new QMenu(&button);
  auto* group = new QActionGroup(menu);
  for (const BackendChoice& choice : m_backends) {
    QAction* action = menu->addAction(QCoreApplication::translate("Backends", choice.name.toUtf8().constData()));
    action->setCheckable(true);
    action->setChecked(choice.id == m_backend);
    group->addAction(action);
    connect(action, &QAction::triggered, this,
            [this, id = choice.id] { m_context.settings.change([&](Settings& values) { values.backend = id; }); });
  }
  button.setMenu(menu);
  button.setEnabled(!m_backends.empty());
}

/// What computed the last result, and why that one.
void MainWindow::showBackendInUse() {
  const bool isCpu = session().result() == nullptr || session().result()->backendName() == "cpu";
  const QString name = isCpu ? QStringLiteral("CPU") : QStringLiteral("GPU");
  QToolButton& button = m_header->backendButton();
  button.setText(name);
  m_status->setBackendName(name);
  // A backend is only spoken to in the thread that runs it.
  session().ask(
      kNoteKey, [backend = &session().backend()](core::Evaluator&, const Computation&) { return backend->note(); },
      [this](const core::Text& note) {
        const QString words = translated(note);
        m_header->backendButton().setToolTip(words.isEmpty() ? tr("What computes") : words);
      });
}

void MainWindow::useBackend(const QString& id) {
  const auto choice = std::ranges::find(m_backends, id, &BackendChoice::id);
  if (choice == m_backends.end() || id == m_backend) return;
  session().jobs().start(
      kOpenKey, 0, [open = choice->open](core::RunContext&) { return &open(); },
      [this, id](core::Backend* backend) {
        m_backend = id;
        session().setBackend(*backend);
        showBackends();
      },
      [this, id](const core::Error& error) {
        refuse(error);
        // What works stays in use, also at the next start.
        m_context.settings.change([this](Settings& values) { values.backend = m_backend; });
        showBackends();
      });
}

}  // namespace heed::ui
