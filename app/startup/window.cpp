#include "app/startup/window.h"

#include "app/startup/window_session.h"
#include "ui/shell/problem_strip.h"

#include <QApplication>

#include <cstdio>

namespace heed::app {

int runWindow(int argc, char** argv, const std::string& file) {
  QApplication application(argc, argv);
  ui::nameApplication();
  QApplication::setDesktopFileName(QStringLiteral("heed"));
  try {
    WindowSession session(application, {}, {});
    if (!file.empty()) session.window().openFile(QString::fromStdString(file));
    session.window().fitToScreen();
    session.window().show();
    return QApplication::exec();
  } catch (const core::Error& error) {
    std::fprintf(stderr, "heed: %s\n", qPrintable(ui::errorSentence(error)));
    return 1;
  }
}

}  // namespace heed::app
