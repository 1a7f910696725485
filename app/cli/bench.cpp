#include "app/cli/bench_rows.h"
#include "app/cli/bench_ui.h"
#include "app/cli/gpu_report.h"
#include "app/cli/json_writer.h"
#include "app/cli/progress_line.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/base/error.h"
#include "core/io/file.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

namespace heed::app {

namespace {

void addOptions(QCommandLineParser& parser) {
  parser.addPositionalArgument("what", "attention, gpu, startup, paint, ui or window.", "WHAT");
  parser.addOptions({{"json", "Prints the rows as JSON."},
                     {{"o", "output"}, "Writes the JSON into a file; of gpu.", "FILE"},
                     {"device", "The number of the device, of those that heed devices lists; of gpu.", "NUMBER"},
                     {"largest", "Leaves out rows of a larger size; of gpu. Default: 8192.", "NUMBER"},
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

/// The report as text that can be written to a file as a whole.
std::string jsonText(const GpuReport& report) {
  char* bytes = nullptr;
  std::size_t size = 0;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(::open_memstream(&bytes, &size), &std::fclose);
  if (file == nullptr) throw std::bad_alloc();
  writeGpuReport(report, file.get());
  file.reset();  // The bytes are whole, and their owner's, from here on.
  const std::unique_ptr<char, void (*)(void*)> owner(bytes, &std::free);
  return {bytes, size};
}

ExitStatus benchDevice(const QCommandLineParser& parser, core::KernelContext& kernel) {
  GpuBenchOptions options;
  if (parser.isSet("device")) options.device = static_cast<int>(integerOption(parser, "device", 0, 0, 63));
  options.largest = integerOption(parser, "largest", options.largest, 1, 1 << 20);
  const core::Progress notKnown;
  std::optional<ProgressLine> line(std::in_place, "measuring", notKnown);
  const GpuReport report = benchGpu(options, kernel);
  line.reset();
  if (parser.isSet("output")) core::writeFileAtomically(parser.value("output").toStdString(), jsonText(report));
  if (parser.isSet("json")) {
    writeGpuReport(report, stdout);
  } else {
    printGpuReport(report);
  }
  return ExitStatus::Done;
}

ExitStatus bench(const QCommandLineParser& parser, std::stop_token stop) {
  const QStringList words = parser.positionalArguments();
  if (words.size() != 1) throw UsageError{"one of attention, gpu, startup, paint, ui and window is needed"};
  const std::string what = words.front().toStdString();
  const auto threads = static_cast<int>(integerOption(parser, "threads", 0, 0, 256));
  core::ThreadPool pool(threads);
  core::KernelContext kernel{std::move(stop), pool, 0};
  if (what == "gpu") return benchDevice(parser, kernel);
  for (const char* option : {"output", "device", "largest"}) {
    if (parser.isSet(option)) throw UsageError{fmt::format("--{} goes with bench gpu", option)};
  }
  const core::Progress notKnown;
  std::optional<ProgressLine> line(std::in_place, "measuring", notKnown);
  BenchReport report;
  if (what == "attention") {
    report = benchAttention(kernel);
  } else if (what == "startup") {
    report = benchStartup(kernel);
  } else if (what == "paint") {
    report = benchPaint(kernel);
  } else if (what == "ui") {
    report = benchUi(kernel);
  } else if (what == "window") {
    report = benchWindow(kernel);
  } else {
    throw UsageError{fmt::format("\"{}\" cannot be measured; attention, gpu, startup, paint, ui and window can", what)};
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
      .summary = "Measures attention, a graphics card, start-up, painting or the window, and prints what ran.",
      .details =
          "attention: kernels at n = 512 to 4096 against the peak that is measured in the same run, and weights of 200 "
          "tokens x 8\n"
          "heads through the backend. startup: this program from its start to a printed result. paint: maps from 11 x "
          "11 to 4096 x 4096.\n"
          "gpu: products, attention, softmax, layer norm, an encoder's step and transfers on a graphics card and on "
          "the CPU in turns,\nunattended, as one report.\n"
          "ui: the window from Enter to painted weights, the pointer over a large map and over a photograph, and how "
          "long it does not\nanswer.\n"
          "window: from nothing to painted numbers once, which startup does as a process of its own.\n",
      .examples =
          "  heed bench attention\n"
          "  heed bench startup --json\n"
          "  heed bench gpu --json\n"
          "  heed bench gpu -o report.json\n"
          "  heed bench paint\n"
          "  heed bench ui\n",
      .toolkit = Toolkit::Widgets,
      .addOptions = addOptions,
      .run = bench,
  };
  return subcommand;
}

}  // namespace heed::app
