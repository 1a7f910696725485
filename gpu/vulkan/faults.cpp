#include "gpu/vulkan/faults.h"

#include <algorithm>
#include <array>

namespace heed::gpu {

namespace {

/// Functions that may answer VK_ERROR_DEVICE_LOST, by the Vulkan specification.
constexpr std::array<std::string_view, 5> kMayLose = {"vkCreateDevice", "vkDeviceWaitIdle", "vkGetQueryPoolResults",
                                                      "vkQueueSubmit", "vkWaitSemaphores"};

bool mayLose(std::string_view function) {
  return std::ranges::find(kMayLose, function) != kMayLose.end();
}

/// Work on a lost device has ended; as the device is not really lost, it is waited for.
Fault lost(std::string_view function) {
  return {VK_ERROR_DEVICE_LOST, function == "vkDeviceWaitIdle" || function == "vkWaitSemaphores"};
}

}  // namespace

void Faults::failCall(std::uint64_t number, FaultKind kind) {
  const std::scoped_lock lock(m_mutex);
  m_calls = 0;
  m_failing = number;
  m_kind = kind;
  m_isLost = false;
  m_failedFunction.clear();
}

void Faults::limitMemory(std::uint64_t bytes) {
  const std::scoped_lock lock(m_mutex);
  m_limit = bytes;
}

std::uint64_t Faults::calls() const {
  const std::scoped_lock lock(m_mutex);
  return m_calls;
}

std::string Faults::failedFunction() const {
  const std::scoped_lock lock(m_mutex);
  return m_failedFunction;
}

std::uint64_t Faults::memoryInUse() const {
  const std::scoped_lock lock(m_mutex);
  return m_memory;
}

std::optional<Fault> Faults::next(std::string_view function) {
  const std::scoped_lock lock(m_mutex);
  ++m_calls;
  if (m_isLost && mayLose(function)) return lost(function);
  if (m_calls != m_failing) return std::nullopt;
  m_failedFunction = function;
  if (m_kind == FaultKind::DeviceMemory) return Fault{VK_ERROR_OUT_OF_DEVICE_MEMORY, false};
  if (m_kind == FaultKind::HostMemory || !mayLose(function)) return Fault{VK_ERROR_OUT_OF_HOST_MEMORY, false};
  m_isLost = function != "vkCreateDevice";
  return lost(function);
}

bool Faults::takeMemory(std::uint64_t bytes) {
  const std::scoped_lock lock(m_mutex);
  if (bytes > m_limit || m_memory > m_limit - bytes) return false;
  m_memory += bytes;
  return true;
}

void Faults::giveBackMemory(std::uint64_t bytes) {
  const std::scoped_lock lock(m_mutex);
  m_memory -= bytes;
}

}  // namespace heed::gpu
