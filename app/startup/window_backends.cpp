#include "app/startup/window_backends.h"

#include "core/base/error.h"
#include "gpu/backend/device_list.h"

#include <QtGlobal>

#include <algorithm>

namespace heed::app {

namespace {

/// None where Vulkan does not start: the CPU is then all there is.
std::vector<gpu::DeviceDescription> devices() {
  try {
    return gpu::vulkanDevices();
  } catch (const core::Error&) {
    return {};
  }
}

}  // namespace

core::Backend& WindowBackends::automatic() {
  return opened({});
}

core::Backend& WindowBackends::opened(BackendOptions options) {
  const std::lock_guard lock(m_mutex);
  const auto found = std::ranges::find_if(m_backends, [&](const auto& entry) {
    return entry.first.wish == options.wish && entry.first.device == options.device;
  });
  if (found != m_backends.end()) return found->second->backend();
  auto backends = std::make_unique<Backends>(options);
  core::Backend& backend = backends->backend();
  m_backends.emplace_back(options, std::move(backends));
  return backend;
}

std::vector<ui::BackendChoice> WindowBackends::choices() {
  std::vector<ui::BackendChoice> choices;
  choices.push_back({.id = QStringLiteral("auto"),
                     .name = QStringLiteral(QT_TRANSLATE_NOOP("Backends", "Where it is faster")),
                     .open = [this]() -> core::Backend& { return opened({}); }});
  choices.push_back({.id = QStringLiteral("cpu"),
                     .name = QStringLiteral(QT_TRANSLATE_NOOP("Backends", "CPU")),
                     .open = [this]() -> core::Backend& { return opened({.wish = BackendWish::Cpu}); }});
  int number = -1;
  for (const gpu::DeviceDescription& device : devices()) {
    ++number;
    if (!device.shortcoming.empty()) continue;
    const BackendOptions options{.wish = BackendWish::Vulkan, .device = number};
    choices.push_back({.id = QStringLiteral("vulkan:%1").arg(number),
                       .name = QString::fromStdString(device.name),
                       .open = [this, options]() -> core::Backend& { return opened(options); }});
  }
  return choices;
}

}  // namespace heed::app
