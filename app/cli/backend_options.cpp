#include "app/cli/backend_options.h"

#include "app/cli/subcommand.h"
#include "app/cli/work.h"

#include <fmt/format.h>

#include <cstdio>

namespace heed::app {

namespace {

constexpr std::int64_t kMostDevices = 64;

BackendWish wishOf(const std::string& name) {
  if (name == "auto") return BackendWish::Auto;
  if (name == "cpu") return BackendWish::Cpu;
  if (name == "vulkan") return BackendWish::Vulkan;
  throw UsageError{fmt::format("--backend is \"{}\"; it must be auto, cpu or vulkan", name)};
}

}  // namespace

void addBackendOptions(QCommandLineParser& parser) {
  parser.addOptions(
      {{"backend", "auto (a graphics card where it was measured to be faster), cpu or vulkan. Default: auto.", "NAME",
        "auto"},
       {"device", "The number of the device, of those that heed devices lists.", "NUMBER"}});
}

BackendOptions backendOptions(const QCommandLineParser& parser) {
  BackendOptions options;
  options.wish = wishOf(parser.value("backend").toStdString());
  if (!parser.isSet("device")) return options;
  if (options.wish == BackendWish::Cpu) throw UsageError{"--device names a graphics card and --backend cpu takes none"};
  options.device = static_cast<int>(integerOption(parser, "device", 0, 0, kMostDevices - 1));
  return options;
}

core::Backend& openBackend(Backends& backends) {
  core::Backend& backend = backends.backend();
  if (!backends.caution().empty()) std::fputs(("heed: " + backends.caution() + "\n").c_str(), stderr);
  return backend;
}

}  // namespace heed::app
