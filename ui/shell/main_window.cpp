#include "ui/shell/main_window.h"

#include "ui/document/edits.h"
#include "ui/shell/command_list.h"
#include "ui/shell/drop_overlay.h"
#include "ui/shell/header_bar.h"
#include "ui/shell/hints.h"
#include "ui/shell/intake.h"
#include "ui/shell/language.h"
#include "ui/shell/problem_strip.h"
#include "ui/shell/rail.h"
#include "ui/shell/status_line.h"
#include "ui/shell/step_workspace.h"
#include "ui/shell/system_look.h"
#include "ui/step/stage.h"
#include "ui/step/stage_figure.h"
#include "ui/step/step_bar.h"
#include "ui/step/token_panel.h"
#include "ui/step/transport.h"

#include <QApplication>
#include <QCloseEvent>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QMouseEvent>
#include <QScreen>
#include <QThread>

namespace heed::ui {

namespace {

constexpr QSize kLeastSize(1100, 700);
constexpr QSize kFirstSize(1440, 900);
constexpr int kRemarkMilliseconds = 4000;
/// What a window manager may put around a window, at most.
constexpr QSize kFrameOfWindow(16, 48);

}  // namespace

MainWindow::MainWindow(const WindowContext& context, BackendList backends, QWidget* parent)
    : QMainWindow(parent), m_context(context) {
  setObjectName(QStringLiteral("mainWindow"));
  setAcceptDrops(true);
  build();
  bindFiles();
  bindEdit();
  bindView();
  bindModel();
  bindRun();
  bindHelp();
  addHints();
  connectViews();
  m_commands->fill(m_header->menuBar());
  m_commands->refresh();
  applySettings();
  restoreWindow();
  takeDropsOfChildren();
  QCoreApplication::instance()->installEventFilter(this);
  showName();
  listBackends(std::move(backends));
}

MainWindow::~MainWindow() {
  // Docks tell the commands that they are hidden, and commands ask the window: while it is still one.
  hide();
  if (m_lister != nullptr) m_lister->wait();
}

void MainWindow::build() {
  Appearance& appearance = m_context.appearance;
  m_commands = new CommandSet(appearance, *this);
  m_intake = new Intake(session(), this);
  m_header = new HeaderBar(*m_commands, document(), appearance, this);
  setMenuWidget(m_header);
  m_rail = new Rail(appearance, this);
  addToolBar(Qt::LeftToolBarArea, m_rail);
  m_workspace = new StepWorkspace(walk(), appearance, this);
  setCentralWidget(m_workspace);
  m_status = new StatusLine(walk(), *m_intake, appearance, this);
  setStatusBar(m_status);
  m_list = new CommandList(*m_commands, appearance, *this);
  m_hints = new Hints(m_context.settings, appearance, *this);
  m_overlay = new DropOverlay(appearance, *this);
  m_rail->addWorkspace(m_commands->action(QStringLiteral("view.step")), QStringLiteral("step"),
                       [] { return tr("Step"); });
  m_rail->addTool(m_commands->action(QStringLiteral("edit.settings")), QStringLiteral("settings"),
                  [] { return tr("Settings"); });
  m_rail->addTool(m_commands->action(QStringLiteral("help.open")), QStringLiteral("help"), [] { return tr("Help"); });
}

void MainWindow::connectViews() {
  Session& active = session();
  connect(&document(), &Document::nameChanged, this, &MainWindow::showName);
  connect(&document(), &Document::changed, this, [this] {
    m_refusal.reset();
    showProblems();
  });
  connect(&document().undoStack(), &QUndoStack::indexChanged, m_commands, &CommandSet::refresh);
  connect(&active, &Session::stateChanged, this, &MainWindow::showProblems);
  connect(&active, &Session::stateChanged, m_commands, &CommandSet::refresh);
  connect(&active, &Session::resultChanged, this, &MainWindow::showBackendInUse);
  connect(&walk(), &Walk::contentChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::cellChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::playingChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::trailChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::weightsChanged, m_commands, &CommandSet::refresh);
  connect(&walk(), &Walk::failed, this,
          [this](const QString& sentence) { m_workspace->problems().show({.sentence = sentence}); });
  const auto refuseSentence = [this](const QString& sentence) { m_workspace->problems().show({.sentence = sentence}); };
  connect(&m_workspace->stage(), &Stage::failed, this, refuseSentence);
  connect(&m_workspace->bar(), &StepBar::refused, this, refuseSentence);
  // Enter says that the sentence is whole: nothing more is waited for.
  connect(m_workspace->bar().field(), &QLineEdit::returnPressed, this, [this] {
    if (session().isStale()) session().compute();
  });
  connect(&m_workspace->bar(), &StepBar::lectureSizeRequested, this, [this] { setLectureSize(true); });
  connect(&m_workspace->transport(), &Transport::leaveWanted, this, [this] { setLectureSize(false); });
  connect(&m_workspace->stage(), &Stage::pointedAt, m_status, &StatusLine::setPointedAt);
  connect(&m_workspace->tokens(), &TokenPanel::exportRequested, this,
          [this] { showExportDialog(m_workspace->tokens().exportView()); });
  connect(&m_workspace->tokens(), &TokenPanel::copyRequested, this,
          [this] { copyView(m_workspace->tokens().view()->copyOfFigure()); });
  connect(&m_workspace->stage(), &Stage::exportRequested, this, [this] { showExportDialog(FigureView::Stage); });
  connect(&m_workspace->stage(), &Stage::copyRequested, this, [this] { copyView(m_workspace->stage().figure()); });
  connect(m_intake, &Intake::refused, this, &MainWindow::refuse);
  connect(m_intake, &Intake::taken, this, [this](const QString& path) {
    m_refusal.reset();
    showProblems();
    if (!path.isEmpty()) m_context.settings.addRecentFile(path);
  });
  connect(m_status, &StatusLine::progressShownChanged, this,
          [this] { m_workspace->setComputing(m_status->isProgressShown()); });
  connect(&m_workspace->problems(), &ProblemStrip::dismissed, this, [this] { m_refusal.reset(); });
  connect(&m_context.settings, &SettingsFile::changed, this, &MainWindow::applySettings);
  connect(&m_context.systemLook, &SystemLook::changed, this, &MainWindow::applySettings);
  connect(m_commands, &CommandSet::listChanged, this, [this] { m_commands->fill(m_header->menuBar()); });
}

void MainWindow::applySettings() {
  const Settings& values = m_context.settings.values();
  Appearance& appearance = m_context.appearance;
  const ThemeName system = m_context.systemLook.theme();
  appearance.setTheme(values.theme == ThemeChoice::System  ? system
                      : values.theme == ThemeChoice::Light ? ThemeName::Light
                                                           : ThemeName::Dark);
  appearance.setScale(values.scale);
  appearance.setDecimals(values.decimals);
  appearance.setMotion(values.motion == MotionChoice::System ? m_context.systemLook.hasMotion()
                                                             : values.motion == MotionChoice::On);
  setMinimumSize(appearance.px(kLeastSize.width()) * 3 / 4, appearance.px(kLeastSize.height()) * 3 / 4);
  m_context.language.choose(values.language);
  useBackend(values.backend);
  listRecentFiles();
}

void MainWindow::restoreWindow() {
  resize(kFirstSize);
  const Settings& values = m_context.settings.values();
  if (!values.windowGeometry.isEmpty()) restoreGeometry(values.windowGeometry);
  m_workspace->restoreDocks(values.docks);
}

void MainWindow::fitToScreen() {
  const QRect room = screen()->availableGeometry();
  const QSize most = room.size() - kFrameOfWindow;
  if (width() > most.width() || height() > most.height()) {
    // Minimum sizes are wishes of the layout; a screen is not.
    setMinimumSize(minimumSize().boundedTo(most));
    resize(size().boundedTo(most));
    move(room.topLeft());
    setWindowState(windowState() | Qt::WindowMaximized);
  } else if (!room.contains(geometry())) {
    move(room.left() + (room.width() - width()) / 2, room.top() + (room.height() - height()) / 2);
  }
}

/// The button for back of a mouse goes back on the trail, wherever the pointer is.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  // The second of two quick presses comes as a double click.
  const bool isPress = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonDblClick;
  if (isPress && watched->isWidgetType() && static_cast<QMouseEvent*>(event)->button() == Qt::BackButton &&
      static_cast<QWidget*>(watched)->window() == this) {
    m_commands->action(QStringLiteral("run.back")).trigger();
    return true;
  }
  return QMainWindow::eventFilter(watched, event);
}

