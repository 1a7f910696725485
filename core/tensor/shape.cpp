#include "core/tensor/shape.h"

#include "core/base/error.h"

#include <algorithm>

namespace heed::core {

Shape::Shape(std::initializer_list<std::int64_t> sizes) : Shape(std::span(sizes.begin(), sizes.size())) {}

Shape::Shape(std::span<const std::int64_t> sizes) {
  if (sizes.size() > kMaxRank) {
    throw Error(ErrorKind::Shape,
                text("Shape", "a tensor has %1 dimensions; at most %2 are possible", sizes.size(), kMaxRank));
  }
  for (const std::int64_t size : sizes) {
    if (size < 0)
      throw Error(ErrorKind::Shape, text("Shape", "a dimension has size %1; it must not be negative", size));
    m_sizes[static_cast<std::size_t>(m_rank++)] = size;
  }
}

std::int64_t Shape::operator[](int axis) const {
  const int position = axis < 0 ? axis + m_rank : axis;
  HEED_ASSERT(position >= 0 && position < m_rank);
  return m_sizes[static_cast<std::size_t>(position)];
}

std::int64_t Shape::elementCount() const {
  std::int64_t count = 1;
  for (const std::int64_t size : *this) count *= size;
  return count;
}

std::span<const std::int64_t> Shape::sizes() const {
  return {m_sizes.data(), static_cast<std::size_t>(m_rank)};
}

Shape Shape::withSize(int axis, std::int64_t size) const {
  Shape result = *this;
  result.m_sizes[static_cast<std::size_t>(normalizedAxis(axis, m_rank, "shape"))] = size;
  return result;
}

Shape Shape::without(int axis) const {
  const int position = normalizedAxis(axis, m_rank, "shape");
  Shape result;
  for (int i = 0; i < m_rank; ++i) {
    if (i != position) result.m_sizes[static_cast<std::size_t>(result.m_rank++)] = (*this)[i];
  }
  return result;
}

Shape Shape::withInserted(int axis, std::int64_t size) const {
  const int position = normalizedAxis(axis, m_rank + 1, "shape");
  if (m_rank == kMaxRank) {
    throw Error(ErrorKind::Shape, text("Shape", "a tensor of shape %1 cannot gain a dimension; at most %2 are possible",
                                       toString(), kMaxRank));
  }
  Shape result;
  for (int i = 0; i <= m_rank; ++i) {
    result.m_sizes[static_cast<std::size_t>(result.m_rank++)] =
        i == position ? size : (*this)[i < position ? i : i - 1];
  }
  return result;
}

Shape Shape::part(int first, int last) const {
  HEED_ASSERT(first >= 0 && first <= last && last <= m_rank);
  return Shape(sizes().subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
}

std::int64_t Shape::offset(std::span<const std::int64_t> index) const {
  HEED_ASSERT(static_cast<int>(index.size()) == m_rank);
  std::int64_t position = 0;
  for (int i = 0; i < m_rank; ++i) position = position * (*this)[i] + index[static_cast<std::size_t>(i)];
  return position;
}

std::array<std::int64_t, Shape::kMaxRank> Shape::index(std::int64_t offset) const {
  std::array<std::int64_t, kMaxRank> result{};
  for (int i = m_rank - 1; i >= 0; --i) {
    const std::int64_t size = std::max<std::int64_t>(1, (*this)[i]);
    result[static_cast<std::size_t>(i)] = offset % size;
    offset /= size;
  }
  return result;
}

std::string Shape::toString() const {
  if (m_rank == 0) return "scalar";
  std::string result;
  for (const std::int64_t size : *this) result += (result.empty() ? "" : " x ") + std::to_string(size);
  return result;
}

bool Shape::operator==(const Shape& other) const {
  return std::ranges::equal(sizes(), other.sizes());
}

int normalizedAxis(int axis, int rank, const char* what) {
  const int position = axis < 0 ? axis + rank : axis;
  if (position < 0 || position >= rank) {
    throw Error(ErrorKind::Shape, text("Shape", "%1: axis %2 is outside [-%3, %3)", what, axis, rank));
  }
  return position;
}

Shape broadcast(const Shape& a, const Shape& b, const char* what) {
  std::array<std::int64_t, Shape::kMaxRank> sizes{};
  const int rank = std::max(a.rank(), b.rank());
  for (int i = 1; i <= rank; ++i) {
    const std::int64_t sizeA = i <= a.rank() ? a[-i] : 1;
    const std::int64_t sizeB = i <= b.rank() ? b[-i] : 1;
    if (sizeA != sizeB && sizeA != 1 && sizeB != 1) {
      throw Error(ErrorKind::Shape,
                  text("Shape", "%1: shapes %2 and %3 do not fit; each dimension, from the last, must be equal or 1",
                       what, a.toString(), b.toString()));
    }
    sizes[static_cast<std::size_t>(rank - i)] = sizeA == 1 ? sizeB : sizeA;
  }
  return Shape(std::span(sizes.data(), static_cast<std::size_t>(rank)));
}

}  // namespace heed::core
