#pragma once

#include "gpu/vulkan/device.h"

#include <cstddef>
#include <memory>
#include <span>

namespace heed::gpu {

/// Where a buffer's memory lies: on the device for kernels, or where the host reads and writes it.
enum class MemoryPlace { Device, Host };

/// A buffer with memory of its own.
class Buffer {
 public:
  /// `bytes` must be positive.
  [[nodiscard]] static std::unique_ptr<Buffer> create(const Device& device, std::uint64_t bytes, MemoryPlace place);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] VkBuffer handle() const { return m_handle; }
  [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }
  /// What kernels reach it by.
  [[nodiscard]] VkDeviceAddress address() const { return m_address; }
  /// The memory as the host sees it, all through the buffer's life; empty for memory on the device.
  [[nodiscard]] std::span<std::byte> mapped() const { return m_mapped; }

 private:
  explicit Buffer(const Device& device) : m_device(device) {}
  void createHandle();
  void allocate(MemoryPlace place);

  const Device& m_device;
  std::uint64_t m_bytes = 0;
  std::uint64_t m_countedBytes = 0;  ///< that count for the limit of Faults
  VkBuffer m_handle = VK_NULL_HANDLE;
  VkDeviceMemory m_memory = VK_NULL_HANDLE;
  VkDeviceAddress m_address = 0;
  std::span<std::byte> m_mapped;
};

}  // namespace heed::gpu
