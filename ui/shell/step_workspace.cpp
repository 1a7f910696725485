#include "ui/shell/step_workspace.h"

#include "ui/shell/problem_strip.h"
#include "ui/shell/stage_frame.h"
#include "ui/step/step_list_panel.h"
#include "ui/step/transport.h"
#include "ui/tensorview/figures.h"
#include "ui/widgets/dock_title_bar.h"
#include "ui/widgets/follow.h"

#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace heed::ui {

namespace {

constexpr int kStateVersion = 1;

/// The matrix of the current step.
class MatrixStage : public QWidget {
 public:
  MatrixStage(Walk& walk, Appearance& appearance, QWidget* parent)
      : QWidget(parent), m_walk(walk), m_appearance(appearance) {
    setFocusPolicy(Qt::StrongFocus);
    connect(&walk, &Walk::contentChanged, this, qOverload<>(&QWidget::update));
    connect(&appearance, &Appearance::changed, this, qOverload<>(&QWidget::update));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(rect(), m_appearance.theme().surface);
    if (m_walk.content() == nullptr) return;
    MatrixOptions options;
    options.title = m_walk.content()->result.name;
    const MatrixView view(m_walk.content()->result.values, options);
    view.paintTo(painter, QRectF(rect()).adjusted(24, 24, -24, -24), m_appearance.figureStyle());
  }

 private:
  Walk& m_walk;
  Appearance& m_appearance;
};

}  // namespace

StepWorkspace::StepWorkspace(Walk& walk, Appearance& appearance, QWidget* parent)
    : QMainWindow(parent, Qt::Widget),
      m_walk(walk),
      m_appearance(appearance),
      m_problems(new ProblemStrip(appearance, this)),
      m_frame(new StageFrame(appearance, this)),
      m_stage(new MatrixStage(walk, appearance, m_frame)),
      m_transport(new Transport(walk, appearance, this)),
      m_steps(new StepListPanel(walk, appearance, this)) {
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
  m_stepsDock = addDock(QStringLiteral("steps"), *m_steps, Qt::LeftDockWidgetArea);
  m_stepsTitle = m_stepsDock->titleBarWidget();
  m_noTitle = new QWidget(m_stepsDock);
  retranslate();
  follow(*this, appearance, [this] {
    m_width = Width::Unknown;
    arrange();
  });
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
  } else {
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
  QList<QWidget*> panels = {m_stage, m_transport};
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
  const double design = window()->width() / m_appearance.scale();
  const Width now = design < 1280 ? Width::Narrow : (design < StepListPanel::kFoldsBelow ? Width::Middle : Width::Wide);
  if (std::exchange(m_width, now) == now) return;
  const bool isFolded = now != Width::Wide;
  m_steps->setFolded(isFolded);
  const double width = isFolded ? StepListPanel::kFoldedWidth : StepListPanel::kWidth;
  // Folded it has no title: only its own button opens it.
  m_stepsDock->setTitleBarWidget(isFolded ? m_noTitle : m_stepsTitle);
  resizeDocks({m_stepsDock}, {m_appearance.px(width)}, Qt::Horizontal);
}

void StepWorkspace::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  arrange();
}

void StepWorkspace::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QMainWindow::changeEvent(event);
}

void StepWorkspace::retranslate() {
  m_stepsDock->setWindowTitle(tr("Steps"));
}

}  // namespace heed::ui
