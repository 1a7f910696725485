#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QDockWidget>
#include <QList>
#include <QMainWindow>

namespace heed::ui {

class DockTitleBar;
class ExplanationPanel;
class ProblemStrip;
class Stage;
class StageFrame;
class StepBar;
class StepListPanel;
class TokenPanel;
class Transport;

/// The Step workspace: the stage with what belongs to it in docks around it. A window of its own inside the window, so
/// that each workspace keeps its docks.
class StepWorkspace : public QMainWindow {
  Q_OBJECT

 public:
  StepWorkspace(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] ProblemStrip& problems() { return *m_problems; }
  /// What the pointer and the keyboard walk on.
  [[nodiscard]] Stage& stage() { return *m_stage; }
  [[nodiscard]] StepBar& bar() { return *m_bar; }
  [[nodiscard]] Transport& transport() { return *m_transport; }
  [[nodiscard]] StepListPanel& steps() { return *m_steps; }
  [[nodiscard]] TokenPanel& tokens() { return *m_tokens; }
  [[nodiscard]] QDockWidget& stepsDock() { return *m_stepsDock; }
  [[nodiscard]] QDockWidget& explanationDock() { return *m_explanationDock; }
  [[nodiscard]] QDockWidget& tokensDock() { return *m_tokensDock; }
  [[nodiscard]] const QList<QDockWidget*>& docks() const { return m_docks; }

  /// A line along the top of the stage while something takes long.
  void setComputing(bool isComputing);
  /// Only the stage and the transport.
  void setLectureSize(bool on);
  /// Docks as at the first start.
  void resetDocks();
  /// Which docks are where, for saveState(); those that lecture size hides are written as shown.
  [[nodiscard]] QByteArray dockState() const;
  void restoreDocks(const QByteArray& state);
  /// Gives the keyboard focus to the next part of the workspace, or the one before.
  void focusNextPanel(int direction);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void addDocks();
  QDockWidget* addDock(const QString& name, QWidget& panel, Qt::DockWidgetArea area);
  void arrange();
  void arrangeRight();
  void showTokenTitle();
  void retranslate();

  Walk& m_walk;
  Appearance& m_appearance;
  ProblemStrip* m_problems;
  StageFrame* m_frame;
  Stage* m_stage;
  Transport* m_transport;
  StepBar* m_bar;
  StepListPanel* m_steps;
  ExplanationPanel* m_explanation;
  TokenPanel* m_tokens;
  QDockWidget* m_stepsDock = nullptr;
  QDockWidget* m_explanationDock = nullptr;
  QDockWidget* m_tokensDock = nullptr;
  QWidget* m_stepsTitle = nullptr;
  QWidget* m_noTitle = nullptr;
  QList<QDockWidget*> m_docks;
  QByteArray m_beforeLecture;
  enum class Width { Unknown, Narrow, Middle, Wide };
  Width m_width = Width::Unknown;
};

}  // namespace heed::ui
