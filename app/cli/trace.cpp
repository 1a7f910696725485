#include "app/cli/backend_options.h"
#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/step_times.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/io/npz.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>

namespace heed::app {

namespace {

/// Beyond it a step is computed again when its numbers are written.
constexpr std::size_t kByteBudget = std::size_t{1} << 30U;

void writeAxes(JsonWriter& json, const std::vector<core::Axis>& axes) {
  json.key("axes").beginArray();
  for (const core::Axis& axis : axes) {
    json.beginObject().member("meaning", core::toString(axis.meaning));
    json.key("labels");
    if (axis.labels != nullptr && !axis.labels->names.empty()) {
      json.value(axis.labels->names);
    } else {
      json.null();
    }
    if (axis.labels != nullptr && axis.labels->gridColumns > 0) {
      json.member("grid_rows", axis.labels->gridRows).member("grid_columns", axis.labels->gridColumns);
    }
    json.endObject();
  }
  json.endArray();
}

void writeSummary(JsonWriter& json, const core::Tensor& value) {
  const core::Summary summary = core::summarise(value);
  json.key("summary").beginObject();
  json.member("minimum", summary.minimum).member("maximum", summary.maximum).member("mean", summary.mean);
  json.member("nan", summary.nanCount).member("infinite", summary.infinityCount).endObject();
}

/// What is written besides the steps themselves.
struct Shown {
  std::string direction;
  bool hasValues = true;
  std::optional<StepTimes> times;
};

/// The step's time in seconds, where it is wanted and known.
std::optional<double> secondsOf(const Shown& shown, int position) {
  if (!shown.times || !shown.times->areKnown()) return std::nullopt;
  return shown.times->steps[static_cast<std::size_t>(position)];
}

void writeStep(JsonWriter& json, Work& work, int position, const Shown& shown) {
  const core::Step& step = work.program()->steps()[static_cast<std::size_t>(position)];
  const core::Tensor value = work.stepValue(position);
  json.beginObject().member("number", position).member("id", step.id).member("phase", core::toString(step.phase));
  json.member("role", core::toString(step.role)).member("caption", step.caption.english());
  json.member("explanation", step.explanation.english())
      .member("expression", step.expression)
      .member("term", step.term);
  json.member("inside", step.depth == core::StepDepth::SubStep).member("input", step.isInput);
  json.member("kind", core::toString(value.kind()));
  json.key("shape").shape(value.shape());
  writeAxes(json, step.axes);
  writeSummary(json, value);
  if (shown.times) {
    json.key("seconds");
    const std::optional<double> seconds = secondsOf(shown, position);
    seconds ? json.value(*seconds) : json.null();
  }
  if (shown.hasValues) json.key("values").tensor(value);
  json.endObject();
}

void writeTimes(JsonWriter& json, const StepTimes& times) {
  json.key("times").beginObject();
  json.member("backend", times.backend).member("runs", times.runs).member("seconds", times.run);
  json.member("rest", times.rest).member("known", times.areKnown()).endObject();
}

/// One sentence about what the column of times holds.
std::string aboutTimes(const StepTimes& times) {
  if (!times.areKnown()) return fmt::format("{} has no timestamps, so the steps have no times.", times.backend);
  return fmt::format(
      "Times are medians of {} on {}, in ms; ops that no step needs took {}, a whole run with its transfers {}.",
      counted(static_cast<std::size_t>(times.runs), "run"), times.backend, shownNumber(times.rest * 1e3),
      shownNumber(times.run * 1e3));
}

void writeJson(Work& work, const std::vector<int>& steps, const Shown& shown) {
  JsonWriter json(stdout, work.stop());
  json.beginObject().member("command", "trace").member("title", work.document().title);
  json.member("backend", work.ranOn()).member("backend_reason", work.ranOnReason());
  json.member("precision", core::toString(work.precision()));
  json.member("seed", std::to_string(work.document().seed)).member("direction", shown.direction);
  if (shown.times) writeTimes(json, *shown.times);
  json.key("first_not_finite");
  if (const int first = work.trace().firstNotFinite(); first >= 0) {
    json.value(std::string_view(work.program()->steps()[static_cast<std::size_t>(first)].id));
  } else {
    json.null();
  }
  json.key("steps").beginArray();
  for (const int step : steps) writeStep(json, work, step, shown);
  json.endArray().member("replaced", work.replacedNumbers()).endObject().finish();
}

/// "0.003 to 0.805", and what is no finite number.
std::string rangeOf(const core::Tensor& value) {
  const core::Summary summary = core::summarise(value);
  const std::int64_t others = summary.nanCount + summary.infinityCount;
  const bool isReal = value.kind() == core::ElementKind::Float32 || value.kind() == core::ElementKind::Float64;
  const int decimals = isReal ? 3 : 0;
  std::string range;
  if (value.elementCount() > others)
    range = fmt::format("{} to {}", shownNumber(summary.minimum, decimals), shownNumber(summary.maximum, decimals));
  if (summary.nanCount > 0) range += fmt::format("{}{} NaN", range.empty() ? "" : ", ", summary.nanCount);
  if (summary.infinityCount > 0)
    range += fmt::format("{}{} infinite", range.empty() ? "" : ", ", summary.infinityCount);
  return range;
}

void print(Work& work, const std::vector<int>& steps, const Shown& shown) {
  std::vector<std::vector<std::string>> rows;
  const core::Program& program = *work.program();
  fmt::print("{}\n\n", work.document().title);
  std::string phase;
  for (const int position : steps) {
    const core::Step& step = program.steps()[static_cast<std::size_t>(position)];
    const core::Tensor value = work.stepValue(position);
    const bool isNewPhase = phase != core::toString(step.phase);
    phase = core::toString(step.phase);
    rows.push_back({fmt::format("{:>3}  {:<9}", position, isNewPhase ? phase : ""),
                    std::string(step.depth == core::StepDepth::SubStep ? "  " : "") + step.caption.english(), step.id,
                    value.shape().toString(), rangeOf(value)});
    if (shown.times) {
      const std::optional<double> seconds = secondsOf(shown, position);
      rows.back().push_back(seconds ? fmt::format("{:.4f} ms", *seconds * 1e3) : "");
    }
  }
  std::vector<std::size_t> widths(6, 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], displayWidth(row[i]));
  }
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += row[i] + std::string(widths[i] - displayWidth(row[i]) + 2, ' ');
    while (line.back() == ' ') line.pop_back();
    fmt::print("{}\n", line);
  }
  if (shown.times) fmt::print("\n{}\n", aboutTimes(*shown.times));
  if (const int first = work.trace().firstNotFinite(); first >= 0) {
    fmt::print("\nThe first step with NaN or infinity is {}.\n", program.steps()[static_cast<std::size_t>(first)].id);
  }
}

