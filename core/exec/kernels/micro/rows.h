#pragma once

// Whole rows: sums, maxima, softmax, layer norm and the inner row of attention.

#include "core/exec/kernels/micro/functions.h"
#include "core/exec/kernels/micro_kernels.h"

namespace heed::core {
namespace {

constexpr float kInfinity = __builtin_inff();

/// The byte mask of fewer than kLanes elements, filled with 0.
struct MaskTail {
  std::uint8_t bytes[kLanes] = {};
  [[gnu::always_inline]] MaskTail(const std::uint8_t* mask, std::int64_t count) {
    for (std::int64_t lane = 0; lane < count; ++lane) bytes[lane] = mask[lane];
  }
};

float sumRow(std::int64_t count, const float* in) {
  Vector sums[4] = {};
  std::int64_t i = 0;
  for (; i + 4 * kLanes <= count; i += 4 * kLanes) {
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) sums[j] += load(in + i + j * kLanes);
  }
  for (; i + kLanes <= count; i += kLanes) sums[0] += load(in + i);
  if (i < count) sums[1] += loadFirst(in + i, count - i);
  return sumOfLanes((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

[[gnu::always_inline]] inline VectorInt isNumber(Vector value) {
  return value == value;  // NOLINT(misc-redundant-expression): false for NaN
}

/// The maximum, NaN where there is one; -infinity of nothing.
float maximumRow(std::int64_t count, const float* in) {
  Vector largest = broadcast(-kInfinity);
  Vector invalid = {};
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const Vector value = load(in + i);
    largest = larger(value, largest);
    invalid = isNumber(value) ? invalid : value;
  }
  if (i < count) {
    const Vector value = loadFirst(in + i, count - i, -kInfinity);
    largest = larger(value, largest);
    invalid = isNumber(value) ? invalid : value;
  }
  const float sum = sumOfLanes(invalid);
  return sum == sum ? largestLane(largest) : sum;
}

/// The largest visible element of `sign` * in, NaN passed over.
template <bool kNegated, bool kMasked>
[[gnu::always_inline]] inline float largestVisible(std::int64_t count, const float* in, const std::uint8_t* mask) {
  const std::uint8_t* visible = kMasked ? mask : nullptr;
  const Vector hidden = broadcast(-kInfinity);
  Vector largest[4] = {hidden, hidden, hidden, hidden};
  std::int64_t i = 0;
  const auto signedLoad = [&](std::int64_t at) {
    Vector value = load(in + at);
    if constexpr (kNegated) value = -value;
    if constexpr (kMasked) value = keepWhere(visible + at, value, hidden);
    return value;
  };
  for (; i + 4 * kLanes <= count; i += 4 * kLanes) {
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) largest[j] = larger(signedLoad(i + j * kLanes), largest[j]);
  }
  for (; i + kLanes <= count; i += kLanes) largest[0] = larger(signedLoad(i), largest[0]);
  if (i < count) {
    Vector value = loadFirst(in + i, count - i, kNegated ? kInfinity : -kInfinity);
    if constexpr (kNegated) value = -value;
    if constexpr (kMasked) value = keepWhere(MaskTail(visible + i, count - i).bytes, value, hidden);
    largest[1] = larger(value, largest[1]);
  }
  return largestLane(larger(larger(largest[0], largest[1]), larger(largest[2], largest[3])));
}

/// Whether the mask shows anything.
[[gnu::always_inline]] inline bool anyVisible(std::int64_t count, const std::uint8_t* mask) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (mask[i] != 0) return true;
  }
  return false;
}

/// out = the unnormalised weights e^(scale * (in - maximum)) of a row; returns the factor that makes their sum 1.
/// Touches a cache line of `next` for each one that it works on, so that memory is busy meanwhile.
template <bool kMasked>
[[gnu::always_inline]] inline float softmaxWeights(std::int64_t count, const float* in, float scale,
                                                   const std::uint8_t* mask, const float* next, float* out) {
  const float size = scale < 0 ? -scale : scale;
  const float largest =
      scale < 0 ? largestVisible<true, kMasked>(count, in, mask) : largestVisible<false, kMasked>(count, in, mask);
  const float shift = size * largest;
  const auto weights = [&](Vector value, const std::uint8_t* visible) {
    const Vector weight = expOf(value * scale - shift);
    if constexpr (kMasked) return keepWhere(visible, weight, Vector{});
    return weight;
  };
  Vector sums[2] = {};
  std::int64_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    __builtin_prefetch(next + i);
    __builtin_prefetch(next + i + kLanes);
#pragma GCC unroll 2
    for (int j = 0; j < 2; ++j) {
      const Vector weight = weights(load(in + i + j * kLanes), kMasked ? mask + i + j * kLanes : nullptr);
      store(out + i + j * kLanes, weight);
      sums[j] += weight;
    }
  }
  for (; i < count; i += kLanes) {
    const std::int64_t left = count - i < kLanes ? count - i : kLanes;
    const MaskTail tail(kMasked ? mask + i : nullptr, kMasked ? left : 0);
    const Vector value = left == kLanes ? load(in + i) : loadFirst(in + i, left);
    const Vector weight = weights(value, tail.bytes);
    if (left == kLanes) {
      store(out + i, weight);
      sums[0] += weight;
    } else {
      storeFirst(out + i, left, weight);
      sums[1] += loadFirst(out + i, left);
    }
  }
  return 1.0F / sumOfLanes(sums[0] + sums[1]);
}

void scaleRow(std::int64_t count, float factor, const float* in, float* out) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) store(out + i, load(in + i) * factor);
  if (i < count) storeFirst(out + i, count - i, loadFirst(in + i, count - i) * factor);
}

