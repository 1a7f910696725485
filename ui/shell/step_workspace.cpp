#include "ui/shell/step_workspace.h"

#include "ui/shell/problem_strip.h"
#include "ui/shell/stage_frame.h"
#include "ui/step/explanation_panel.h"
#include "ui/step/stage.h"
#include "ui/step/step_bar.h"
#include "ui/step/step_list_panel.h"
#include "ui/step/token_panel.h"
#include "ui/step/transport.h"
#include "ui/widgets/dock_title_bar.h"
#include "ui/widgets/follow.h"

#include <QEvent>
#include <QVBoxLayout>

namespace heed::ui {

namespace {

constexpr int kStateVersion = 1;

constexpr double kRightWide = 320;
constexpr double kRightNarrow = 288;
constexpr double kTabsBelow = 1280;
/// Of the height of the right docks, what the explanation takes.
constexpr double kExplanationShare = 0.61;

}  // namespace

StepWorkspace::StepWorkspace(Walk& walk, Appearance& appearance, QWidget* parent)
    : QMainWindow(parent, Qt::Widget),
      m_walk(walk),
      m_appearance(appearance),
      m_problems(new ProblemStrip(appearance, this)),
      m_frame(new StageFrame(appearance, this)),
      m_stage(new Stage(walk, appearance, m_frame)),
      m_transport(new Transport(walk, appearance, this)),
      m_bar(new StepBar(walk, appearance, this)),
      m_steps(new StepListPanel(walk, appearance, this)),
      m_explanation(new ExplanationPanel(walk, appearance, this)),
      m_tokens(new TokenPanel(walk, appearance, this)) {
  // A main window makes itself a window whatever it is told at first.
  setWindowFlags(Qt::Widget);
  m_frame->setView(*m_stage);
  auto* middle = new QWidget(this);
  auto* layout = new QVBoxLayout(middle);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_problems);
  layout->addWidget(m_frame, 1);
  layout->addWidget(m_transport);
  setCentralWidget(middle);
  setDockNestingEnabled(true);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  // Over the docks, from the rail to the right edge.
  setMenuWidget(m_bar);
  addDocks();
  connect(m_tokens, &TokenPanel::titleChanged, this, &StepWorkspace::showTokenTitle);
  connect(&m_walk, &Walk::listChanged, this, &StepWorkspace::retranslate);
  retranslate();
  follow(*this, appearance, [this] {
    m_width = Width::Unknown;
    arrange();
  });
}

void StepWorkspace::addDocks() {
  m_stepsDock = addDock(QStringLiteral("steps"), *m_steps, Qt::LeftDockWidgetArea);
  m_explanationDock = addDock(QStringLiteral("explanation"), *m_explanation, Qt::RightDockWidgetArea);
  m_tokensDock = addDock(QStringLiteral("tokens"), *m_tokens, Qt::RightDockWidgetArea);
  m_stepsTitle = m_stepsDock->titleBarWidget();
  m_noTitle = new QWidget(m_stepsDock);
}

QDockWidget* StepWorkspace::addDock(const QString& name, QWidget& panel, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(this);
  dock->setObjectName(name);
  dock->setWidget(&panel);
  dock->setAllowedAreas(Qt::AllDockWidgetAreas);
  new DockTitleBar(*dock, m_appearance);  // the dock takes it
  addDockWidget(area, dock);
  m_docks.append(dock);
  return dock;
}

void StepWorkspace::setComputing(bool isComputing) {
  m_frame->setComputing(isComputing);
}

void StepWorkspace::setLectureSize(bool on) {
  if (on) {
    m_beforeLecture = saveState(kStateVersion);
    for (QDockWidget* dock : m_docks) dock->hide();
    m_bar->hide();
  } else {
    m_bar->show();
    restoreState(m_beforeLecture, kStateVersion);
    m_beforeLecture.clear();
  }
}

void StepWorkspace::resetDocks() {
  for (QDockWidget* dock : m_docks) {
    dock->setFloating(false);
    dock->show();
  }
  addDockWidget(Qt::LeftDockWidgetArea, m_stepsDock);
  addDockWidget(Qt::RightDockWidgetArea, m_explanationDock);
  splitDockWidget(m_explanationDock, m_tokensDock, Qt::Vertical);
  m_width = Width::Unknown;
  arrange();
}

QByteArray StepWorkspace::dockState() const {
  return m_beforeLecture.isEmpty() ? saveState(kStateVersion) : m_beforeLecture;
}

