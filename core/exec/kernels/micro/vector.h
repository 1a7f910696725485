#pragma once

// A vector of floats as wide as the instruction set of this build. Included by micro/build.cpp only, and everything
// here has internal linkage: the same names stand for different instructions in each build.

#include <cstdint>
#include <utility>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace heed::core {
namespace {

#if defined(__AVX512F__)
constexpr std::int64_t kLanes = 16;
#elif defined(__AVX2__)
constexpr std::int64_t kLanes = 8;
#else
constexpr std::int64_t kLanes = 4;
#endif

#if defined(__AVX512F__)
// GCC 12 warns of the undefined operand inside its unmasked intrinsics; a mask of all lanes costs nothing.
constexpr __mmask16 kAllLanes = 0xFFFF;
#endif

constexpr int kVectorBytes = static_cast<int>(kLanes) * 4;
using Vector = float __attribute__((vector_size(kVectorBytes), may_alias));
using VectorInt = std::int32_t __attribute__((vector_size(kVectorBytes), may_alias));
using UnalignedVector = float __attribute__((vector_size(kVectorBytes), aligned(4), may_alias));

[[gnu::always_inline]] inline Vector load(const float* from) {
  return *reinterpret_cast<const UnalignedVector*>(from);
}

[[gnu::always_inline]] inline void store(float* to, Vector value) {
  *reinterpret_cast<UnalignedVector*>(to) = value;
}

[[gnu::always_inline]] inline Vector broadcast(float value) {
  return value - Vector{};
}

/// The first `count` lanes from memory, the others `fill`; nothing past them is read. 0 <= count < kLanes.
[[gnu::always_inline]] inline Vector loadFirst(const float* from, std::int64_t count, float fill = 0) {
#if defined(__AVX512F__)
  return Vector(_mm512_mask_loadu_ps(_mm512_set1_ps(fill), static_cast<__mmask16>((1U << count) - 1U), from));
#else
  Vector value = broadcast(fill);
  for (std::int64_t lane = 0; lane < count; ++lane) value[lane] = from[lane];
  return value;
#endif
}

/// Writes past the caches where the instruction set can; `to` must be aligned to the vector. Followed by
/// endStreaming().
[[gnu::always_inline]] inline void storeStreaming(float* to, Vector value) {
#if defined(__AVX512F__)
  _mm512_stream_ps(to, __m512(value));
#elif defined(__AVX2__)
  _mm256_stream_ps(to, __m256(value));
#elif defined(__SSE2__)
  _mm_stream_ps(to, __m128(value));
#else
  store(to, value);
#endif
}

[[gnu::always_inline]] inline void endStreaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Writes the first `count` lanes.
[[gnu::always_inline]] inline void storeFirst(float* to, std::int64_t count, Vector value) {
#if defined(__AVX512F__)
  _mm512_mask_storeu_ps(to, static_cast<__mmask16>((1U << count) - 1U), __m512(value));
#else
  for (std::int64_t lane = 0; lane < count; ++lane) to[lane] = value[lane];
#endif
}

/// a > b ? a : b in each lane, so a NaN in `a` gives b and a NaN in `b` gives b.
[[gnu::always_inline]] inline Vector larger(Vector a, Vector b) {
#if defined(__AVX512F__)
  return Vector(_mm512_maskz_max_ps(kAllLanes, __m512(a), __m512(b)));
#elif defined(__AVX2__)
  return Vector(_mm256_max_ps(__m256(a), __m256(b)));
#elif defined(__SSE2__)
  return Vector(_mm_max_ps(__m128(a), __m128(b)));
#else
  return a > b ? a : b;
#endif
}

/// a < b ? a : b in each lane, so a NaN in either gives b.
[[gnu::always_inline]] inline Vector smaller(Vector a, Vector b) {
#if defined(__AVX512F__)
  return Vector(_mm512_maskz_min_ps(kAllLanes, __m512(a), __m512(b)));
#elif defined(__AVX2__)
  return Vector(_mm256_min_ps(__m256(a), __m256(b)));
#elif defined(__SSE2__)
  return Vector(_mm_min_ps(__m128(a), __m128(b)));
#else
  return a < b ? a : b;
#endif
}

/// The lanes of `value` where the byte is not 0, `otherwise` elsewhere. Reads exactly kLanes bytes.
[[gnu::always_inline]] inline Vector keepWhere(const std::uint8_t* mask, Vector value, Vector otherwise) {
#if defined(__AVX512F__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(mask));
  const __mmask16 kept = _mm_test_epi8_mask(bytes, bytes);
  return Vector(_mm512_mask_blend_ps(kept, __m512(otherwise), __m512(value)));
#else
  VectorInt kept;
  for (std::int64_t lane = 0; lane < kLanes; ++lane) kept[lane] = mask[lane];
  return kept != 0 ? value : otherwise;
#endif
}

/// The lanes from `width` on, moved to the front.
template <int kWidth, int... kLane>
[[gnu::always_inline]] inline Vector upperLanes(Vector value, std::integer_sequence<int, kLane...>) {
  return __builtin_shufflevector(value, value, ((kLane + kWidth) % static_cast<int>(kLanes))...);
}

/// Folds the upper half onto the lower one until one lane is left: the same order in every call.
template <typename Fold>
[[gnu::always_inline]] inline float foldLanes(Vector value, const Fold& fold) {
  constexpr auto kAll = std::make_integer_sequence<int, static_cast<int>(kLanes)>();
  if constexpr (kLanes >= 16) value = fold(value, upperLanes<8>(value, kAll));
  if constexpr (kLanes >= 8) value = fold(value, upperLanes<4>(value, kAll));
  value = fold(value, upperLanes<2>(value, kAll));
  value = fold(value, upperLanes<1>(value, kAll));
  return value[0];
}

[[gnu::always_inline]] inline float sumOfLanes(Vector value) {
  return foldLanes(value, [](Vector a, Vector b) { return a + b; });
}

/// The largest lane, of lanes without NaN.
[[gnu::always_inline]] inline float largestLane(Vector value) {
  return foldLanes(value, [](Vector a, Vector b) { return larger(a, b); });
}

/// One round of a transpose: exchanges blocks of kWidth lanes between rows that are kWidth apart.
template <int kWidth, int... kLane>
[[gnu::always_inline]] inline void transposeRound(Vector (&rows)[kLanes], std::integer_sequence<int, kLane...>) {
  constexpr int kCount = static_cast<int>(kLanes);
#pragma GCC unroll 16
  for (int row = 0; row < kCount; ++row) {
    if ((row & kWidth) != 0) continue;
    const Vector first = rows[row];
    const Vector second = rows[row + kWidth];
    rows[row] = __builtin_shufflevector(first, second, ((kLane & kWidth) != 0 ? kCount + kLane - kWidth : kLane)...);
    rows[row + kWidth] =
        __builtin_shufflevector(first, second, ((kLane & kWidth) != 0 ? kCount + kLane : kLane + kWidth)...);
  }
}

/// Transposes kLanes vectors of kLanes floats in place.
[[gnu::always_inline]] inline void transpose(Vector (&rows)[kLanes]) {
  constexpr auto kAll = std::make_integer_sequence<int, static_cast<int>(kLanes)>();
  if constexpr (kLanes >= 16) transposeRound<8>(rows, kAll);
  if constexpr (kLanes >= 8) transposeRound<4>(rows, kAll);
  transposeRound<2>(rows, kAll);
  transposeRound<1>(rows, kAll);
}

}  // namespace
}  // namespace heed::core
