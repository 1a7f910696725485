#include "app/cli/subcommand.h"
#include "app/startup/window.h"
#include "core/exec/kernels/memory.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace {

/// Whether the arguments ask for the window: none, or a file to open in it.
bool asksForWindow(const std::vector<std::string>& arguments) {
  if (arguments.size() == 1) return true;
  if (arguments.size() != 2 || arguments[1].starts_with('-')) return false;
  const auto subcommands = heed::app::allSubcommands();
  const bool isSubcommand = std::ranges::any_of(
      subcommands, [&](const heed::app::Subcommand* subcommand) { return arguments[1] == subcommand->name; });
  std::error_code unreadable;
  return !isSubcommand && std::filesystem::is_regular_file(arguments[1], unreadable);
}

}  // namespace

int main(int argc, char** argv) {
  heed::core::tuneAllocator();
  const std::vector<std::string> arguments(argv, argv + argc);
  if (!asksForWindow(arguments)) return heed::app::runCommandLine(arguments);
  if (const std::string reason = heed::app::reasonForNoWindow(); !reason.empty()) {
    std::fprintf(stderr, "heed: %s\n", reason.c_str());
    return 1;
  }
  return heed::app::runWindow(argc, argv, arguments.size() == 2 ? arguments[1] : std::string());
}
