#pragma once

#include <QCommandLineParser>

#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace heed::app {

/// What the program says with its exit status.
enum class ExitStatus { Done = 0, Failed = 1, WrongUse = 2, Cancelled = 3 };

/// Wrong use of the command line: the sentence goes to stderr, with a hint at --help, and the status is WrongUse.
struct UsageError {
  std::string sentence;
};

/// What a subcommand needs of Qt: nothing but strings, or pictures and fonts, or the window (on the offscreen
/// platform).
enum class Toolkit { None, Gui, Widgets };

/// One word after `heed`: a file of app/cli each.
struct Subcommand {
  const char* name = "";
  const char* arguments = "";  ///< what stands between the name and the options: "[FILE]"
  const char* summary = "";    ///< one line
  const char* details = "";    ///< more of it, for --help
  const char* examples = "";   ///< lines as one types them
  Toolkit toolkit = Toolkit::None;
  void (*addOptions)(QCommandLineParser& parser) = nullptr;
  ExitStatus (*run)(const QCommandLineParser& parser, std::stop_token stop) = nullptr;
};

const Subcommand& runSubcommand();
const Subcommand& traceSubcommand();
const Subcommand& explainSubcommand();
const Subcommand& exportSubcommand();
const Subcommand& listSubcommand();
const Subcommand& docsSubcommand();
const Subcommand& checkSubcommand();
const Subcommand& devicesSubcommand();
const Subcommand& benchSubcommand();

[[nodiscard]] std::span<const Subcommand* const> allSubcommands();

/// Runs what the arguments (program name first) ask for and returns the exit status.
[[nodiscard]] int runCommandLine(const std::vector<std::string>& arguments);

}  // namespace heed::app
