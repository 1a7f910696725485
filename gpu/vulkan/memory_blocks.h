#pragma once

#include "gpu/vulkan/buffer.h"

#include <vector>

namespace heed::gpu {

/// A piece of a block.
struct MemoryPiece {
  const Buffer* buffer = nullptr;
  std::uint64_t offset = 0;

  [[nodiscard]] VkDeviceAddress address() const { return buffer->address() + offset; }
};

/// Memory for many values in few buffers: pieces are cut from blocks one after the other and live as long as all of
/// them. Drivers allow a few thousand allocations only, and each is slow.
class MemoryBlocks {
 public:
  MemoryBlocks(const Device& device, MemoryPlace place) : m_device(device), m_place(place) {}

  /// A piece that starts at a multiple of 256 bytes. An empty one is as good as any. Throws core::Error{Device}.
  [[nodiscard]] MemoryPiece take(std::uint64_t bytes);
  [[nodiscard]] std::size_t blockCount() const { return m_blocks.size(); }

 private:
  const Device& m_device;
  MemoryPlace m_place;
  std::vector<std::unique_ptr<Buffer>> m_blocks;
  std::uint64_t m_used = 0;  ///< of the last block
};

}  // namespace heed::gpu
