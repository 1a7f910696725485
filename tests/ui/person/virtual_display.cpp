#include "tests/ui/virtual_display.h"

#include <QStandardPaths>
#include <QThread>

#include <cstdio>
#include <cstdlib>

namespace heed::test {

namespace {

[[noreturn]] void fail(const QString& sentence) {
  std::fprintf(stderr, "FAIL!  : %s\n", qPrintable(sentence));
  std::exit(1);
}

void require(const char* program) {
  if (QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty()) {
    fail(QStringLiteral("%1 is not installed; this suite drives the window on a display of its own").arg(program));
  }
}

}  // namespace

VirtualDisplay::VirtualDisplay(int width, int height) {
  for (const char* program : {"Xvfb", "openbox", "xdotool"}) require(program);
  m_server.setProcessChannelMode(QProcess::SeparateChannels);
  m_server.setStandardErrorFile(QProcess::nullDevice());
  // The server chooses a free number and writes it down.
  m_server.start("Xvfb", {"-displayfd", "1", "-screen", "0", QStringLiteral("%1x%2x24").arg(width).arg(height),
                          "-nolisten", "tcp", "-noreset"});
  if (!m_server.waitForStarted() || !m_server.waitForReadyRead(20000)) fail("Xvfb did not start");
  const QByteArray number = m_server.readAllStandardOutput().trimmed();
  qputenv("DISPLAY", ":" + number);
  m_manager.setStandardErrorFile(QProcess::nullDevice());
  m_manager.start("openbox", {"--sm-disable"});
  if (!m_manager.waitForStarted()) fail("openbox did not start");
  QThread::msleep(500);
}

VirtualDisplay::~VirtualDisplay() {
  for (QProcess* process : {&m_manager, &m_server}) {
    process->terminate();
    if (!process->waitForFinished(3000)) process->kill();
    process->waitForFinished(3000);
  }
}

void VirtualDisplay::act(const QStringList& arguments) {
  QProcess hand;
  hand.start("xdotool", arguments);
  if (!hand.waitForFinished(20000) || hand.exitCode() != 0) {
    fail(QStringLiteral("xdotool %1: %2").arg(arguments.join(' '), QString::fromUtf8(hand.readAllStandardError())));
  }
}

void VirtualDisplay::moveTo(QPoint position) {
  act({"mousemove", QString::number(position.x()), QString::number(position.y())});
}

void VirtualDisplay::press() {
  act({"mousedown", "1"});
}

void VirtualDisplay::release() {
  act({"mouseup", "1"});
}

void VirtualDisplay::click(QPoint position) {
  moveTo(position);
  act({"click", "1"});
}

void VirtualDisplay::key(const QString& keys) {
  act({"key", "--clearmodifiers", keys});
}

void VirtualDisplay::type(const QString& text) {
  act({"type", "--delay", "8", "--", text});
}

void VirtualDisplay::waitForWindow(const QString& title) {
  act({"search", "--sync", "--onlyvisible", "--name", '^' + title + '$'});
}

}  // namespace heed::test
