#pragma once

#include "gpu/vulkan/command_buffer.h"
#include "gpu/vulkan/timeline_semaphore.h"

#include <cstdint>
#include <memory>

namespace heed::gpu {

/// Submits command buffers one after the other and knows which have ended.
class Queue {
 public:
  [[nodiscard]] static std::unique_ptr<Queue> create(const Device& device);

  /// Starts the commands and returns their number, the first being 1. Throws core::Error{Device} once the device is
  /// lost.
  std::uint64_t submit(const CommandBuffer& commands);
  /// Waits until the submission with this number has ended.
  void wait(std::uint64_t number) const;
  /// Waits until nothing runs any more, so that what the commands use may be freed, whatever failed before.
  void settle() const noexcept;
  [[nodiscard]] std::uint64_t submissions() const { return m_submissions; }

 private:
  explicit Queue(const Device& device) : m_device(device) {}

  const Device& m_device;
  std::unique_ptr<TimelineSemaphore> m_semaphore;
  std::uint64_t m_submissions = 0;
};

/// Settles a queue when it goes, so that an error leaves nothing running. To be made behind what the commands use.
class Settling {
 public:
  explicit Settling(const Queue& queue) : m_queue(queue) {}
  ~Settling() { m_queue.settle(); }
  Settling(const Settling&) = delete;
  Settling& operator=(const Settling&) = delete;

 private:
  const Queue& m_queue;
};

}  // namespace heed::gpu
