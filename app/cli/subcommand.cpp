#include "app/cli/subcommand.h"

#include "app/startup/interrupt.h"
#include "core/base/error.h"

#include <QApplication>
#include <QCoreApplication>
#include <QGuiApplication>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>

namespace heed::app {

namespace {

constexpr const char* kVersion = "0.1.0";

void say(const std::string& sentence) {
  std::fputs((sentence + "\n").c_str(), stderr);
}

/// With a full stop, whoever wrote it.
std::string closed(const std::string& sentence) {
  const bool isClosed = sentence.ends_with('.') || sentence.ends_with('"') || sentence.ends_with(':');
  return isClosed ? sentence : sentence + ".";
}

/// Where it happened, outermost first, and what.
std::string sentenceOf(const core::Error& error) {
  std::string places;
  for (const std::string& place : error.where()) places.insert(0, places.empty() ? place : place + " > ");
  return closed((places.empty() ? "" : places + ": ") + error.text().english());
}

ExitStatus refuseUse(const Subcommand& subcommand, const std::string& sentence) {
  say(fmt::format("heed {0}: {1}\nheed {0} --help tells how it is used.", subcommand.name, closed(sentence)));
  return ExitStatus::WrongUse;
}

/// What Qt says of its surroundings is no result and no error of ours; only what ends the program is let through.
void sayWhatIsCritical(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
  if (type == QtCriticalMsg || type == QtFatalMsg) say(message.toStdString());
}

std::string overview() {
  std::string text =
      "Heed: a laboratory for attention mechanisms.\n\n"
      "Usage: heed [FILE]                  opens the window\n"
      "       heed SUBCOMMAND [OPTIONS]\n\n"
      "Subcommands:\n";
  for (const Subcommand* subcommand : allSubcommands())
    text += fmt::format("  {:<8} {}\n", subcommand->name, subcommand->summary);
  text +=
      "\nheed SUBCOMMAND --help tells the options of each, with examples.\n"
      "Exit status: 0 done, 1 the work failed, 2 wrong use, 3 cancelled.\n\n"
      "Example:\n"
      "  heed run --template self-attention --text \"The animal didn't cross the street because it was too tired\"\n";
  return text;
}

std::string helpOf(const Subcommand& subcommand, const QCommandLineParser& parser) {
  QString options = parser.helpText();
  options.remove(0, options.indexOf('\n') + 1);
  return fmt::format("Usage: heed {} {} [OPTIONS]\n\n{}\n{}\n{}\nExamples:\n{}", subcommand.name, subcommand.arguments,
                     subcommand.summary, subcommand.details, options.trimmed().toStdString() + "\n",
                     subcommand.examples);
}

/// The toolkit object must live as long as the subcommand. A display is never asked for: the xcb plug-in aborts
/// without.
std::unique_ptr<QCoreApplication> makeToolkit(Toolkit toolkit, int& argc, char** argv) {
  if (toolkit == Toolkit::None) return std::make_unique<QCoreApplication>(argc, argv);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  if (toolkit == Toolkit::Widgets) return std::make_unique<QApplication>(argc, argv);
  return std::make_unique<QGuiApplication>(argc, argv);
}

ExitStatus runSafely(const Subcommand& subcommand, const QCommandLineParser& parser, const Interrupt& interrupt) {
  try {
    return subcommand.run(parser, interrupt.token());
  } catch (const UsageError& error) {
    return refuseUse(subcommand, error.sentence);
  } catch (const core::Cancelled&) {
    Interrupt::endProgram();
  } catch (const core::Error& error) {
    if (error.kind() == core::ErrorKind::Usage) return refuseUse(subcommand, sentenceOf(error));
    say(fmt::format("heed {}: {}", subcommand.name, sentenceOf(error)));
    return ExitStatus::Failed;
  } catch (const std::bad_alloc&) {
    say(fmt::format("heed {}: the work needs more memory than there is.", subcommand.name));
    return ExitStatus::Failed;
  } catch (const std::exception& error) {
    say(fmt::format("heed {}: this is a fault of the program: {}", subcommand.name, closed(error.what())));
    return ExitStatus::Failed;
  }
}

ExitStatus runSubcommandWith(const Subcommand& subcommand, const std::vector<std::string>& arguments) {
  std::vector<std::string> own = {arguments[0]};
  int argc = 1;
  char* argv[] = {own[0].data(), nullptr};
  const Interrupt interrupt;
  const auto toolkit = makeToolkit(subcommand.toolkit, argc, argv);
  QCoreApplication::setApplicationName("heed");
  QCommandLineParser parser;
  parser.addOption({{"h", "help"}, "Shows this help."});
  subcommand.addOptions(parser);
  QStringList words;
  for (const std::string& argument : arguments) words << QString::fromStdString(argument);
  if (!parser.parse(words)) return refuseUse(subcommand, parser.errorText().toStdString());
  if (parser.isSet("help")) {
    std::fputs(helpOf(subcommand, parser).c_str(), stdout);
    return ExitStatus::Done;
  }
  const ExitStatus status = runSafely(subcommand, parser, interrupt);
  std::fflush(stdout);
  return status;
}

}  // namespace

std::span<const Subcommand* const> allSubcommands() {
  static const Subcommand* const table[] = {&runSubcommand(),    &traceSubcommand(),   &explainSubcommand(),
                                            &exportSubcommand(), &listSubcommand(),    &docsSubcommand(),
                                            &checkSubcommand(),  &devicesSubcommand(), &benchSubcommand()};
  return table;
}

int runCommandLine(const std::vector<std::string>& arguments) {
  const std::string word = arguments.size() > 1 ? arguments[1] : "--help";
  if (word == "--help" || word == "-h" || word == "help") {
    std::fputs(overview().c_str(), stdout);
    return static_cast<int>(ExitStatus::Done);
  }
  if (word == "--version" || word == "-v") {
    std::fputs(fmt::format("heed {}\n", kVersion).c_str(), stdout);
    return static_cast<int>(ExitStatus::Done);
  }
  const auto subcommands = allSubcommands();
  const auto found =
      std::ranges::find_if(subcommands, [&](const Subcommand* subcommand) { return word == subcommand->name; });
  if (found == subcommands.end()) {
    say(fmt::format("heed: there is no subcommand \"{}\". heed --help lists them.", word));
    return static_cast<int>(ExitStatus::WrongUse);
  }
  std::vector<std::string> rest = {arguments[0] + " " + word};
  rest.insert(rest.end(), arguments.begin() + 2, arguments.end());
  qInstallMessageHandler(sayWhatIsCritical);
  return static_cast<int>(runSubcommandWith(**found, rest));
}

}  // namespace heed::app