void writeNpz(Work& work, const std::vector<int>& steps, std::filesystem::path path) {
  if (!path.has_extension()) path += ".npz";
  std::map<std::string, core::Tensor> tensors;
  for (const int position : steps) {
    std::string name = work.program()->steps()[static_cast<std::size_t>(position)].id;
    std::ranges::replace(name, '/', '.');
    tensors[fmt::format("{:03}.{}", position, name)] = work.stepValue(position);
  }
  core::writeNpzFile(path, tensors);
}

/// Splits "STEP[R,C]".
std::pair<std::string, std::string> splitStart(const std::string& text) {
  const std::size_t open = text.find('[');
  if (open == std::string::npos || !text.ends_with(']')) {
    throw UsageError{fmt::format("--backward is \"{}\"; it must read STEP[R,C], as output[7,1]", text)};
  }
  return {text.substr(0, open), text.substr(open + 1, text.size() - open - 2)};
}

void addOptions(QCommandLineParser& parser) {
  addWorkOptions(parser);
  addBackendOptions(parser);
  addPrecisionOption(parser);
  addSaveOption(parser);
  parser.addOptions({{"json", "Prints the steps as JSON, with their numbers."},
                     {"summary", "Leaves the numbers out of the JSON."},
                     {"npz", "Writes the numbers of all steps into one NumPy file.", "FILE"},
                     {"times", "Adds how long each step takes: the median of several runs."},
                     {"closed", "Leaves softmax and layer norm as one step."},
                     {"backward", "Follows the gradient of one cell back through the steps.", "STEP[R,C]"}});
}

ExitStatus trace(const QCommandLineParser& parser, std::stop_token stop) {
  if (parser.isSet("summary") && !parser.isSet("json"))
    throw UsageError{"--summary leaves numbers out of --json, which is not given"};
  const auto path = savePath(parser);
  Backends backends(backendOptions(parser));
  Work work(parser, openBackend(backends), std::move(stop), parser.isSet("closed") ? Inside::Closed : Inside::Open,
            precisionOption(parser));
  const auto forwardCount = static_cast<int>(work.program()->steps().size());
  if (parser.isSet("backward")) {
    const auto [name, cell] = splitStart(parser.value("backward").toStdString());
    const int step = work.findStep(name);
    work.addGradients(step, work.findCell(step, cell, std::nullopt));
  }
  work.run({{}, kByteBudget});
  std::vector<int> steps;
  const auto count = static_cast<int>(work.program()->steps().size());
  for (int i = parser.isSet("backward") ? forwardCount : 0; i < count; ++i) steps.push_back(i);
  work.save(path);
  if (parser.isSet("npz")) writeNpz(work, steps, parser.value("npz").toStdString());
  Shown shown{parser.isSet("backward") ? "backward" : "forward", !parser.isSet("summary"), {}};
  if (parser.isSet("times")) shown.times = measureStepTimes(work);
  if (parser.isSet("json")) {
    writeJson(work, steps, shown);
  } else {
    print(work, steps, shown);
  }
  return ExitStatus::Done;
}

}  // namespace

const Subcommand& traceSubcommand() {
  static const Subcommand subcommand{
      .name = "trace",
      .arguments = "[FILE]",
      .summary = "Lists every step of a computation with its caption, shape and numbers.",
      .details =
          "Softmax and layer norm are taken apart; --backward lists the gradients in reverse order, that of softmax as "
          "one step, as the window does.\n",
      .examples =
          "  heed trace --text \"The dog saw the ball and it barked\"\n"
          "  heed trace --template encoder-block --json --summary\n"
          "  heed trace --npz steps.npz\n"
          "  heed trace --times --backend vulkan\n"
          "  heed trace --backward 'mechanism/output[0,7,1]'\n",
      .toolkit = Toolkit::None,
      .addOptions = addOptions,
      .run = trace,
  };
  return subcommand;
}

}  // namespace heed::app
