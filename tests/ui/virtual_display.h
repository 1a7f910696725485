#pragma once

#include <QPoint>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <memory>

namespace heed::test {

/// A display of X11 in memory with a window manager, and a hand on its mouse and keyboard: events come as they do from
/// a person, through the server. Needs Xvfb, openbox and xdotool.
class VirtualDisplay {
 public:
  /// Starts the display and names it in DISPLAY, so it must come before the application. Ends the program with a
  /// sentence where a program is missing.
  VirtualDisplay(int width, int height);
  ~VirtualDisplay();
  VirtualDisplay(const VirtualDisplay&) = delete;
  VirtualDisplay& operator=(const VirtualDisplay&) = delete;

  void moveTo(QPoint position);
  void press();
  void release();
  void click(QPoint position);
  /// Keys by their X11 names: "ctrl+a", "Return", "F10".
  void key(const QString& keys);
  void type(const QString& text);
  /// Until a window with this title is on the display.
  void waitForWindow(const QString& title);

 private:
  void act(const QStringList& arguments);

  QProcess m_server;
  QProcess m_manager;
};

}  // namespace heed::test
