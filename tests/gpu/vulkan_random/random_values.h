#pragma once

#include "core/ops/ops.h"

#include <cstdint>
#include <random>
#include <vector>

/// The values of a random program while it grows: which ones fit an op, and new inputs where none does.
namespace heed::test {

/// A value with what is known of it without running the program.
struct Made {
  core::Value value;
  double size = 1.0;     ///< no real element is larger
  bool isExact = false;  ///< float32 and float64 hold the same numbers, so that what jumps may take it
  std::int64_t low = 0;  ///< whole numbers lie in [low, high)
  std::int64_t high = 0;
};

/// Values are kept small, so that float32 and float64 differ by rounding alone.
class RandomValues {
 public:
  static constexpr double kLargest = 4.0;
  static constexpr std::int64_t kMostElements = 3000;

  explicit RandomValues(std::uint64_t seed) : m_random(seed) {}

  [[nodiscard]] core::Builder& builder() { return m_builder; }
  [[nodiscard]] const core::Builder& builder() const { return m_builder; }
  [[nodiscard]] int below(std::int64_t limit);
  [[nodiscard]] bool chance(int percent) { return below(100) < percent; }
  [[nodiscard]] double uniform(double low, double high);

  [[nodiscard]] core::Shape shape(const Made& made) const { return m_builder.shape(made.value); }
  [[nodiscard]] core::ValueKind kind(const Made& made) const { return m_builder.type(made.value).kind; }

  /// A shape with at least so many dimensions: odd sizes, ones, now and then a zero.
  [[nodiscard]] core::Shape anyShape(int minimumRank = 0);
  /// A shape that stretches to the given one: fewer dimensions, or ones among them.
  [[nodiscard]] core::Shape stretchable(const core::Shape& shape);

  /// New operands, mostly inputs of the program and sometimes constants. Reals lie in [-1, 1]; one in two holds only
  /// quarters, so that elements are equal, zero and minus zero.
  [[nodiscard]] Made newReal(const core::Shape& shape);
  [[nodiscard]] Made newWhole(const core::Shape& shape, std::int64_t low, std::int64_t high);
  [[nodiscard]] Made newTruth(const core::Shape& shape);
  /// Probabilities whose running sums are exact in float32.
  [[nodiscard]] Made newProbabilities(const core::Shape& shape);

  /// Some value of the program, or a new one; its elements are no larger than `largest`.
  [[nodiscard]] Made real(int minimumRank = 0, double largest = kLargest);
  [[nodiscard]] Made exact(int minimumRank = 0);
  [[nodiscard]] Made whole(int minimumRank = 0);
  [[nodiscard]] Made truth(int minimumRank = 0);
  [[nodiscard]] Made anything(int minimumRank = 0);
  /// A real value that broadcasts with the given one; exact where that is wanted.
  [[nodiscard]] Made partnerOf(const Made& made, bool mustBeExact = false);
  /// The same numbers brought down where they are too large.
  [[nodiscard]] Made atMost(const Made& made, double largest);

  void add(const Made& made) { m_made.push_back(made); }
  void addReal(core::Value value, double size, bool isExact = false) { add({value, size, isExact, 0, 0}); }
  void addWhole(core::Value value, std::int64_t low, std::int64_t high) { add({value, 0.0, true, low, high}); }
  void addTruth(core::Value value) { add({value, 0.0, true, 0, 0}); }

  [[nodiscard]] const std::vector<Made>& made() const { return m_made; }
  /// The real inputs of the program, and a tensor for each input.
  [[nodiscard]] const std::vector<core::Value>& realInputs() const { return m_realInputs; }
  [[nodiscard]] const std::vector<core::Tensor>& inputs() const { return m_inputs; }

 private:
  template <typename Fits>
  [[nodiscard]] const Made* existing(Fits fits);
  [[nodiscard]] core::Value bound(const core::Tensor& tensor, core::ValueKind kind);

  std::mt19937_64 m_random;
  core::Builder m_builder;
  std::vector<Made> m_made;
  std::vector<core::Value> m_realInputs;
  std::vector<core::Tensor> m_inputs;
};

}  // namespace heed::test
