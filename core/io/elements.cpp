#include "core/io/elements.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace heed::core {

static_assert(std::endian::native == std::endian::little, "tensors are written as they lie in memory");

namespace {

constexpr std::uint64_t kElementLimit = std::uint64_t{1} << 40U;

template <typename Number>
Number load(const char* bytes, std::endian order) {
  char buffer[sizeof(Number)];
  std::memcpy(buffer, bytes, sizeof(Number));
  if (order != std::endian::native) std::reverse(std::begin(buffer), std::end(buffer));
  Number number;
  std::memcpy(&number, buffer, sizeof(Number));
  return number;
}

template <typename Stored, typename Target, typename Convert>
void decode(std::string_view bytes, std::endian order, std::span<Target> target, Convert convert) {
  for (std::size_t i = 0; i < target.size(); ++i) {
    target[i] = convert(load<Stored>(bytes.data() + i * sizeof(Stored), order));
  }
}

template <typename Stored>
void decodeInts(std::string_view bytes, std::endian order, std::span<std::int32_t> target, std::string_view what) {
  decode<Stored>(bytes, order, target, [what](Stored value) {
    if (!std::in_range<std::int32_t>(value)) {
      throw Error(ErrorKind::Format,
                  text("Elements", "%1 holds the number %2, which does not fit in 32 bits.", what, value));
    }
    return static_cast<std::int32_t>(value);
  });
}

template <typename Stored>
void decodeAsIs(std::string_view bytes, std::endian order, std::span<Stored> target) {
  if (order == std::endian::native) {
    if (!bytes.empty()) std::memcpy(target.data(), bytes.data(), bytes.size());
  } else {
    decode<Stored>(bytes, order, target, [](Stored value) { return value; });
  }
}

}  // namespace

std::size_t bytesPerElement(FileElement element) {
  switch (element) {
    case FileElement::Bool:
    case FileElement::Int8:
    case FileElement::UInt8:
      return 1;
    case FileElement::Int16:
    case FileElement::UInt16:
    case FileElement::Float16:
    case FileElement::BFloat16:
      return 2;
    case FileElement::Int32:
    case FileElement::UInt32:
    case FileElement::Float32:
      return 4;
    case FileElement::Int64:
    case FileElement::UInt64:
    case FileElement::Float64:
      return 8;
  }
  HEED_ASSERT(false);
}

ElementKind kindOf(FileElement element) {
  switch (element) {
    case FileElement::Bool:
      return ElementKind::Bool;
    case FileElement::Float16:
    case FileElement::BFloat16:
    case FileElement::Float32:
      return ElementKind::Float32;
    case FileElement::Float64:
      return ElementKind::Float64;
    default:
      return ElementKind::Int32;
  }
}

Shape declaredShape(std::span<const std::uint64_t> sizes, std::string_view what) {
  if (sizes.size() > Shape::kMaxRank) {
    throw Error(ErrorKind::Limit,
                text("Elements", "%1 has %2 dimensions; at most %3 are read.", what, sizes.size(), Shape::kMaxRank));
  }
  std::uint64_t count = 1;
  std::vector<std::int64_t> dimensions;
  for (const std::uint64_t size : sizes) {
    const std::uint64_t factor = std::max<std::uint64_t>(1, size);
    if (factor > kElementLimit / count) {
      throw Error(ErrorKind::Limit, text("Elements", "%1 declares more than %2 elements.", what, kElementLimit));
    }
    count *= factor;
    dimensions.push_back(static_cast<std::int64_t>(size));
  }
  return Shape(std::span<const std::int64_t>(dimensions));
}

Tensor decodeElements(FileElement element, std::endian order, const Shape& shape, std::string_view bytes,
                      std::string_view what) {
  HEED_ASSERT(bytes.size() == static_cast<std::size_t>(shape.elementCount()) * bytesPerElement(element));
  TensorBuffer buffer(kindOf(element), shape);
  switch (element) {
    case FileElement::Bool:
      decode<std::uint8_t>(bytes, order, buffer.bools(),
                           [](std::uint8_t value) { return static_cast<std::uint8_t>(value != 0 ? 1 : 0); });
      break;
    case FileElement::Int8:
      decodeInts<std::int8_t>(bytes, order, buffer.ints(), what);
      break;
    case FileElement::Int16:
      decodeInts<std::int16_t>(bytes, order, buffer.ints(), what);
      break;
    case FileElement::Int32:
      decodeAsIs<std::int32_t>(bytes, order, buffer.ints());
      break;
    case FileElement::Int64:
      decodeInts<std::int64_t>(bytes, order, buffer.ints(), what);
      break;
    case FileElement::UInt8:
      decodeInts<std::uint8_t>(bytes, order, buffer.ints(), what);
      break;
    case FileElement::UInt16:
      decodeInts<std::uint16_t>(bytes, order, buffer.ints(), what);
      break;
    case FileElement::UInt32:
      decodeInts<std::uint32_t>(bytes, order, buffer.ints(), what);
      break;
    case FileElement::UInt64:
      decodeInts<std::uint64_t>(bytes, order, buffer.ints(), what);
      break;
    case FileElement::Float16:
      decode<std::uint16_t>(bytes, order, buffer.floats(), floatOfHalf);
      break;
    case FileElement::BFloat16:
      decode<std::uint16_t>(bytes, order, buffer.floats(), floatOfBfloat16);
      break;
    case FileElement::Float32:
      decodeAsIs<float>(bytes, order, buffer.floats());
      break;
    case FileElement::Float64:
      decodeAsIs<double>(bytes, order, buffer.doubles());
      break;
  }
  return buffer.finish();
}

std::string_view littleEndianBytes(const Tensor& tensor) {
  return {reinterpret_cast<const char*>(tensor.data()), tensor.byteCount()};
}

float floatOfHalf(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16U;
  const std::uint32_t exponent = (bits >> 10U) & 0x1FU;
  const std::uint32_t mantissa = bits & 0x3FFU;
  if (exponent == 0) {
    const float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wideExponent = exponent == 0x1FU ? 0xFFU : exponent + 112U;
  return std::bit_cast<float>(sign | (wideExponent << 23U) | (mantissa << 13U));
}

float floatOfBfloat16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

}  // namespace heed::core
