#include "app/cli/backend_options.h"
#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "app/cli/work.h"
#include "core/base/error.h"
#include "core/exec/op_check.h"
#include "gpu/backend/vulkan_backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace heed::app {

namespace {

/// Beyond it a step is not compared.
constexpr std::size_t kByteBudget = std::size_t{4} << 30U;

/// The largest differences of a step from float64.
struct StepDifference {
  std::string step;
  double cpu = 0.0;
  std::optional<double> vulkan;
};

/// The backends that are compared: the CPU always, Vulkan where there is a device.
struct Compared {
  core::Backend& cpu;
  core::Backend* vulkan = nullptr;
  std::string device;
  std::string missing;  ///< why Vulkan is not compared
};

struct Report {
  std::vector<core::OpDifference> cpu;
  std::vector<core::OpDifference> vulkan;  ///< parallel to cpu, or empty
  std::vector<StepDifference> steps;
};

void addOptions(QCommandLineParser& parser) {
  addWorkOptions(parser);
  addBackendOptions(parser);
  parser.addOption({"json", "Prints the differences as JSON."});
}

bool namesModel(const QCommandLineParser& parser) {
  return !parser.positionalArguments().isEmpty() || parser.isSet("template") || parser.isSet("text") ||
         parser.isSet("image") || parser.isSet("param") || parser.isSet("set") || parser.isSet("seed");
}

/// Vulkan as far as the options allow it. Throws core::Error{Device} only where it was asked for.
Compared compared(Backends& backends, BackendWish wish) {
  Compared result{backends.cpu(), nullptr, {}, {}};
  if (wish == BackendWish::Cpu) {
    result.missing = "only the CPU was asked for";
    return result;
  }
  if (wish == BackendWish::Vulkan) static_cast<void>(openBackend(backends));
  try {
    gpu::VulkanBackend& vulkan = backends.vulkan();
    result.vulkan = &vulkan;
    result.device = vulkan.deviceName();
  } catch (const core::Error& error) {
    if (error.kind() != core::ErrorKind::Device) throw;
    result.missing = error.text().english();
  }
  return result;
}

std::vector<core::Tensor> stepValues(Work& work, core::Backend& backend, core::Precision precision) {
  core::Trace trace(work.program(), {{}, kByteBudget});
  const auto plan = backend.prepare(work.program(), core::Keep::Steps, precision);
  work.context().trace = &trace;
  static_cast<void>(backend.run(*plan, work.lowered().inputs, work.context()));
  work.context().trace = nullptr;
  std::vector<core::Tensor> values;
  for (std::size_t i = 0; i < work.program()->steps().size(); ++i) values.push_back(trace.kept(static_cast<int>(i)));
  return values;
}

std::vector<StepDifference> compareSteps(Work& work, const Compared& backends) {
  const std::vector<core::Tensor> exact = stepValues(work, backends.cpu, core::Precision::Float64);
  const std::vector<core::Tensor> cpu = stepValues(work, backends.cpu, core::Precision::Float32);
  std::vector<core::Tensor> vulkan(exact.size());
  if (backends.vulkan != nullptr) vulkan = stepValues(work, *backends.vulkan, core::Precision::Float32);
  std::vector<StepDifference> differences;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (cpu[i].isNull() || exact[i].isNull()) continue;
    StepDifference difference{work.program()->steps()[i].id, core::largestDifference(cpu[i], exact[i]), {}};
    if (!vulkan[i].isNull()) difference.vulkan = core::largestDifference(vulkan[i], exact[i]);
    differences.push_back(std::move(difference));
  }
  return differences;
}

void writeDifference(JsonWriter& json, const core::OpDifference& difference) {
  json.member("largest", difference.largest).member("example", difference.example);
  json.member("within", difference.isWithin()).member("refusal", difference.refusal);
}

void printJson(const Report& report, const Compared& backends) {
  JsonWriter json;
  json.beginObject().member("command", "check").member("reference", "cpu float64");
  json.member("vulkan_device", backends.device).member("vulkan_missing", backends.missing);
  json.key("ops").beginArray();
  for (std::size_t i = 0; i < report.cpu.size(); ++i) {
    const core::OpDifference& cpu = report.cpu[i];
    json.beginObject().member("op", cpu.op).member("examples", cpu.examples).member("tolerance", cpu.tolerance);
    json.key("cpu").beginObject();
    writeDifference(json, cpu);
    json.endObject().key("vulkan");
    if (report.vulkan.empty()) {
      json.null();
    } else {
      json.beginObject();
      writeDifference(json, report.vulkan[i]);
      json.endObject();
    }
    json.endObject();
  }
  json.endArray().key("steps").beginArray();
  for (const StepDifference& step : report.steps) {
    json.beginObject().member("step", step.step).member("cpu", step.cpu).key("vulkan");
    step.vulkan ? json.value(*step.vulkan) : json.null();
    json.endObject();
  }
  json.endArray().endObject().finish();
}

