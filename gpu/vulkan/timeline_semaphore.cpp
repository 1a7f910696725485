#include "gpu/vulkan/timeline_semaphore.h"

#include "gpu/vulkan/result.h"

namespace heed::gpu {

std::unique_ptr<TimelineSemaphore> TimelineSemaphore::create(const Device& device) {
  std::unique_ptr<TimelineSemaphore> semaphore(new TimelineSemaphore(device));
  VkSemaphoreTypeCreateInfo type{};
  type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  VkSemaphoreCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
  info.pNext = &type;
  require(device.calls().createSemaphore(device.handle(), &info, nullptr, &semaphore->m_handle),
          "creating a semaphore");
  return semaphore;
}

TimelineSemaphore::~TimelineSemaphore() {
  if (m_handle != VK_NULL_HANDLE) m_device.calls().destroySemaphore(m_device.handle(), m_handle, nullptr);
}

bool TimelineSemaphore::waitFor(std::uint64_t value, std::chrono::nanoseconds limit) const {
  VkSemaphoreWaitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
  info.semaphoreCount = 1;
  info.pSemaphores = &m_handle;
  info.pValues = &value;
  const VkResult result =
      m_device.calls().waitSemaphores(m_device.handle(), &info, static_cast<std::uint64_t>(limit.count()));
  if (result == VK_TIMEOUT) return false;
  m_device.require(result, "waiting for the device");
  return true;
}

}  // namespace heed::gpu
