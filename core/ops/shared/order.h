#pragma once

#include "core/ops/shared/moving.h"

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

/// What arg_max, top_k and sort share. NaN counts as larger than every number, as PyTorch has it; equal numbers keep
/// their order, so the lowest index comes first.
namespace heed::core {

/// Whether a stands before b in descending order; false for equal ones.
template <typename Real>
[[nodiscard]] bool ranksBefore(Real a, Real b) {
  return std::isnan(a) ? !std::isnan(b) : a > b;
}

/// Output 0: the first k numbers of each row in descending order; output 1: their indices.
template <typename Real>
void orderRows(const KernelCall& call, std::int64_t k) {
  const AxisSplit rows = splitAt(call.inputs[0].shape, -1);
  call.context.pool.parallelFor(rows.outer, rowGrain(8 * rows.size), [&](std::int64_t begin, std::int64_t end) {
    std::vector<std::int32_t> order(static_cast<std::size_t>(rows.size));
    for (std::int64_t row = begin; row < end; ++row) {
      call.context.throwIfStopped();
      const Real* in = call.inputs[0].as<Real>() + row * rows.size;
      std::iota(order.begin(), order.end(), 0);
      std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](std::int32_t a, std::int32_t b) {
        if (ranksBefore(in[a], in[b])) return true;
        return a < b && !ranksBefore(in[b], in[a]);
      });
      for (std::int64_t i = 0; i < k; ++i) {
        const std::int32_t index = order[static_cast<std::size_t>(i)];
        call.outputs[0].as<Real>()[row * k + i] = in[index];
        call.outputs[1].as<std::int32_t>()[row * k + i] = index;
      }
    }
  });
}

/// The value: the chosen one of its row; the index: the place's rank in its row.
[[nodiscard]] CellExplanation explainOrder(const ExplainCall& call, std::int64_t k);
/// The values' cotangent back at the places that they were taken from.
[[nodiscard]] std::vector<Value> orderVjp(const GradientCall& call);

/// All elements of one row (along the last axis) of input 0 as terms.
[[nodiscard]] std::vector<Term> rowTerms(const ExplainCall& call, std::int64_t row);

}  // namespace heed::core