/// What is not as it should be: "", or which example of which backend.
std::string verdict(const core::OpDifference& difference, const char* backend) {
  if (!difference.refusal.empty()) return std::string(backend) + " CANNOT: " + difference.refusal;
  return difference.isWithin() ? "" : std::string(backend) + " BEYOND: " + difference.example;
}

std::string shownDifference(const core::OpDifference& difference) {
  return difference.refusal.empty() ? fmt::format("{:.1e}", difference.largest) : "-";
}

void print(const Report& report, const Compared& backends) {
  std::vector<std::vector<std::string>> rows = {{"op", "examples", "cpu", "vulkan", "tolerance", ""}};
  for (std::size_t i = 0; i < report.cpu.size(); ++i) {
    const core::OpDifference& cpu = report.cpu[i];
    const core::OpDifference* vulkan = report.vulkan.empty() ? nullptr : &report.vulkan[i];
    std::string said = verdict(cpu, "cpu");
    if (vulkan != nullptr && said.empty()) said = verdict(*vulkan, "vulkan");
    rows.push_back({std::string(cpu.op), std::to_string(cpu.examples), shownDifference(cpu),
                    vulkan != nullptr ? shownDifference(*vulkan) : "-", fmt::format("{:.1e}", cpu.tolerance),
                    said.empty() ? "within" : said});
  }
  fmt::print(
      "Float32 on each backend against float64 on the CPU, the largest difference relative to max(1, |value|):\n");
  fmt::print("Vulkan: {}\n\n{}", backends.vulkan != nullptr ? backends.device : "not compared: " + backends.missing,
             shownTable(rows));
  if (report.steps.empty()) return;
  rows = {{"step", "cpu", "vulkan"}};
  for (const StepDifference& step : report.steps) {
    rows.push_back(
        {step.step, fmt::format("{:.1e}", step.cpu), step.vulkan ? fmt::format("{:.1e}", *step.vulkan) : "-"});
  }
  fmt::print("\nThe model, step by step:\n\n{}", shownTable(rows));
}

ExitStatus check(const QCommandLineParser& parser, std::stop_token stop) {
  const BackendOptions options = backendOptions(parser);
  Backends backends(options);
  const Compared both = compared(backends, options.wish);
  Report report;
  if (namesModel(parser)) {
    Work work(parser, backends.cpu(), stop, Inside::Open);
    report.steps = compareSteps(work, both);
  }
  core::ThreadPool pool(static_cast<int>(integerOption(parser, "threads", 0, 0, 256)));
  core::KernelContext kernel{std::move(stop), pool, 1};
  core::RunContext context{kernel};
  report.cpu = core::compareOps(both.cpu, both.cpu, context);
  if (both.vulkan != nullptr) report.vulkan = core::compareOps(*both.vulkan, both.cpu, context);
  if (parser.isSet("json")) {
    printJson(report, both);
  } else {
    print(report, both);
  }
  const bool isWithin = std::ranges::all_of(report.cpu, &core::OpDifference::isWithin) &&
                        std::ranges::all_of(report.vulkan, &core::OpDifference::isWithin);
  return isWithin ? ExitStatus::Done : ExitStatus::Failed;
}

}  // namespace

const Subcommand& checkSubcommand() {
  static const Subcommand subcommand{
      .name = "check",
      .arguments = "[FILE]",
      .summary = "Compares float32 on the CPU and on Vulkan with float64, op by op, and step by step for a model.",
      .details =
          "Each op runs its examples on each; the largest difference stands beside the tolerance that the op "
          "promises.\n"
          "With --backend auto a software driver is not compared; with --backend vulkan it is.\n",
      .examples =
          "  heed check\n"
          "  heed check --template encoder-block\n"
          "  heed check --backend vulkan --json\n",
      .toolkit = Toolkit::None,
      .addOptions = addOptions,
      .run = check,
  };
  return subcommand;
}

}  // namespace heed::app
