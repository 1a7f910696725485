#include "app/cli/bench_rows.h"
#include "app/cli/json_writer.h"
#include "app/cli/progress_line.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"

#include <fmt/format.h>

#include <cstdio>
#include <optional>

namespace heed::app {

namespace {

void addOptions(QCommandLineParser& parser) {
  parser.addPositionalArgument("what", "attention, startup or paint.", "WHAT");
  parser.addOptions({{"json", "Prints the rows as JSON."},
                     {"threads", "Threads to compute with; 0 takes all cores.", "NUMBER", "0"}});
}

void print(const BenchReport& report) {
  fmt::print("{}\n\n", report.ran);
  std::vector<std::vector<std::string>> rows = {{"what", "best ms", "median ms", "GFLOP/s", "share of peak"}};
  for (const BenchLine& line : report.lines) {
    rows.push_back({line.what, shownNumber(line.bestMilliseconds), shownNumber(line.medianMilliseconds),
                    line.gigaflops > 0.0 ? fmt::format("{:.1f}", line.gigaflops) : "",
                    line.shareOfPeak > 0.0 ? fmt::format("{:.2f}", line.shareOfPeak) : ""});
  }
  std::fputs(shownTable(rows).c_str(), stdout);
}

void printJson(const std::string& what, const BenchReport& report) {
  JsonWriter json;
  json.beginObject().member("command", "bench").member("what", what).member("ran", report.ran).key("rows").beginArray();
  for (const BenchLine& line : report.lines) {
    json.beginObject()
        .member("what", line.what)
        .member("best_ms", line.bestMilliseconds)
        .member("median_ms", line.medianMilliseconds);
    json.member("gigaflops", line.gigaflops).member("share_of_peak", line.shareOfPeak).endObject();
  }
  json.endArray().endObject().finish();
}

ExitStatus bench(const QCommandLineParser& parser, std::stop_token stop) {
  const QStringList words = parser.positionalArguments();
  if (words.size() != 1) throw UsageError{"one of attention, startup and paint is needed"};
  const std::string what = words.front().toStdString();
  const auto threads = static_cast<int>(integerOption(parser, "threads", 0, 0, 256));
  core::ThreadPool pool(threads);
  core::KernelContext kernel{std::move(stop), pool, 0};
  const core::Progress notKnown;
  std::optional<ProgressLine> line(std::in_place, "measuring", notKnown);
  BenchReport report;
  if (what == "attention") {
    report = benchAttention(kernel);
  } else if (what == "startup") {
    report = benchStartup(kernel);
  } else if (what == "paint") {
    report = benchPaint(kernel);
  } else {
    throw UsageError{fmt::format("\"{}\" cannot be measured; attention, startup and paint can", what)};
  }
  line.reset();
  if (parser.isSet("json")) {
    printJson(what, report);
  } else {
    print(report);
  }
  return ExitStatus::Done;
}

}  // namespace

const Subcommand& benchSubcommand() {
  static const Subcommand subcommand{
      .name = "bench",
      .arguments = "WHAT",
      .summary = "Measures attention, start-up or painting, and prints what ran.",
      .details =
          "attention: kernels at n = 512 to 4096 against the peak that is measured in the same run, and weights of 200 "
          "tokens x 8\n"
          "heads through the backend. startup: this program from its start to a printed result. paint: maps from 11 x "
          "11 to 4096 x 4096.\n",
      .examples =
          "  heed bench attention\n"
          "  heed bench startup --json\n"
          "  heed bench paint\n",
      .toolkit = Toolkit::Gui,
      .addOptions = addOptions,
      .run = bench,
  };
  return subcommand;
}

}  // namespace heed::app
