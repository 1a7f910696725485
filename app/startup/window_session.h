#pragma once

#include "app/startup/window_backends.h"
#include "ui/shell/language.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui/shell/system_look.h"

#include <optional>

class QApplication;

namespace heed::app {

/// The window with everything that it stands on, in the order in which it must be made. Computes from the first moment.
class WindowSession {
 public:
  /// Without a document the first example is open. Without a path the settings are those of this person. Throws
  /// core::Error where the resources cannot be read.
  WindowSession(QApplication& application, std::optional<core::DocumentData> document, const QString& settingsPath);

  [[nodiscard]] ui::MainWindow& window() { return *m_window; }
  [[nodiscard]] ui::Document& document() { return *m_document; }
  [[nodiscard]] ui::Session& session() { return *m_session; }
  [[nodiscard]] ui::Walk& walk() { return *m_walk; }

 private:
  std::unique_ptr<ui::SettingsFile> m_settings;
  ui::SystemLook m_systemLook;
  ui::Language m_language;
  ui::Appearance m_appearance;
  WindowBackends m_backends;
  std::unique_ptr<ui::Document> m_document;
  std::unique_ptr<ui::Session> m_session;
  std::unique_ptr<ui::Walk> m_walk;
  std::unique_ptr<ui::MainWindow> m_window;
};

}  // namespace heed::app
