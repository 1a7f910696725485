#pragma once

#include <string>

namespace heed::app {

/// Why no window can be opened here, as a sentence; empty if one can. Asked before Qt is started: its plug-in for X11
/// ends the program where it finds no display.
[[nodiscard]] std::string reasonForNoWindow();

/// Opens the window, with `file` in it where that is not empty, and runs until it is closed. Gives the exit status.
[[nodiscard]] int runWindow(int argc, char** argv, const std::string& file);

}  // namespace heed::app
