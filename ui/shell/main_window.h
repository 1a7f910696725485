#pragma once

#include "ui/shell/backend_choice.h"
#include "ui/shell/settings.h"
#include "ui/step/step_figures.h"
#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QMainWindow>
#include <QPointer>

#include <memory>

class QDialog;
class QThread;

namespace heed::ui {

class CommandList;
class CommandSet;
class DropOverlay;
class HeaderBar;
class Hints;
class Intake;
class Language;
class Rail;
class StatusLine;
class StepWorkspace;
class SystemLook;

/// What the window shares with who opened it. Everything must outlive it.
struct WindowContext {
  Session& session;
  Walk& walk;
  Appearance& appearance;
  SettingsFile& settings;
  Language& language;
  SystemLook& systemLook;
};

/// The one window: header, rail, the workspace, status bar; what is dropped, pasted and opened; and the commands behind
/// menus, keys and buttons.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  MainWindow(const WindowContext& context, BackendList backends, QWidget* parent = nullptr);
  ~MainWindow() override;
  MainWindow(const MainWindow&) = delete;
  MainWindow& operator=(const MainWindow&) = delete;

  [[nodiscard]] CommandSet& commands() { return *m_commands; }
  [[nodiscard]] StepWorkspace& workspace() { return *m_workspace; }
  [[nodiscard]] StatusLine& statusLine() { return *m_status; }
  [[nodiscard]] Intake& intake() { return *m_intake; }
  [[nodiscard]] HeaderBar& header() { return *m_header; }

  /// Opens a file as the Open dialog does.
  void openFile(const QString& path);
  /// What the strip above the stage says; empty if there is none.
  [[nodiscard]] QString problem() const;

  /// Asks whether changes are to be saved, and saves them; false if the person wants to stay. Tests answer in its
  /// place.
  enum class Answer { Save, Discard, Cancel };
  void setAsker(std::function<Answer()> asker) { m_asker = std::move(asker); }

  void setLectureSize(bool on);
  /// Before it is shown: keeps the window inside its screen, as the whole of it where there is no more room.
  void fitToScreen();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  // main_window.cpp
  void build();
  void connectViews();
  void applySettings();
  void restoreWindow();
  void showName();
  void showProblems();
  void fillProblems();
  void refuse(const core::Error& error);
  void tell(const QString& sentence);
  void retranslate();
  void takeDropsOfChildren();
  // window_files.cpp
  void bindFiles();
  [[nodiscard]] Answer askToSave();
  [[nodiscard]] bool mayClose();
  /// `then` is called after the file was written.
  void save(const std::function<void()>& then);
  void saveAs(const std::function<void()>& then);
  bool saveTo(const QString& path);
  void showOpenDialog();
  /// A figure into the clipboard, as it would be exported.
  void copyView(std::shared_ptr<const Figure> figure);
  void showExportDialog(std::optional<FigureView> view);
  [[nodiscard]] std::shared_ptr<const StageFigure> stageFigure() const;
  [[nodiscard]] QString wordsOfRow() const;
  void openTemplateNamed(const std::string& id);
  void listTemplates();
  void listRecentFiles();
  void paste();
  // window_commands.cpp
  void bindEdit();
  void bindView();
  void bindModel();
  void bindRun();
  void bindHelp();
  void lockStrongestKey();
  void showTable();
  void askForCell();
  void askForStep();
  void explainFocus();
  void showHelp();
  [[nodiscard]] QString stageWords();
  void stopOrRelease();
  void edit(const std::function<void(Document&, const Computation&)>& change);
  [[nodiscard]] std::optional<Focus::Cell> weightsCell() const;
  // window_hints.cpp
  void addHints();
  // window_backends.cpp
  void listBackends(BackendList backends);
  void showBackends();
  void showBackendInUse();
  void useBackend(const QString& id);

  [[nodiscard]] Session& session() { return m_context.session; }
  [[nodiscard]] Document& document() { return m_context.session.document(); }
  [[nodiscard]] Walk& walk() { return m_context.walk; }

  WindowContext m_context;
  std::function<Answer()> m_asker;
  std::vector<BackendChoice> m_backends;
  QString m_backend = QStringLiteral("auto");  ///< the id of the one in use
  std::optional<core::Error> m_refusal;
  bool m_isLecture = false;
  bool m_wasMaximized = false;
  CommandSet* m_commands = nullptr;
  Intake* m_intake = nullptr;
  HeaderBar* m_header = nullptr;
  Rail* m_rail = nullptr;
  StepWorkspace* m_workspace = nullptr;
  StatusLine* m_status = nullptr;
  CommandList* m_list = nullptr;
  DropOverlay* m_overlay = nullptr;
  Hints* m_hints = nullptr;
  QPointer<QDialog> m_settingsDialog;
  QPointer<QDialog> m_helpDialog;
  std::unique_ptr<QThread> m_lister;  ///< of the backends
};

}  // namespace heed::ui
