#pragma once

#include "core/tensor/tensor.h"

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

namespace heed::core {

/// The kinds of elements that files hold, more than a Tensor has.
enum class FileElement {
  Bool,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Float16,
  BFloat16,
  Float32,
  Float64,
};

[[nodiscard]] std::size_t bytesPerElement(FileElement element);

/// The kind a Tensor takes: half precision becomes Float32 (exactly), whole numbers Int32.
[[nodiscard]] ElementKind kindOf(FileElement element);

/// The shape that a file declares. Throws Error{Limit} for more than six dimensions or more than 2^40 elements
/// (dimensions of 0 not counted), so that no later product overflows. `what` names the tensor in the sentence.
[[nodiscard]] Shape declaredShape(std::span<const std::uint64_t> sizes, std::string_view what);

/// Elements as a file holds them, in row-major order, as a tensor. `bytes` must be as many as the shape needs. Throws
/// Error{Format} for a whole number that does not fit in 32 bits. `what` names the tensor in the sentence.
[[nodiscard]] Tensor decodeElements(FileElement element, std::endian order, const Shape& shape, std::string_view bytes,
                                    std::string_view what);

/// The elements of a tensor as little-endian bytes.
[[nodiscard]] std::string_view littleEndianBytes(const Tensor& tensor);

/// IEEE 754 binary16 and bfloat16 as float; both convert exactly.
[[nodiscard]] float floatOfHalf(std::uint16_t bits);
[[nodiscard]] float floatOfBfloat16(std::uint16_t bits);

}  // namespace heed::core
