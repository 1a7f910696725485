#include "app/startup/window.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>

namespace heed::app {

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

/// Whether something listens at a socket in the file system, or in the abstract space where `isAbstract`.
bool listensAt(const std::string& path, bool isAbstract) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t offset = isAbstract ? 1 : 0;
  if (path.size() + offset >= sizeof(address.sun_path)) return false;
  std::memcpy(address.sun_path + offset, path.data(), path.size());
  const int handle = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (handle < 0) return false;
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + offset + path.size());
  const bool listens = ::connect(handle, reinterpret_cast<const sockaddr*>(&address), length) == 0;
  ::close(handle);
  return listens;
}

bool hasWayland() {
  const std::string name = variable("WAYLAND_DISPLAY");
  if (name.empty()) return false;
  return listensAt(name.front() == '/' ? name : variable("XDG_RUNTIME_DIR") + "/" + name, false);
}

/// Only a display of this machine can be looked at; another one is taken at its word.
bool hasX11() {
  const std::string name = variable("DISPLAY");
  if (name.empty()) return false;
  if (name.front() != ':') return true;
  const std::string socket = "/tmp/.X11-unix/X" + name.substr(1, name.find('.') - 1);
  return listensAt(socket, false) || listensAt(socket, true);
}

}  // namespace

std::string reasonForNoWindow() {
  if (!variable("QT_QPA_PLATFORM").empty() || hasWayland() || hasX11()) return {};
  const std::string display = variable("DISPLAY");
  const std::string found = display.empty() ? std::string("DISPLAY and WAYLAND_DISPLAY are not set")
                                            : "nothing answers at DISPLAY " + display;
  return "the window needs a display, and " + found + ". heed --help tells what works without one.";
}

}  // namespace heed::app
