#include "app/startup/window_session.h"

#include "core/io/build_resources.h"
#include "core/io/resources.h"
#include "ui/import/templates.h"
#include "ui/theme/style.h"

#include <QApplication>

namespace heed::app {

namespace {

constexpr const char* kFirstTemplate = "self-attention";
constexpr const char* kChineseSentence = "samples/sentence-zh.txt";

/// What is on the screen at first: self-attention over a sentence of the person's language.
core::DocumentData firstDocument(bool isChinese) {
  core::DocumentData document = ui::openTemplate(kFirstTemplate);
  if (!isChinese) return document;
  std::string sentence = core::readResource(kChineseSentence);
  while (!sentence.empty() && sentence.back() == '\n') sentence.pop_back();
  for (auto& [block, input] : document.inputs) {
    if (std::holds_alternative<core::TextInput>(input)) input = core::TextInput{sentence};
  }
  return document;
}

std::unique_ptr<ui::SettingsFile> openSettings(const QString& path) {
  return path.isEmpty() ? std::make_unique<ui::SettingsFile>() : std::make_unique<ui::SettingsFile>(path);
}

}  // namespace

WindowSession::WindowSession(QApplication& application, std::optional<core::DocumentData> document,
                             const QString& settingsPath)
    : m_settings(openSettings(settingsPath)), m_appearance(m_systemLook.theme()) {
  m_language.choose(m_settings->values().language);
  if (!document) document = firstDocument(m_language.isChinese());
  m_document = std::make_unique<ui::Document>(std::move(*document));
  m_session = std::make_unique<ui::Session>(*m_document, m_backends.automatic(), core::readBuildResources());
  m_session->compute();
  ui::applyStyle(application, m_appearance);
  m_walk = std::make_unique<ui::Walk>(*m_session);
  m_window = std::make_unique<ui::MainWindow>(
      ui::WindowContext{*m_session, *m_walk, m_appearance, *m_settings, m_language, m_systemLook},
      [this] { return m_backends.choices(); });
}

}  // namespace heed::app
