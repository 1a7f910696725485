#include "tests/gpu/vulkan_random/random_values.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace heed::test {

using namespace core;

int RandomValues::below(std::int64_t limit) {
  return static_cast<int>(
      std::uniform_int_distribution<std::int64_t>(0, std::max<std::int64_t>(limit, 1) - 1)(m_random));
}

double RandomValues::uniform(double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(m_random);
}

Shape RandomValues::anyShape(int minimumRank) {
  static constexpr int kRanks[] = {0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6};
  static constexpr std::int64_t kSizes[] = {1, 1, 2, 2, 3, 3, 4, 5, 7, 8, 9, 13, 16, 17, 31, 33, 64, 65, 129, 257, 515};
  const int rank = std::max(minimumRank, kRanks[below(std::size(kRanks))]);
  const bool hasNothing = rank > 0 && below(60) == 0;
  while (true) {
    std::vector<std::int64_t> sizes;
    const std::int64_t choices = rank > 4 ? 6 : rank > 2 ? 12 : static_cast<std::int64_t>(std::size(kSizes));
    for (int i = 0; i < rank; ++i) sizes.push_back(kSizes[below(choices)]);
    if (hasNothing) sizes[static_cast<std::size_t>(below(rank))] = 0;
    const Shape shape{std::span<const std::int64_t>(sizes)};
    if (shape.elementCount() <= 700) return shape;
  }
}

Shape RandomValues::stretchable(const Shape& shape) {
  std::vector<std::int64_t> sizes;
  for (int i = below(3) == 0 ? below(shape.rank() + 1) : 0; i < shape.rank(); ++i) {
    sizes.push_back(below(4) == 0 ? 1 : shape[i]);
  }
  return Shape{std::span<const std::int64_t>(sizes)};
}

Value RandomValues::bound(const Tensor& tensor, ValueKind valueKind) {
  if (chance(25)) return m_builder.constant(tensor);
  m_inputs.push_back(tensor);
  const Value value = m_builder.input("input " + std::to_string(m_inputs.size()), {valueKind, tensor.shape()});
  if (valueKind == ValueKind::Real) m_realInputs.push_back(value);
  return value;
}

Made RandomValues::newReal(const Shape& shape) {
  std::vector<float> elements(static_cast<std::size_t>(shape.elementCount()));
  const bool holdsQuarters = chance(50);
  for (float& element : elements) {
    const double number = uniform(-1.0, 1.0);
    element = static_cast<float>(holdsQuarters ? std::round(number * 4.0) / 4.0 : number);
  }
  return {bound(Tensor::fromFloats(shape, elements), ValueKind::Real), 1.0, true, 0, 0};
}

Made RandomValues::newWhole(const Shape& shape, std::int64_t low, std::int64_t high) {
  std::vector<std::int32_t> elements(static_cast<std::size_t>(shape.elementCount()));
  for (std::int32_t& element : elements) element = static_cast<std::int32_t>(low + below(high - low));
  return {bound(Tensor::fromInts(shape, elements), ValueKind::Int), 0.0, true, low, high};
}

Made RandomValues::newTruth(const Shape& shape) {
  std::vector<std::uint8_t> elements(static_cast<std::size_t>(shape.elementCount()));
  for (std::uint8_t& element : elements) element = below(3) == 0 ? 0 : 1;
  return {bound(Tensor::fromBools(shape, elements), ValueKind::Bool), 0.0, true, 0, 0};
}

Made RandomValues::newProbabilities(const Shape& shape) {
  std::vector<float> elements(static_cast<std::size_t>(shape.elementCount()));
  for (float& element : elements) element = below(3) == 0 ? 0.0F : static_cast<float>(below(16)) / 64.0F;
  return {bound(Tensor::fromFloats(shape, elements), ValueKind::Real), 1.0, true, 0, 0};
}

template <typename Fits>
const Made* RandomValues::existing(Fits fits) {
  std::vector<const Made*> fitting;
  for (const Made& made : m_made) {
    if (fits(made)) fitting.push_back(&made);
  }
  return fitting.empty() || chance(10) ? nullptr : fitting[static_cast<std::size_t>(below(std::ssize(fitting)))];
}

Made RandomValues::real(int minimumRank, double largest) {
  const Made* found =
      existing([&](const Made& made) { return kind(made) == ValueKind::Real && shape(made).rank() >= minimumRank; });
  return atMost(found != nullptr ? *found : newReal(anyShape(minimumRank)), largest);
}

Made RandomValues::exact(int minimumRank) {
  const Made* found = existing([&](const Made& made) {
    return kind(made) == ValueKind::Real && made.isExact && shape(made).rank() >= minimumRank;
  });
  return found != nullptr ? *found : newReal(anyShape(minimumRank));
}

Made RandomValues::whole(int minimumRank) {
  const Made* found =
      existing([&](const Made& made) { return kind(made) == ValueKind::Int && shape(made).rank() >= minimumRank; });
  return found != nullptr ? *found : newWhole(anyShape(minimumRank), -3, 6);
}

Made RandomValues::truth(int minimumRank) {
  const Made* found =
      existing([&](const Made& made) { return kind(made) == ValueKind::Bool && shape(made).rank() >= minimumRank; });
  return found != nullptr ? *found : newTruth(anyShape(minimumRank));
}

Made RandomValues::anything(int minimumRank) {
  switch (below(8)) {
    case 0:
      return whole(minimumRank);
    case 1:
      return truth(minimumRank);
    case 2:
      return exact(minimumRank);
    default:
      return real(minimumRank);
  }
}

Made RandomValues::partnerOf(const Made& made, bool mustBeExact) {
  const Shape own = shape(made);
  const Made* found = chance(50) ? nullptr : existing([&](const Made& other) {
    if (kind(other) != ValueKind::Real || (mustBeExact && !other.isExact)) return false;
    const Shape its = shape(other);
    std::int64_t count = std::max(own.elementCount(), its.elementCount());
    for (int i = 1; i <= std::min(own.rank(), its.rank()); ++i) {
      if (own[-i] != its[-i] && own[-i] != 1 && its[-i] != 1) return false;
      if (own[-i] != its[-i]) count *= std::max<std::int64_t>(1, std::min(own.elementCount(), its.elementCount()));
    }
    return count <= kMostElements;
  });
  return found != nullptr ? atMost(*found, kLargest) : newReal(stretchable(own));
}

Made RandomValues::atMost(const Made& made, double largest) {
  if (made.size <= largest) return made;
  if (!made.isExact && chance(50) && largest >= 1.0) {
    return {ops::tanh(m_builder, made.value), 1.0, false, 0, 0};
  }
  const double factor = std::exp2(std::floor(std::log2(largest / made.size)));
  return {ops::scale(m_builder, made.value, factor), made.size * factor, made.isExact, 0, 0};
}

}  // namespace heed::test