void softmaxRow(std::int64_t count, const float* in, float scale, const std::uint8_t* mask, float* out) {
  if (mask == nullptr) {
    scaleRow(count, softmaxWeights<false>(count, in, scale, mask, in, out), out, out);
  } else if (anyVisible(count, mask)) {
    scaleRow(count, softmaxWeights<true>(count, in, scale, mask, in, out), out, out);
  } else {
    for (std::int64_t i = 0; i < count; ++i) out[i] = 0;
  }
}

void softmaxRowStreaming(std::int64_t count, const float* in, float scale, const float* next, float* scratch,
                         float* out) {
  const float factor = softmaxWeights<false>(count, in, scale, nullptr, next, scratch);
  for (std::int64_t i = 0; i < count; i += kLanes) storeStreaming(out + i, load(scratch + i) * factor);
  endStreaming();
}

void layerNormRow(std::int64_t count, const float* in, const float* gain, const float* shift, float epsilon, float* out,
                  float* statistics) {
  const float mean = sumRow(count, in) / static_cast<float>(count);
  Vector squares[2] = {};
  std::int64_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
#pragma GCC unroll 2
    for (int j = 0; j < 2; ++j) {
      const Vector difference = load(in + i + j * kLanes) - mean;
      squares[j] = difference * difference + squares[j];
    }
  }
  for (; i < count; i += kLanes) {
    const std::int64_t left = count - i < kLanes ? count - i : kLanes;
    const Vector value = left == kLanes ? load(in + i) : loadFirst(in + i, left, mean);
    squares[0] = (value - mean) * (value - mean) + squares[0];
  }
  const float variance = sumOfLanes(squares[0] + squares[1]) / static_cast<float>(count);
  const float scale = 1.0F / __builtin_sqrtf(variance + epsilon);
  statistics[0] = mean;
  statistics[1] = scale;
  for (i = 0; i < count; i += kLanes) {
    const std::int64_t left = count - i < kLanes ? count - i : kLanes;
    const auto take = [&](const float* from) { return left == kLanes ? load(from + i) : loadFirst(from + i, left); };
    Vector value = (take(in) - mean) * scale;
    if (gain != nullptr) value = value * take(gain);
    if (shift != nullptr) value = value + take(shift);
    if (left == kLanes) {
      store(out + i, value);
    } else {
      storeFirst(out + i, left, value);
    }
  }
}

/// Brings scores of the general case (bias, mask, negative scale) to scale * score + bias in units of log2, hidden ones
/// to -infinity.
[[gnu::always_inline]] inline void prepareScores(std::int64_t count, float scale, const float* bias,
                                                 const std::uint8_t* mask, float* scores) {
  const Vector hidden = broadcast(-kInfinity);
  for (std::int64_t i = 0; i < count; i += kLanes) {
    const std::int64_t left = count - i < kLanes ? count - i : kLanes;
    const bool whole = left == kLanes;
    Vector score = (whole ? load(scores + i) : loadFirst(scores + i, left)) * (scale * kLog2E);
    if (bias != nullptr) score += (whole ? load(bias + i) : loadFirst(bias + i, left)) * kLog2E;
    if (mask != nullptr) {
      score = whole ? keepWhere(mask + i, score, hidden) : keepWhere(MaskTail(mask + i, left).bytes, score, hidden);
    }
    if (whole) {
      store(scores + i, score);
    } else {
      storeFirst(scores + i, left, score);
    }
  }
}

/// scores = 2^(factor * scores - shift); returns their sum.
[[gnu::always_inline]] inline float weighScores(std::int64_t count, float factor, float shift, float* scores) {
  Vector sums[4] = {};
  std::int64_t i = 0;
  for (; i + 4 * kLanes <= count; i += 4 * kLanes) {
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) {
      const Vector weight = powerOfTwo(load(scores + i + j * kLanes) * factor - shift);
      store(scores + i + j * kLanes, weight);
      sums[j] += weight;
    }
  }
  for (; i + kLanes <= count; i += kLanes) {
    const Vector weight = powerOfTwo(load(scores + i) * factor - shift);
    store(scores + i, weight);
    sums[0] += weight;
  }
  if (i < count) {
    const Vector weight = powerOfTwo(loadFirst(scores + i, count - i, -kInfinity) * factor - shift);
    storeFirst(scores + i, count - i, weight);
    sums[1] += weight;
  }
  return sumOfLanes((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

float attentionRow(const AttentionRow& row) {
  for (std::int64_t i = 0; i < row.allowedBegin; ++i) row.scores[i] = 0;
  for (std::int64_t i = row.allowedEnd; i < row.count; ++i) row.scores[i] = 0;
  const std::int64_t count = row.allowedEnd - row.allowedBegin;
  if (count <= 0) return 1;
  float* scores = row.scores + row.allowedBegin;
  const bool plain = row.bias == nullptr && row.mask == nullptr && row.scale > 0;
  if (!plain) {
    prepareScores(count, row.scale, row.bias == nullptr ? nullptr : row.bias + row.allowedBegin,
                  row.mask == nullptr ? nullptr : row.mask + row.allowedBegin, scores);
  }
  const float factor = plain ? row.scale * kLog2E : 1.0F;
  const float before = *row.maximum;
  const float found = largestVisible<false, false>(count, scores, nullptr) * factor;
  const float maximum = found > before ? found : before;
  const float shift = maximum == -kInfinity ? 0.0F : maximum;
  const float sum = weighScores(count, factor, shift, scores);
  const bool isFirst = before == -kInfinity;
  const float rescale = isFirst || before == maximum ? 1.0F : powerOfTwo(broadcast(before - shift))[0];
  *row.sum = *row.sum * rescale + sum;
  *row.maximum = maximum;
  return rescale;
}

}  // namespace
}  // namespace heed::core
