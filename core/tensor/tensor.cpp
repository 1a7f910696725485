#include "core/tensor/tensor.h"

#include "core/base/error.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

namespace heed::core {

namespace {

constexpr std::align_val_t kAlignment{64};

std::shared_ptr<std::byte> allocate(std::size_t bytes) {
  const std::size_t rounded = std::max<std::size_t>(64, (bytes + 63) / 64 * 64);
  auto* memory = static_cast<std::byte*>(::operator new(rounded, kAlignment));
  return {memory, [](std::byte* pointer) { ::operator delete(pointer, kAlignment); }};
}

std::size_t byteCountOf(ElementKind kind, const Shape& shape) {
  return static_cast<std::size_t>(shape.elementCount()) * bytesPerElement(kind);
}

template <typename Element>
Tensor fromVector(ElementKind kind, const Shape& shape, const std::vector<Element>& elements) {
  if (static_cast<std::int64_t>(elements.size()) != shape.elementCount()) {
    throw Error(ErrorKind::Shape, text("Tensor", "%1 elements do not fill the shape %2, which needs %3",
                                       elements.size(), shape.toString(), shape.elementCount()));
  }
  TensorBuffer buffer(kind, shape);
  if (!elements.empty()) std::memcpy(buffer.data(), elements.data(), elements.size() * sizeof(Element));
  return buffer.finish();
}

std::int32_t toInt(double value) {
  const bool fits =
      value >= std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max();
  if (!fits) return 0;
  return static_cast<std::int32_t>(value);
}

}  // namespace

std::size_t bytesPerElement(ElementKind kind) {
  switch (kind) {
    case ElementKind::Float32:
    case ElementKind::Int32:
      return 4;
    case ElementKind::Float64:
      return 8;
    case ElementKind::Bool:
      return 1;
  }
  HEED_ASSERT(false);
}

std::string toString(ElementKind kind) {
  switch (kind) {
    case ElementKind::Float32:
      return "float32";
    case ElementKind::Float64:
      return "float64";
    case ElementKind::Int32:
      return "int32";
    case ElementKind::Bool:
      return "bool";
  }
  HEED_ASSERT(false);
}

Tensor Tensor::fromFloats(Shape shape, const std::vector<float>& elements) {
  return fromVector(ElementKind::Float32, shape, elements);
}
Tensor Tensor::fromDoubles(Shape shape, const std::vector<double>& elements) {
  return fromVector(ElementKind::Float64, shape, elements);
}
Tensor Tensor::fromInts(Shape shape, const std::vector<std::int32_t>& elements) {
  return fromVector(ElementKind::Int32, shape, elements);
}
Tensor Tensor::fromBools(Shape shape, const std::vector<std::uint8_t>& elements) {
  return fromVector(ElementKind::Bool, shape, elements);
}

Tensor Tensor::zeros(ElementKind kind, Shape shape) {
  TensorBuffer buffer(kind, shape);
  std::memset(buffer.data(), 0, byteCountOf(kind, shape));
  return buffer.finish();
}

Tensor Tensor::scalar(double value) {
  return fromDoubles(Shape(), {value});
}

Tensor Tensor::fromShared(ElementKind kind, Shape shape, std::shared_ptr<const std::byte> bytes) {
  Tensor result;
  result.m_kind = kind;
  result.m_shape = shape;
  result.m_bytes = std::move(bytes);
  return result;
}

std::size_t Tensor::byteCount() const {
  return isNull() ? 0 : byteCountOf(m_kind, m_shape);
}

std::span<const float> Tensor::floats() const {
  HEED_ASSERT(m_kind == ElementKind::Float32);
  return {reinterpret_cast<const float*>(m_bytes.get()), static_cast<std::size_t>(elementCount())};
}
std::span<const double> Tensor::doubles() const {
  HEED_ASSERT(m_kind == ElementKind::Float64);
  return {reinterpret_cast<const double*>(m_bytes.get()), static_cast<std::size_t>(elementCount())};
}
std::span<const std::int32_t> Tensor::ints() const {
  HEED_ASSERT(m_kind == ElementKind::Int32);
  return {reinterpret_cast<const std::int32_t*>(m_bytes.get()), static_cast<std::size_t>(elementCount())};
}
std::span<const std::uint8_t> Tensor::bools() const {
  HEED_ASSERT(m_kind == ElementKind::Bool);
  return {reinterpret_cast<const std::uint8_t*>(m_bytes.get()), static_cast<std::size_t>(elementCount())};
}

double Tensor::at(std::int64_t offset) const {
  HEED_ASSERT(offset >= 0 && offset < elementCount());
  const auto position = static_cast<std::size_t>(offset);
  switch (m_kind) {
    case ElementKind::Float32:
      return static_cast<double>(floats()[position]);
    case ElementKind::Float64:
      return doubles()[position];
    case ElementKind::Int32:
      return static_cast<double>(ints()[position]);
    case ElementKind::Bool:
      return bools()[position] != 0 ? 1.0 : 0.0;
  }
  HEED_ASSERT(false);
}

Tensor Tensor::reshaped(Shape shape) const {
  if (shape.elementCount() != elementCount()) {
    throw Error(ErrorKind::Shape,
                text("Tensor", "a tensor of shape %1 cannot take the shape %2: %3 elements against %4",
                     m_shape.toString(), shape.toString(), elementCount(), shape.elementCount()));
  }
  return fromShared(m_kind, shape, m_bytes);
}

Tensor Tensor::converted(ElementKind kind) const {
  if (kind == m_kind || isNull()) return *this;
  TensorBuffer buffer(kind, m_shape);
  for (std::int64_t i = 0; i < elementCount(); ++i) buffer.setAt(i, at(i));
  return buffer.finish();
}

std::vector<double> Tensor::toDoubles() const {
  std::vector<double> result(static_cast<std::size_t>(elementCount()));
  for (std::int64_t i = 0; i < elementCount(); ++i) result[static_cast<std::size_t>(i)] = at(i);
  return result;
}

bool Tensor::identicalTo(const Tensor& other) const {
  if (isNull() || other.isNull()) return isNull() == other.isNull();
  return m_kind == other.m_kind && m_shape == other.m_shape && std::memcmp(data(), other.data(), byteCount()) == 0;
}

TensorBuffer::TensorBuffer(ElementKind kind, Shape shape)
    : m_kind(kind), m_shape(shape), m_bytes(allocate(byteCountOf(kind, shape))) {}

std::span<float> TensorBuffer::floats() {
  HEED_ASSERT(m_kind == ElementKind::Float32);
  return {reinterpret_cast<float*>(m_bytes.get()), static_cast<std::size_t>(m_shape.elementCount())};
}
std::span<double> TensorBuffer::doubles() {
  HEED_ASSERT(m_kind == ElementKind::Float64);
  return {reinterpret_cast<double*>(m_bytes.get()), static_cast<std::size_t>(m_shape.elementCount())};
}
std::span<std::int32_t> TensorBuffer::ints() {
  HEED_ASSERT(m_kind == ElementKind::Int32);
  return {reinterpret_cast<std::int32_t*>(m_bytes.get()), static_cast<std::size_t>(m_shape.elementCount())};
}
std::span<std::uint8_t> TensorBuffer::bools() {
  HEED_ASSERT(m_kind == ElementKind::Bool);
  return {reinterpret_cast<std::uint8_t*>(m_bytes.get()), static_cast<std::size_t>(m_shape.elementCount())};
}

void TensorBuffer::setAt(std::int64_t offset, double value) {
  const auto position = static_cast<std::size_t>(offset);
  switch (m_kind) {
    case ElementKind::Float32:
      floats()[position] = static_cast<float>(value);
      break;
    case ElementKind::Float64:
      doubles()[position] = value;
      break;
    case ElementKind::Int32:
      ints()[position] = toInt(value);
      break;
    case ElementKind::Bool:
      bools()[position] = value != 0.0 ? 1 : 0;
      break;
  }
}

Tensor TensorBuffer::finish() {
  return Tensor::fromShared(m_kind, m_shape, std::move(m_bytes));
}

}  // namespace heed::core
