#include "app/cli/device_json.h"
#include "app/cli/json_writer.h"
#include "app/cli/shown.h"
#include "app/cli/subcommand.h"
#include "core/base/error.h"
#include "gpu/backend/device_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <optional>

namespace heed::app {

namespace {

/// What the drivers offer, or why they offer nothing.
struct Found {
  std::vector<gpu::DeviceDescription> devices;
  std::string missing;
};

/// Which device a --backend would take, and why.
struct Choice {
  std::optional<int> number;
  std::string reason;
};

Found findDevices() {
  Found found;
  try {
    found.devices = gpu::vulkanDevices();
    if (found.devices.empty()) found.missing = "no Vulkan device was found";
  } catch (const core::Error& error) {
    if (error.kind() != core::ErrorKind::Device) throw;
    found.missing = error.text().english();
  }
  return found;
}

Choice choiceOf(const Found& found, bool allowsSoftware) {
  if (!found.missing.empty()) return {std::nullopt, found.missing};
  const std::optional<int> number = gpu::chosenNumber(found.devices, allowsSoftware);
  if (!number) {
    return {std::nullopt,
            allowsSoftware ? "no device can be used" : "no device can be used that is not a software driver"};
  }
  const gpu::DeviceDescription& device = found.devices[static_cast<std::size_t>(*number)];
  if (device.kind == gpu::DeviceKind::Software)
    return {number, "a software driver is taken where nothing else is there; the CPU is faster"};
  const std::string which = fmt::format("the first {} device that can be used", gpu::toString(device.kind));
  return {number, allowsSoftware ? which : which + ", for programs that were measured to be faster there"};
}

std::string gigabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / 0x1p30);
}

std::string shownHeap(const gpu::HeapDescription& heap) {
  return fmt::format("{} {}{}", gigabytes(heap.bytes), heap.isOnDevice ? "on the device" : "of the host",
                     heap.isVisible ? ", visible to the host" : "");
}

std::string shownSubgroups(const gpu::DeviceDescription& device) {
  if (device.subgroupSize == 0) return "none";
  return fmt::format("{} threads, {}", device.subgroupSize,
                     device.limits.subgroupSize > 0 ? "used for sums along rows" : "not used: operations are missing");
}

void printDevice(std::size_t number, const gpu::DeviceDescription& device) {
  std::vector<std::string> heaps;
  for (const gpu::HeapDescription& heap : device.heaps) heaps.push_back(shownHeap(heap));
  fmt::print("{}  {} ({})\n", number, device.name, gpu::toString(device.kind));
  const auto line = [](const char* what, const std::string& value) { fmt::print("     {:<19} {}\n", what, value); };
  line("driver", fmt::format("{}, Vulkan {}", device.driver, device.vulkan));
  line("memory",
       fmt::format("{}; at most {} in one block", fmt::join(heaps, "; "), gigabytes(device.limits.allocationBytes)));
  line("workgroups", fmt::format("{} threads, {} KiB shared, {} along the first axis", device.limits.groupInvocations,
                                 device.limits.sharedMemoryBytes / 1024, device.limits.groupCount));
  line("push constants", fmt::format("{} bytes", device.limits.pushConstantBytes));
  line("subgroups", shownSubgroups(device));
  line("timestamps", device.hasTimestamps ? "used for trace --times" : "none: trace --times has no times");
  line("buffer addresses", device.hasBufferAddresses ? "used by every kernel" : "none");
  line("timeline semaphores", device.hasTimelineSemaphores ? "used to wait for each submission" : "none");
  if (!device.shortcoming.empty()) line("cannot be used", "it " + device.shortcoming);
}

void printChoice(const char* backend, const Choice& choice) {
  fmt::print("--backend {:<6}  {}: {}\n", backend,
             choice.number ? fmt::format("device {}", *choice.number) : std::string("the CPU"), choice.reason);
}

void print(const Found& found) {
  if (found.devices.empty()) {
    fmt::print("There is no device for Vulkan, and everything runs on the CPU: {}.\n", found.missing);
    return;
  }
  for (std::size_t i = 0; i < found.devices.size(); ++i) printDevice(i, found.devices[i]);
  fmt::print("\n");
  printChoice("auto", choiceOf(found, false));
  const Choice demanded = choiceOf(found, true);
  if (demanded.number) {
    printChoice("vulkan", demanded);
  } else {
    fmt::print("--backend vulkan  fails: {}\n", demanded.reason);
  }
}

void writeChoice(JsonWriter& json, const char* backend, const Choice& choice) {
  json.key(backend).beginObject().key("device");
  choice.number ? json.value(*choice.number) : json.null();
  json.member("reason", choice.reason).endObject();
}

void printJson(const Found& found) {
  JsonWriter json;
  json.beginObject().member("command", "devices").member("missing", found.missing);
  json.key("devices").beginArray();
  for (std::size_t i = 0; i < found.devices.size(); ++i) writeDevice(json, i, found.devices[i]);
  json.endArray();
  writeChoice(json, "auto", choiceOf(found, false));
  writeChoice(json, "vulkan", choiceOf(found, true));
  json.endObject().finish();
}

void addOptions(QCommandLineParser& parser) {
  parser.addOption({"json", "Prints the list as JSON."});
}

ExitStatus devices(const QCommandLineParser& parser, std::stop_token /*stop*/) {
  if (!parser.positionalArguments().isEmpty()) throw UsageError{"it takes no argument"};
  const Found found = findDevices();
  if (parser.isSet("json")) {
    printJson(found);
  } else {
    print(found);
  }
  return ExitStatus::Done;
}

}  // namespace

const Subcommand& devicesSubcommand() {
  static const Subcommand subcommand{
      .name = "devices",
      .arguments = "",
      .summary = "Lists the graphics cards, what Heed uses of each, and which one would be taken.",
      .details = "The number of a device is what --device takes. Without any, everything runs on the CPU.\n",
      .examples =
          "  heed devices\n"
          "  heed devices --json\n",
      .toolkit = Toolkit::None,
      .addOptions = addOptions,
      .run = devices,
  };
  return subcommand;
}

}  // namespace heed::app
