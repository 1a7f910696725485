#pragma once

#include "core/tensor/shape.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace heed::core {

enum class ElementKind { Float32, Float64, Int32, Bool };

[[nodiscard]] std::size_t bytesPerElement(ElementKind kind);
[[nodiscard]] std::string toString(ElementKind kind);

/// Immutable contiguous elements of one kind in row-major order, shared and cheap to copy. Bool elements are bytes 0
/// or 1. No strides: a transpose is an op that can be seen. A default-constructed tensor is null: it has no elements at
/// all.
class Tensor {
 public:
  Tensor() = default;

  /// Copies the elements. Throws Error{Shape} if their number does not fit the shape.
  [[nodiscard]] static Tensor fromFloats(Shape shape, const std::vector<float>& elements);
  [[nodiscard]] static Tensor fromDoubles(Shape shape, const std::vector<double>& elements);
  [[nodiscard]] static Tensor fromInts(Shape shape, const std::vector<std::int32_t>& elements);
  [[nodiscard]] static Tensor fromBools(Shape shape, const std::vector<std::uint8_t>& elements);
  [[nodiscard]] static Tensor zeros(ElementKind kind, Shape shape);
  /// A scalar of kind Float64.
  [[nodiscard]] static Tensor scalar(double value);
  /// Shares memory that somebody else filled; it must hold the elements and must not change any more.
  [[nodiscard]] static Tensor fromShared(ElementKind kind, Shape shape, std::shared_ptr<const std::byte> bytes);

  [[nodiscard]] bool isNull() const { return m_bytes == nullptr; }
  [[nodiscard]] ElementKind kind() const { return m_kind; }
  [[nodiscard]] const Shape& shape() const { return m_shape; }
  [[nodiscard]] std::int64_t elementCount() const { return isNull() ? 0 : m_shape.elementCount(); }
  [[nodiscard]] std::size_t byteCount() const;

  /// The elements; the kind must be the one asked for.
  [[nodiscard]] std::span<const float> floats() const;
  [[nodiscard]] std::span<const double> doubles() const;
  [[nodiscard]] std::span<const std::int32_t> ints() const;
  [[nodiscard]] std::span<const std::uint8_t> bools() const;
  [[nodiscard]] const std::byte* data() const { return m_bytes.get(); }

  /// One element of any kind as a double, by its row-major position or its index.
  [[nodiscard]] double at(std::int64_t offset) const;
  [[nodiscard]] double at(std::span<const std::int64_t> index) const { return at(m_shape.offset(index)); }

  /// The same elements under another shape with as many elements.
  [[nodiscard]] Tensor reshaped(Shape shape) const;
  /// The elements converted; real to Int32 truncates, anything to Bool asks for "not 0".
  [[nodiscard]] Tensor converted(ElementKind kind) const;
  [[nodiscard]] std::vector<double> toDoubles() const;

  /// Same kind, shape and bits (so NaN equals itself here).
  [[nodiscard]] bool identicalTo(const Tensor& other) const;

 private:
  ElementKind m_kind = ElementKind::Float32;
  Shape m_shape;
  std::shared_ptr<const std::byte> m_bytes;
};

/// Memory for a tensor that is still being written, aligned to 64 bytes.
class TensorBuffer {
 public:
  TensorBuffer(ElementKind kind, Shape shape);

  [[nodiscard]] ElementKind kind() const { return m_kind; }
  [[nodiscard]] const Shape& shape() const { return m_shape; }
  [[nodiscard]] std::byte* data() { return m_bytes.get(); }
  [[nodiscard]] std::span<float> floats();
  [[nodiscard]] std::span<double> doubles();
  [[nodiscard]] std::span<std::int32_t> ints();
  [[nodiscard]] std::span<std::uint8_t> bools();
  void setAt(std::int64_t offset, double value);

  /// The finished tensor; the buffer is empty afterwards.
  [[nodiscard]] Tensor finish();

 private:
  ElementKind m_kind;
  Shape m_shape;
  std::shared_ptr<std::byte> m_bytes;
};

}  // namespace heed::core
