#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace heed::core {

/// The sizes of a tensor's dimensions, outermost first; up to six (batched patches and windows need six). A scalar has
/// none.
class Shape {
 public:
  static constexpr int kMaxRank = 6;

  Shape() = default;
  Shape(std::initializer_list<std::int64_t> sizes);
  /// Throws Error{Shape} for more than six dimensions or a negative size.
  explicit Shape(std::span<const std::int64_t> sizes);

  [[nodiscard]] int rank() const { return m_rank; }
  /// The size of a dimension; negative ones count from the end, as -1 for the last.
  [[nodiscard]] std::int64_t operator[](int axis) const;
  [[nodiscard]] std::int64_t elementCount() const;
  [[nodiscard]] std::span<const std::int64_t> sizes() const;
  [[nodiscard]] const std::int64_t* begin() const { return m_sizes.data(); }
  [[nodiscard]] const std::int64_t* end() const { return m_sizes.data() + m_rank; }

  /// The same shape with one dimension changed, removed or added; axis may be negative.
  [[nodiscard]] Shape withSize(int axis, std::int64_t size) const;
  [[nodiscard]] Shape without(int axis) const;
  [[nodiscard]] Shape withInserted(int axis, std::int64_t size) const;
  /// Dimensions [first, last).
  [[nodiscard]] Shape part(int first, int last) const;

  /// The row-major position of an index, and back. The index must have rank() entries inside the sizes.
  [[nodiscard]] std::int64_t offset(std::span<const std::int64_t> index) const;
  [[nodiscard]] std::array<std::int64_t, kMaxRank> index(std::int64_t offset) const;

  /// As people write it: "2 x 11 x 8"; "scalar" without dimensions.
  [[nodiscard]] std::string toString() const;

  bool operator==(const Shape& other) const;

 private:
  std::array<std::int64_t, kMaxRank> m_sizes{};
  int m_rank = 0;
};

/// The axis counted from 0. Throws Error{Shape} naming `what` if it is outside [-rank, rank).
[[nodiscard]] int normalizedAxis(int axis, int rank, const char* what);

/// NumPy's broadcasting of two shapes, aligned at the last dimension. Throws Error{Shape} naming `what` if they do not
/// fit.
[[nodiscard]] Shape broadcast(const Shape& a, const Shape& b, const char* what);

}  // namespace heed::core