void MainWindow::showName() {
  setWindowTitle(QStringLiteral("%1[*] \u2013 Heed").arg(document().name()));
  setWindowModified(document().isModified());
}

void MainWindow::showProblems() {
  fillProblems();
  // What went wrong goes before what one could do.
  m_hints->setVisible(m_workspace->problems().isHidden() && !m_context.appearance.isLectureSize());
}

void MainWindow::fillProblems() {
  ProblemStrip& strip = m_workspace->problems();
  if (m_refusal) {
    strip.show({.sentence = errorSentence(*m_refusal)});
    return;
  }
  const std::optional<core::Error>& error = session().error();
  if (session().state() != SessionState::Failed || !error) {
    if (session().state() == SessionState::UpToDate) strip.clear();
    return;
  }
  ProblemStrip::Problem problem{.sentence = errorSentence(*error), .isOldResult = session().result() != nullptr};
  if (document().undoStack().canUndo()) {
    problem.fixWords = tr("Undo that change");
    problem.fix = [this] { document().undoStack().undo(); };
  }
  strip.show(problem);
}

void MainWindow::refuse(const core::Error& error) {
  m_refusal = error;
  showProblems();
}

/// A remark that goes by itself.
void MainWindow::tell(const QString& sentence) {
  m_status->showMessage(sentence, kRemarkMilliseconds);
}