void StepWorkspace::restoreDocks(const QByteArray& state) {
  if (!state.isEmpty()) restoreState(state, kStateVersion);
}

void StepWorkspace::focusNextPanel(int direction) {
  QList<QWidget*> panels = {m_stage, m_transport, m_bar};
  for (QDockWidget* dock : m_docks) {
    if (dock->isVisible()) panels.append(dock->widget());
  }
  const QWidget* focused = window()->focusWidget();
  qsizetype current = 0;
  for (qsizetype i = 0; i < panels.size(); ++i) {
    if (focused != nullptr && (panels[i] == focused || panels[i]->isAncestorOf(focused))) current = i;
  }
  QWidget* next = panels[(current + direction + panels.size()) % panels.size()];
  if (next->focusPolicy() == Qt::NoFocus) {
    const auto children = next->findChildren<QWidget*>();
    for (QWidget* child : children) {
      if (child->isVisible() && (child->focusPolicy() & Qt::TabFocus) != 0) {
        next = child;
        break;
      }
    }
  }
  next->setFocus(Qt::ShortcutFocusReason);
}

/// What folds in a narrow window, once for each change from one width to another, so that a person may undo it.
void StepWorkspace::arrange() {
  // Before it is shown the window has no size of its own.
  if (!window()->isVisible()) return;
  const double design = window()->width() / m_appearance.scale();
  const Width now =
      design < kTabsBelow ? Width::Narrow : (design < StepListPanel::kFoldsBelow ? Width::Middle : Width::Wide);
  if (std::exchange(m_width, now) == now) return;
  const bool isFolded = now != Width::Wide;
  m_steps->setFolded(isFolded);
  const double width = isFolded ? StepListPanel::kFoldedWidth : StepListPanel::kWidth;
  // Folded it has no title: only its own button opens it.
  m_stepsDock->setTitleBarWidget(isFolded ? m_noTitle : m_stepsTitle);
  resizeDocks({m_stepsDock}, {m_appearance.px(width)}, Qt::Horizontal);
  arrangeRight();
}

/// Beside each other's edges, or as tabs of one where there is little room. Docks that a person moved stay there.
void StepWorkspace::arrangeRight() {
  const bool isMoved = dockWidgetArea(m_explanationDock) != Qt::RightDockWidgetArea ||
                       dockWidgetArea(m_tokensDock) != Qt::RightDockWidgetArea || m_explanationDock->isFloating() ||
                       m_tokensDock->isFloating();
  if (isMoved) return;
  const bool isTabbed = !tabifiedDockWidgets(m_explanationDock).isEmpty();
  if (m_width == Width::Narrow && !isTabbed) {
    tabifyDockWidget(m_explanationDock, m_tokensDock);
    m_explanationDock->raise();
  } else if (m_width != Width::Narrow && isTabbed) {
    // Both are taken out of the tabs first: splitting would only add one to them.
    removeDockWidget(m_tokensDock);
    removeDockWidget(m_explanationDock);
    addDockWidget(Qt::RightDockWidgetArea, m_explanationDock);
    splitDockWidget(m_explanationDock, m_tokensDock, Qt::Vertical);
    m_explanationDock->show();
    m_tokensDock->show();
  }
  const int width = m_appearance.px(m_width == Width::Wide ? kRightWide : kRightNarrow);
  resizeDocks({m_explanationDock, m_tokensDock}, {width, width}, Qt::Horizontal);
  const int total = height() - m_bar->height();
  if (total < m_appearance.px(2)) return;
  const int upper = static_cast<int>(total * kExplanationShare);
  resizeDocks({m_explanationDock, m_tokensDock}, {upper, total - upper}, Qt::Vertical);
}

void StepWorkspace::showTokenTitle() {
  m_tokensDock->setWindowTitle(m_tokens->title());
  if (auto* title = qobject_cast<DockTitleBar*>(m_tokensDock->titleBarWidget())) title->setTag(m_tokens->tag());
}

void StepWorkspace::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  arrange();
}

void StepWorkspace::showEvent(QShowEvent* event) {
  QMainWindow::showEvent(event);
  QMetaObject::invokeMethod(this, &StepWorkspace::arrange, Qt::QueuedConnection);
}

void StepWorkspace::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QMainWindow::changeEvent(event);
}

void StepWorkspace::retranslate() {
  m_stepsDock->setWindowTitle(m_walk.list().direction() == Direction::Backward ? tr("Steps, in reverse") : tr("Steps"));
  m_explanationDock->setWindowTitle(tr("Explanation"));
  showTokenTitle();
}

}  // namespace heed::ui
