#include "app/startup/backends.h"

#include "core/base/error.h"
#include "core/io/file.h"
#include "gpu/backend/device_list.h"
#include "gpu/backend/vulkan_backend.h"

#include <QStandardPaths>

#include <fmt/format.h>

#include <system_error>
#include <tuple>

namespace heed::app {

namespace {

constexpr std::uint64_t kMemoryBytes = std::uint64_t{1} << 20U;

std::filesystem::path memoryFile() {
  return cacheFolder() / "speeds.json";
}

core::SpeedMemory memoryOnDisk() {
  try {
    return core::SpeedMemory::fromText(core::readFile(memoryFile(), kMemoryBytes));
  } catch (const core::Error&) {
    return {};
  }
}

/// A cache that cannot be written is no matter: what it would hold is measured again.
bool canWrite(const std::filesystem::path& path, const std::string& text) {
  try {
    core::writeFileAtomically(path, text);
    return true;
  } catch (const core::Error&) {
    return false;
  }
}

bool isSoftware(const gpu::DeviceDescription& device) {
  return device.kind == gpu::DeviceKind::Software;
}

/// `auto` never takes a software driver, not even by its number.
void refuseSoftware(int number) {
  const std::vector<gpu::DeviceDescription> devices = gpu::vulkanDevices();
  const auto index = static_cast<std::size_t>(number);
  if (index >= devices.size() || !isSoftware(devices[index])) return;
  throw core::Error(
      core::ErrorKind::Device,
      core::text("Vulkan", "device %1, %2, is a software driver, which is only taken with --backend vulkan", number,
                 devices[index].name));
}

}  // namespace

std::filesystem::path cacheFolder() {
  const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
  return std::filesystem::path(folder.toStdString()) / "heed";
}

Backends::Backends(BackendOptions options) : m_options(options) {}

Backends::~Backends() {
  if (m_memory.size() > 0) writeMemory();
}

core::Backend& Backends::backend() {
  switch (m_options.wish) {
    case BackendWish::Cpu:
      return m_cpu;
    case BackendWish::Vulkan:
      return vulkan();
    case BackendWish::Auto:
      break;
  }
  if (m_faster == nullptr) {
    m_memory = memoryOnDisk();
    m_faster = std::make_unique<core::FasterBackend>(m_cpu, [this] { return contender(); }, m_memory);
  }
  return *m_faster;
}

gpu::VulkanBackend& Backends::vulkan() {
  if (m_vulkan != nullptr) return *m_vulkan;
  const bool isAskedFor = m_options.wish == BackendWish::Vulkan;
  if (!isAskedFor && m_options.device) refuseSoftware(*m_options.device);
  const std::filesystem::path cache = cacheFolder();
  std::error_code noMatter;
  std::filesystem::create_directories(cache, noMatter);
  m_vulkan = gpu::VulkanBackend::create(
      {.allowsSoftware = isAskedFor, .device = m_options.device, .pipelineFile = cache / "pipelines"});
  if (isAskedFor && m_vulkan->isSoftware()) {
    m_caution = fmt::format(
        "Vulkan runs on a software driver, {}, which computes on the processor and more slowly than --backend cpu.",
        m_vulkan->deviceName());
  }
  return *m_vulkan;
}

core::Contender Backends::contender() {
  gpu::VulkanBackend& backend = vulkan();
  return {&backend, backend.deviceName(), backend.deviceIdentity(), {}};
}

/// Another process may have measured meanwhile: what the file says now is kept too.
void Backends::writeMemory() const {
  core::SpeedMemory all = m_memory;
  all.merge(memoryOnDisk());
  std::error_code noMatter;
  std::filesystem::create_directories(cacheFolder(), noMatter);
  std::ignore = canWrite(memoryFile(), all.toText());
}

}  // namespace heed::app
