#pragma once

// exp, tanh, sigmoid and GELU of a vector. The polynomials are least-maximum fits made for this file (Lawson's
// iteration); the error beside each is that of the polynomial alone, relative.

#include "core/exec/kernels/micro/vector.h"

#include <numbers>

namespace heed::core {
namespace {

constexpr float kLog2E = std::numbers::log2e_v<float>;

/// Adding and subtracting it rounds to the nearest integer (1.5 * 2^23).
constexpr float kRounder = 12582912.0F;

/// value * 2^exponent for integer lanes of `exponent` in [-152, 129], in two steps so that subnormal results and
/// infinity are right. `rounded` holds exponent + kRounder.
[[gnu::always_inline]] inline Vector scaleByPower(Vector value, Vector rounded) {
#if defined(__AVX512F__)
  return Vector(_mm512_maskz_scalef_ps(kAllLanes, __m512(value), __m512(rounded - kRounder)));
#else
  const VectorInt exponent = reinterpret_cast<VectorInt>(rounded) - 0x4B400000;
  const VectorInt half = exponent >> 1;
  const auto first = reinterpret_cast<Vector>((half + 127) << 23);
  const auto second = reinterpret_cast<Vector>((exponent - half + 127) << 23);
  return value * first * second;
#endif
}

/// e^x to 2 units in the last place; 0 below -104, infinity above 88.73, NaN of NaN.
[[gnu::always_inline]] inline Vector expOf(Vector x) {
  const Vector bounded = larger(broadcast(-105.0F), smaller(broadcast(89.0F), x));
  const Vector rounded = bounded * kLog2E + kRounder;
  const Vector exponent = rounded - kRounder;
  Vector r = bounded - exponent * (355.0F / 512.0F);  // ln(2) in two parts, the first exact in nine bits
  r = r + exponent * 2.12194440e-4F;
  Vector p = broadcast(0.00138144183F);  // 3.1e-9 on |r| <= ln(2) / 2
  p = p * r + 0.00836875569F;
  p = p * r + 0.0416683927F;
  p = p * r + 0.166665196F;
  p = p * r + 0.49999994F;
  p = p * (r * r) + r;
  return scaleByPower(p + 1.0F, rounded);
}

/// 2^x for x <= 0 or NaN, relative error 1.5e-7 beside that of x.
[[gnu::always_inline]] inline Vector powerOfTwo(Vector x) {
#if defined(__AVX512DQ__)
  const auto r = Vector(_mm512_maskz_reduce_ps(kAllLanes, __m512(x), 0));
#else
  const Vector bounded = larger(broadcast(-151.0F), x);
  const Vector rounded = bounded + kRounder;
  const Vector r = bounded - (rounded - kRounder);
#endif
  Vector p = broadcast(0.00132644689F);  // 9.2e-8 on |r| <= 1/2
  p = p * r + 0.0096715875F;
  p = p * r + 0.0555073507F;
  p = p * r + 0.240222409F;
  p = p * r + 0.693147004F;  // NOLINT(modernize-use-std-numbers): a coefficient of the fit
  p = p * r + 1.0F;
#if defined(__AVX512DQ__)
  return Vector(_mm512_maskz_scalef_ps(kAllLanes, __m512(p), __m512(x - r)));
#else
  return scaleByPower(p, rounded);
#endif
}

[[gnu::always_inline]] inline Vector magnitude(Vector x) {
  return reinterpret_cast<Vector>(reinterpret_cast<VectorInt>(x) & 0x7FFFFFFF);
}

[[gnu::always_inline]] inline Vector withSignOf(Vector x, Vector sign) {
  return reinterpret_cast<Vector>(reinterpret_cast<VectorInt>(x) |
                                  (reinterpret_cast<VectorInt>(sign) & static_cast<std::int32_t>(0x80000000U)));
}

/// tanh: an odd polynomial below 0.625, 1 - 2 / (e^2|x| + 1) above.
[[gnu::always_inline]] inline Vector tanhOf(Vector x) {
  const Vector size = magnitude(x);
  const Vector z = x * x;
  Vector p = broadcast(-0.00569694908F);  // 4.5e-9
  p = p * z + 0.0206321161F;
  p = p * z - 0.0537376516F;
  p = p * z + 0.133314177F;
  p = p * z - 0.333332807F;
  const Vector near = x + x * z * p;
  const Vector far = withSignOf(1.0F - 2.0F / (expOf(size + size) + 1.0F), x);
  return size < 0.625F ? near : far;
}

[[gnu::always_inline]] inline Vector sigmoidOf(Vector x) {
  return 1.0F / (1.0F + expOf(-x));
}

/// x * Phi(x), where Phi(-u) = erfcx(u / sqrt(2)) * e^(-u^2 / 2) / 2 for u >= 0 keeps the left tail exact.
[[gnu::always_inline]] inline Vector geluOf(Vector x) {
  const Vector size = smaller(broadcast(14.0F), magnitude(x));
  const Vector t = 1.0F / (1.0F + size * 0.353553391F);
  Vector p = broadcast(-0.0588169545F);  // erfcx(z) / t with t = 1 / (1 + z / 2): 4.2e-8 on 0 <= z <= 9.3
  p = p * t + 0.283337176F;
  p = p * t - 0.484617501F;
  p = p * t + 0.275087297F;
  p = p * t - 0.0245526414F;
  p = p * t + 0.201799825F;
  p = p * t + 0.243330881F;
  p = p * t + 0.282343626F;
  p = p * t + 0.28208825F;
  const Vector tail = 0.5F * p * t * expOf(-0.5F * size * size);
  const Vector result = x * (x > 0.0F ? 1.0F - tail : tail);
  return x < -14.0F ? Vector{} : result;
}

/// The tanh form: x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))) = x * sigmoid(2 * ...).
[[gnu::always_inline]] inline Vector geluTanhOf(Vector x) {
  const Vector inner = 1.59576912F * x * (1.0F + 0.044715F * x * x);
  return x < -14.0F ? Vector{} : x * sigmoidOf(inner);
}

/// Calls out = function(in) for `count` elements.
template <Vector (*kFunction)(Vector)>
void mapElements(std::int64_t count, const float* in, float* out) {
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) store(out + i, kFunction(load(in + i)));
  if (i < count) storeFirst(out + i, count - i, kFunction(loadFirst(in + i, count - i)));
}

}  // namespace
}  // namespace heed::core
