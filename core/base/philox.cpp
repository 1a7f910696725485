#include "core/base/philox.h"

#include <cmath>
#include <numbers>

namespace heed::core {

namespace {

constexpr std::uint32_t kMultiplier0 = 0xD2511F53U;
constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57U;
constexpr std::uint32_t kWeyl0 = 0x9E3779B9U;
constexpr std::uint32_t kWeyl1 = 0xBB67AE85U;
constexpr int kRounds = 10;

std::uint32_t highHalf(std::uint64_t product) {
  return static_cast<std::uint32_t>(product >> 32U);
}
std::uint32_t lowHalf(std::uint64_t product) {
  return static_cast<std::uint32_t>(product);
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
  std::array<std::uint32_t, 4> c = {lowHalf(counter), highHalf(counter), lowHalf(stream), highHalf(stream)};
  std::uint32_t key0 = lowHalf(seed);
  std::uint32_t key1 = highHalf(seed);
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t product0 = std::uint64_t{kMultiplier0} * c[0];
    const std::uint64_t product1 = std::uint64_t{kMultiplier1} * c[2];
    c = {highHalf(product1) ^ c[1] ^ key0, lowHalf(product1), highHalf(product0) ^ c[3] ^ key1, lowHalf(product0)};
    key0 += kWeyl0;
    key1 += kWeyl1;
  }
  return c;
}

float philoxUniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const std::uint32_t bits = philox(seed, stream, index / 4)[index % 4];
  return static_cast<float>(bits >> 8U) * 0x1p-24F;
}

double philoxNormal(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const auto bits = philox(seed, stream, index / 2);
  const std::size_t pair = index % 2 == 0 ? 0 : 2;
  const double radiusUniform = (static_cast<double>(bits[pair]) + 0.5) * 0x1p-32;
  const double angleUniform = static_cast<double>(bits[pair + 1]) * 0x1p-32;
  return std::sqrt(-2.0 * std::log(radiusUniform)) * std::cos(2.0 * std::numbers::pi * angleUniform);
}

std::uint64_t stableHash(const char* bytes, std::size_t count) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (std::size_t i = 0; i < count; ++i) {
    hash ^= static_cast<unsigned char>(bytes[i]);
    hash *= 0x100000001B3U;
  }
  return hash;
}

}  // namespace heed::core