QString MainWindow::problem() const {
  return m_workspace->problems().sentence();
}

void MainWindow::openFile(const QString& path) {
  m_intake->takeFile(path);
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QMainWindow::changeEvent(event);
}

void MainWindow::retranslate() {
  m_commands->retranslate();
  m_commands->fill(m_header->menuBar());
  m_commands->refresh();
  showBackends();
  showProblems();
  // Steps carry their words with them.
  if (session().result() != nullptr) session().compute();
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!mayClose()) {
    event->ignore();
    return;
  }
  if (m_isLecture) setLectureSize(false);
  m_context.settings.change([this](Settings& values) {
    values.windowGeometry = saveGeometry();
    values.docks = m_workspace->dockState();
  });
  event->accept();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  if (m_overlay->isVisible()) m_overlay->setGeometry(rect());
  // The docks find their places in the same turn.
  QMetaObject::invokeMethod(m_hints, &Hints::place, Qt::QueuedConnection);
}

void MainWindow::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  if (focusWidget() == nullptr) m_workspace->stage().setFocus();
}

/// Keys that no view wanted for itself.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  const bool isPlain = (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
  const bool isForward = key == Qt::Key_Right || (m_isLecture && key == Qt::Key_PageDown);
  const bool isBack = key == Qt::Key_Left || (m_isLecture && key == Qt::Key_PageUp);
  if (isPlain && isForward) {
    walk().stepForward();
  } else if (isPlain && isBack) {
    walk().stepBack();
  } else {
    QMainWindow::keyPressEvent(event);
  }
}

void MainWindow::setLectureSize(bool on) {
  if (std::exchange(m_isLecture, on) == on) return;
  m_header->setVisible(!on);
  m_rail->setVisible(!on);
  m_status->setVisible(!on);
  m_workspace->setLectureSize(on);
  m_hints->setVisible(!on);
  m_context.appearance.setLectureSize(on);
  if (on) {
    m_wasMaximized = isMaximized();
    showFullScreen();
  } else if (m_wasMaximized) {
    showMaximized();
  } else {
    showNormal();
  }
  m_commands->refresh();
}

/// Fields and views leave what is dropped on them to the window.
void MainWindow::takeDropsOfChildren() {
  const auto children = findChildren<QWidget*>();
  for (QWidget* child : children) child->setAcceptDrops(false);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  const IntakePlan plan = planIntake(*event->mimeData(), document().data());
  m_overlay->say(plan.words, plan.isPossible());
  // Also what will be refused is taken, so that the reason can be said where it stays.
  event->acceptProposedAction();
}

void MainWindow::dragMoveEvent(QDragMoveEvent* event) {
  event->acceptProposedAction();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* event) {
  m_overlay->hide();
  event->accept();
}

void MainWindow::dropEvent(QDropEvent* event) {
  m_overlay->hide();
  event->setDropAction(Qt::CopyAction);
  event->accept();
  m_intake->take(*event->mimeData());
}

}  // namespace heed::ui
