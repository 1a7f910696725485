#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace heed::gpu {

/// Bytes of the device's memory, by addresses.
struct MemoryRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] bool overlaps(const MemoryRange& other) const {
    return std::max(begin, other.begin) < std::min(end, other.end);
  }
};

/// What was read and written since the last barrier, to tell which work must wait: what reads or writes something that
/// was written, or writes something that was read.
class Hazards {
 public:
  [[nodiscard]] bool mustWait(std::span<const MemoryRange> reads, std::span<const MemoryRange> writes) const;
  void add(std::span<const MemoryRange> reads, std::span<const MemoryRange> writes);
  /// After a barrier.
  void clear();

 private:
  std::vector<MemoryRange> m_reads;
  std::vector<MemoryRange> m_writes;
};

}  // namespace heed::gpu
