#include "app/cli/gpu_report.h"

#include "app/cli/device_json.h"
#include "app/cli/json_writer.h"
#include "app/cli/shown.h"

#include <fmt/format.h>

namespace heed::app {

namespace {

/// 1e9 a second, of something that takes so many milliseconds.
double billions(double count, double milliseconds) {
  return milliseconds > 0.0 ? count / milliseconds * 1e-6 : 0.0;
}

void writeCell(JsonWriter& json, const char* key, const GpuCell& cell, const GpuRow& row) {
  json.key(key);
  if (!cell.timing) {
    json.null();
    return;
  }
  const GpuTiming& timing = *cell.timing;
  json.beginObject().member("runs", timing.runs).member("best_ms", timing.best).member("median_ms", timing.median);
  json.member("gigaflops", billions(row.operations, timing.best)).member("gigabytes", billions(row.bytes, timing.best));
  json.key("kernel_ms");
  timing.kernels ? json.value(*timing.kernels) : json.null();
  json.member("kernel_gigaflops", timing.kernels ? billions(row.operations, *timing.kernels) : 0.0);
  json.member("kernel_gigabytes", timing.kernels ? billions(row.bytes, *timing.kernels) : 0.0).endObject();
}

std::string shownTime(const GpuCell& cell, double GpuTiming::* time) {
  return cell.timing ? shownNumber(*cell.timing.*time) : "-";
}

std::string shownKernels(const GpuCell& cell) {
  if (!cell.timing || !cell.timing->kernels) return "-";
  return shownNumber(*cell.timing->kernels);
}

std::string shownRate(const GpuRow& row, const GpuCell& cell) {
  if (!cell.timing) return "-";
  const double milliseconds = cell.timing->kernels.value_or(cell.timing->best);
  if (row.operations > 0.0) return fmt::format("{:.1f} GFLOP/s", billions(row.operations, milliseconds));
  if (row.bytes > 0.0) return fmt::format("{:.1f} GB/s", billions(row.bytes, milliseconds));
  return "";
}

void printLeftOut(const GpuRow& row) {
  const auto line = [&](const char* where, const std::string& reason) {
    fmt::print("{} {}: left out{}: {}\n", row.what, row.sizes, where, reason);
  };
  if (row.gpu.leftOut == row.cpu.leftOut) {
    if (!row.gpu.leftOut.empty()) line("", row.gpu.leftOut);
    return;
  }
  if (!row.gpu.leftOut.empty()) line(" on the device", row.gpu.leftOut);
  if (!row.cpu.leftOut.empty()) line(" on the CPU", row.cpu.leftOut);
}

}  // namespace

void printGpuReport(const GpuReport& report) {
  fmt::print("device {}: {} ({}), {}, Vulkan {}; ready after {} ms\nCPU: {}\n\n", report.number, report.device.name,
             gpu::toString(report.device.kind), report.device.driver, report.device.vulkan,
             shownNumber(report.openMilliseconds), report.cpu);
  std::vector<std::vector<std::string>> rows = {
      {"what", "device best", "median", "in kernels", "rate", "CPU best", "median", "rate"}};
  for (const GpuRow& row : report.rows) {
    if (!row.gpu.timing && !row.cpu.timing) continue;
    rows.push_back({row.what + " " + row.sizes, shownTime(row.gpu, &GpuTiming::best),
                    shownTime(row.gpu, &GpuTiming::median), shownKernels(row.gpu), shownRate(row, row.gpu),
                    shownTime(row.cpu, &GpuTiming::best), shownTime(row.cpu, &GpuTiming::median),
                    shownRate(row, row.cpu)});
  }
  std::fputs(shownTable(rows).c_str(), stdout);
  fmt::print("\nMilliseconds of whole runs with their transfers; rates by the time in kernels where that is known.\n");
  for (const GpuRow& row : report.rows) printLeftOut(row);
  for (const GpuGoal& goal : report.goals) {
    fmt::print("goal: {}: at least {}, then {}; {}{}\n", goal.goal, goal.atLeast, goal.then,
               goal.measured ? fmt::format("measured {:.2f}: ", *goal.measured) : std::string("not measured: "),
               goal.note);
  }
}

void writeGpuReport(const GpuReport& report, std::FILE* file) {
  JsonWriter json(file);
  json.beginObject().member("command", "bench").member("what", "gpu").member("seconds", report.seconds);
  json.key("device");
  writeDevice(json, report.number, report.device);
  json.member("open_ms", report.openMilliseconds).member("cpu", report.cpu);
  json.key("rows").beginArray();
  for (const GpuRow& row : report.rows) {
    json.beginObject().member("what", row.what).member("sizes", row.sizes).member("size", row.size);
    json.member("operations", row.operations).member("bytes", row.bytes);
    writeCell(json, "gpu", row.gpu, row);
    json.member("gpu_left_out", row.gpu.leftOut);
    writeCell(json, "cpu", row.cpu, row);
    json.member("cpu_left_out", row.cpu.leftOut).endObject();
  }
  json.endArray().key("goals").beginArray();
  for (const GpuGoal& goal : report.goals) {
    json.beginObject().member("goal", goal.goal).member("at_least", goal.atLeast).member("then", goal.then);
    json.key("measured");
    goal.measured ? json.value(*goal.measured) : json.null();
    json.member("note", goal.note).endObject();
  }
  json.endArray().endObject().finish();
}

}  // namespace heed::app
