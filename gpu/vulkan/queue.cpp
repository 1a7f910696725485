#include "gpu/vulkan/queue.h"

#include "core/base/error.h"

#include <chrono>
#include <thread>

namespace heed::gpu {

namespace {

constexpr std::chrono::seconds kWaitPart{1};
/// How often settle() asks again where asking fails, and how long it waits between; memory comes back or never.
constexpr int kAttempts = 100;
constexpr std::chrono::milliseconds kPause{10};

}  // namespace

std::unique_ptr<Queue> Queue::create(const Device& device) {
  std::unique_ptr<Queue> queue(new Queue(device));
  queue->m_semaphore = TimelineSemaphore::create(device);
  return queue;
}

std::uint64_t Queue::submit(const CommandBuffer& commands) {
  const std::uint64_t number = m_submissions + 1;
  VkCommandBuffer handle = commands.handle();
  VkSemaphore semaphore = m_semaphore->handle();
  VkTimelineSemaphoreSubmitInfo timeline{};
  timeline.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  timeline.signalSemaphoreValueCount = 1;
  timeline.pSignalSemaphoreValues = &number;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.pNext = &timeline;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &handle;
  info.signalSemaphoreCount = 1;
  info.pSignalSemaphores = &semaphore;
  if (m_device.isLost()) m_device.require(VK_ERROR_DEVICE_LOST, "starting work on the device");
  m_device.require(m_device.calls().queueSubmit(m_device.queue(), 1, &info, VK_NULL_HANDLE),
                   "starting work on the device");
  m_submissions = number;
  return number;
}

void Queue::wait(std::uint64_t number) const {
  while (!m_semaphore->waitFor(number, kWaitPart)) {
  }
}

void Queue::settle() const noexcept {
  for (int attempt = 0; attempt < kAttempts && !m_device.isLost(); ++attempt) {
    try {
      wait(m_submissions);
      return;
    } catch (const core::Error&) {
      std::this_thread::sleep_for(kPause);
    }
  }
}

}  // namespace heed::gpu
