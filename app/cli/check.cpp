#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/exec/op_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace heed::app {

namespace {

/// The largest difference of a step between float32 and float64.
struct StepDifference {
  std::string step;
  double largest = 0.0;
};

void addOptions(QCommandLineParser& parser) {
  addWorkOptions(parser);
  parser.addOption({"json", "Prints the differences as JSON."});
}

bool namesModel(const QCommandLineParser& parser) {
  return !parser.positionalArguments().isEmpty() || parser.isSet("template") || parser.isSet("text") ||
         parser.isSet("image") || parser.isSet("param") || parser.isSet("set") || parser.isSet("seed");
}

std::vector<core::Tensor> stepValues(Work& work, core::Precision precision) {
  core::Trace trace(work.program(), {{}, std::size_t{4} << 30U});
  const auto plan = work.backend().prepare(work.program(), core::Keep::Steps, precision);
  work.context().trace = &trace;
  static_cast<void>(work.backend().run(*plan, work.lowered().inputs, work.context()));
  work.context().trace = nullptr;
  std::vector<core::Tensor> values;
  for (std::size_t i = 0; i < work.program()->steps().size(); ++i) values.push_back(trace.kept(static_cast<int>(i)));
  return values;
}

std::vector<StepDifference> compareSteps(Work& work) {
  const std::vector<core::Tensor> single = stepValues(work, core::Precision::Float32);
  const std::vector<core::Tensor> twice = stepValues(work, core::Precision::Float64);
  std::vector<StepDifference> differences;
  for (std::size_t i = 0; i < single.size(); ++i) {
    if (single[i].isNull() || twice[i].isNull()) continue;
    differences.push_back({work.program()->steps()[i].id, core::largestDifference(single[i], twice[i])});
  }
  return differences;
}

void printJson(const std::vector<core::OpDifference>& ops, const std::vector<StepDifference>& steps) {
  JsonWriter json;
  json.beginObject().member("command", "check").member("tested", "cpu float32").member("reference", "cpu float64");
  json.key("ops").beginArray();
  for (const core::OpDifference& op : ops) {
    json.beginObject().member("op", op.op).member("examples", op.examples).member("largest", op.largest);
    json.member("tolerance", op.tolerance).member("example", op.example).member("within", op.isWithin()).endObject();
  }
  json.endArray().key("steps").beginArray();
  for (const StepDifference& step : steps)
    json.beginObject().member("step", step.step).member("largest", step.largest).endObject();
  json.endArray().endObject().finish();
}

void print(const std::vector<core::OpDifference>& ops, const std::vector<StepDifference>& steps) {
  std::vector<std::vector<std::string>> rows = {{"op", "examples", "largest", "tolerance", ""}};
  for (const core::OpDifference& op : ops) {
    rows.push_back({std::string(op.op), std::to_string(op.examples), fmt::format("{:.1e}", op.largest),
                    fmt::format("{:.1e}", op.tolerance), op.isWithin() ? "within" : "BEYOND: " + op.example});
  }
  fmt::print("CPU float32 against CPU float64, relative to max(1, |value|):\n\n{}", shownTable(rows));
  if (steps.empty()) return;
  rows = {{"step", "largest"}};
  for (const StepDifference& step : steps) rows.push_back({step.step, fmt::format("{:.1e}", step.largest)});
  fmt::print("\nThe model, step by step:\n\n{}", shownTable(rows));
}

ExitStatus check(const QCommandLineParser& parser, std::stop_token stop) {
  std::vector<StepDifference> steps;
  if (namesModel(parser)) {
    Work work(parser, stop, Inside::Open);
    steps = compareSteps(work);
  }
  core::ThreadPool pool(static_cast<int>(integerOption(parser, "threads", 0, 0, 256)));
  core::KernelContext kernel{std::move(stop), pool, 1};
  core::RunContext context{kernel};
  core::CpuBackend backend;
  const std::vector<core::OpDifference> ops = core::compareOps(backend, backend, context);
  if (parser.isSet("json")) {
    printJson(ops, steps);
  } else {
    print(ops, steps);
  }
  return std::ranges::all_of(ops, &core::OpDifference::isWithin) ? ExitStatus::Done : ExitStatus::Failed;
}

}  // namespace

const Subcommand& checkSubcommand() {
  static const Subcommand subcommand{
      .name = "check",
      .arguments = "[FILE]",
      .summary = "Compares float32 with float64, op by op, and step by step for a model.",
      .details =
          "Each op runs its examples in both; the largest difference stands beside the tolerance that the op "
          "promises.\n",
      .examples =
          "  heed check\n"
          "  heed check --template encoder-block\n"
          "  heed check --json\n",
      .toolkit = Toolkit::None,
      .addOptions = addOptions,
      .run = check,
  };
  return subcommand;
}

}  // namespace heed::app
