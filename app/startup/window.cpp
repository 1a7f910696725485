#include "app/startup/window.h"

#include "app/startup/window_backends.h"
#include "core/io/build_resources.h"
#include "core/io/file.h"
#include "core/io/resources.h"
#include "ui/import/templates.h"
#include "ui/shell/language.h"
#include "ui/shell/main_window.h"
#include "ui/shell/settings.h"
#include "ui/shell/system_look.h"
#include "ui/theme/style.h"

#include <QApplication>

#include <cstdio>

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

int runApplication(QApplication& application, const std::string& file) {
  ui::SettingsFile settings;
  ui::SystemLook systemLook;
  ui::Language language;
  language.choose(settings.values().language);
  ui::Appearance appearance(systemLook.theme());
  ui::applyStyle(application, appearance);

  WindowBackends backends;
  ui::Document document(firstDocument(language.isChinese()));
  ui::Session session(document, backends.automatic(), core::readBuildResources());
  session.compute();
  ui::Walk walk(session);
  ui::MainWindow window({session, walk, appearance, settings, language, systemLook},
                        [&backends] { return backends.choices(); });
  if (!file.empty()) window.openFile(QString::fromStdString(file));
  window.show();
  return QApplication::exec();
}

}  // namespace

int runWindow(int argc, char** argv, const std::string& file) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("heed"));
  QApplication::setApplicationDisplayName(QString());
  QApplication::setDesktopFileName(QStringLiteral("heed"));
  try {
    return runApplication(application, file);
  } catch (const core::Error& error) {
    std::fprintf(stderr, "heed: %s.\n", error.what());
    return 1;
  }
}

}  // namespace heed::app
