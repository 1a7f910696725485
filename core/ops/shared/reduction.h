#pragma once

#include "core/ops/shared/op_support.h"
#include "core/ops/shared/row_kernels.h"

#include <vector>

/// What the reductions share. Attributes: "axes" (sorted, counted from 0; empty means all), "keepDimensions".
namespace heed::core {

/// Which elements of an operand make one element of a reduction's result.
class Reduction {
 public:
  Reduction(const Shape& shape, const std::vector<std::int64_t>& axes);

  /// How many elements are put together for each result.
  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(m_offsets.size()); }
  [[nodiscard]] std::int64_t resultCount() const { return m_resultCount; }
  /// Whether the elements of a result lie side by side.
  [[nodiscard]] bool isContiguous() const { return m_isContiguous; }
  /// The position of the first element of a result; the others lie at offsets() from it, in row-major order.
  [[nodiscard]] std::int64_t first(std::int64_t result) const;
  [[nodiscard]] const std::vector<std::int64_t>& offsets() const { return m_offsets; }
  [[nodiscard]] const std::vector<int>& keptAxes() const { return m_keptAxes; }
  [[nodiscard]] const std::vector<int>& reducedAxes() const { return m_reducedAxes; }
  /// The result's shape, with the reduced dimensions as 1 or left out.
  [[nodiscard]] Shape resultShape(ops::KeepDimensions keep) const;

 private:
  Shape m_shape;
  std::vector<int> m_keptAxes;
  std::vector<int> m_reducedAxes;
  std::vector<std::int64_t> m_offsets;
  std::int64_t m_resultCount = 1;
  bool m_isContiguous = true;
};

enum class EmptyReduction { Allowed, Refused };

/// Throws Error{Shape} for an axis outside the operand, or where nothing is to be reduced and the op has no result for
/// that.
[[nodiscard]] std::vector<ValueType> inferReduction(std::string_view op, std::span<const ValueType> inputs,
                                                    const Attributes& attributes, EmptyReduction empty);

/// Appends a reduction; negative axes count from the end.
[[nodiscard]] Value appendReduction(Builder& builder, const OpDef& op, Value a, const std::vector<int>& axes,
                                    ops::KeepDimensions keep);

/// output 0 = rowFunction(elements, count) for each result.
template <typename Real, typename RowFunction>
void reduceRows(const KernelCall& call, RowFunction rowFunction) {
  const Reduction reduction(call.inputs[0].shape, call.attributes.integers("axes"));
  const Real* in = call.inputs[0].as<Real>();
  Real* out = call.outputs[0].as<Real>();
  const std::int64_t count = reduction.count();
  const std::int64_t grain = std::max<std::int64_t>(1, kElementGrain / std::max<std::int64_t>(1, count));
  call.context.pool.parallelFor(reduction.resultCount(), grain, [&](std::int64_t begin, std::int64_t end) {
    call.context.throwIfStopped();
    std::vector<Real> gathered(reduction.isContiguous() ? 0 : reduction.offsets().size());
    for (std::int64_t i = begin; i < end; ++i) {
      const Real* elements = in + reduction.first(i);
      if (!reduction.isContiguous()) {
        for (std::size_t j = 0; j < gathered.size(); ++j) gathered[j] = elements[reduction.offsets()[j]];
        elements = gathered.data();
      }
      out[i] = rowFunction(elements, count);
    }
  });
}

/// The cotangent of a sum: that of each result, for every element that went into it.
[[nodiscard]] Value spreadCotangent(const GradientCall& call, Value cotangent);
/// The cotangent of a maximum of `keys` (the operand, or its negative): all of it at the first largest element.
[[nodiscard]] Value cotangentAtFirstLargest(const GradientCall& call, Value keys);

[[nodiscard]] CellExplanation explainReduction(const ExplainCall& call, Combination combination);
[[nodiscard]] Cost reductionCost(std::span<const ValueType> inputs, std::span<const ValueType> outputs,
                                 const Attributes& attributes);
/// "torch.sum(x, dim=(1,), keepdim=True)".
[[nodiscard]] std::string pytorchReduction(std::string_view function, const std::string& operand,
                                           const Attributes& attributes);
enum class Kinks { None, AtTies };
[[nodiscard]] std::vector<OpExample> reductionExamples(EmptyReduction empty, Kinks kinks);

}  // namespace heed::core
