#include "gpu/backend/hazards.h"

#include <algorithm>

namespace heed::gpu {

namespace {

/// As many ranges as are compared one by one; more than this wait in any case.
constexpr std::size_t kMostRanges = 256;

bool anyOverlap(std::span<const MemoryRange> a, std::span<const MemoryRange> b) {
  return std::ranges::any_of(a, [&](const MemoryRange& range) {
    return std::ranges::any_of(b, [&](const MemoryRange& other) { return range.overlaps(other); });
  });
}

}  // namespace

bool Hazards::mustWait(std::span<const MemoryRange> reads, std::span<const MemoryRange> writes) const {
  if (m_reads.size() + m_writes.size() > kMostRanges) return true;
  return anyOverlap(reads, m_writes) || anyOverlap(writes, m_writes) || anyOverlap(writes, m_reads);
}

void Hazards::add(std::span<const MemoryRange> reads, std::span<const MemoryRange> writes) {
  m_reads.insert(m_reads.end(), reads.begin(), reads.end());
  m_writes.insert(m_writes.end(), writes.begin(), writes.end());
}

void Hazards::clear() {
  m_reads.clear();
  m_writes.clear();
}

}  // namespace heed::gpu
