#include "gpu/vulkan/memory_blocks.h"

#include <algorithm>

namespace heed::gpu {

namespace {

/// Storage offsets, copies and 128-bit loads are aligned by it on every device.
constexpr std::uint64_t kAlignment = 256;
constexpr std::uint64_t kFirstBlock = std::uint64_t{1} << 16U;
constexpr std::uint64_t kLargestBlock = std::uint64_t{64} << 20U;

}  // namespace

MemoryPiece MemoryBlocks::take(std::uint64_t bytes) {
  const std::uint64_t needed = (std::max<std::uint64_t>(bytes, 1) + kAlignment - 1) / kAlignment * kAlignment;
  if (m_blocks.empty() || m_used + needed > m_blocks.back()->bytes()) {
    const std::uint64_t usual = m_blocks.empty() ? kFirstBlock : std::min(2 * m_blocks.back()->bytes(), kLargestBlock);
    m_blocks.push_back(Buffer::create(m_device, std::max(usual, needed), m_place));
    m_used = 0;
  }
  const MemoryPiece piece{m_blocks.back().get(), m_used};
  m_used += needed;
  return piece;
}

}  // namespace heed::gpu
