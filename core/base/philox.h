#pragma once

#include <array>
#include <cstdint>

namespace heed::core {

/// Counter-based random numbers: Philox 4x32 with 10 rounds (Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as
/// easy as 1, 2, 3", SC 2011). The same (seed, stream, index) gives the same bits on every backend, in any order.
[[nodiscard]] std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter);

/// The index-th uniform of a stream in [0, 1): 24 bits, so that float32 and float64 hold exactly the same number.
[[nodiscard]] float philoxUniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// The index-th standard normal of a stream, by Box and Muller from two uniforms of the same counter.
[[nodiscard]] double philoxNormal(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// A stable 64-bit hash of bytes (FNV-1a), to make a stream of a name.
[[nodiscard]] std::uint64_t stableHash(const char* bytes, std::size_t count);

}  // namespace heed::core
