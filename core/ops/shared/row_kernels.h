#pragma once

#include "core/program/op_def.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

/// The loops over one row that direct kernels of composite ops and the ops of their expansions share, so that both give
/// the same bits. Their order depends on the row alone, never on the number of threads.
namespace heed::core {

/// The sum of element(0) .. element(count - 1): eight running sums, each from left to right over every eighth element,
/// added up at the end. That is faster and more exact than one running sum.
template <typename Real, typename Element>
[[nodiscard]] Real sumOf(std::int64_t count, Element element) {
  constexpr std::int64_t kLanes = 8;
  std::array<Real, kLanes> lanes{};
  std::int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    for (std::int64_t lane = 0; lane < kLanes; ++lane) lanes[static_cast<std::size_t>(lane)] += element(i + lane);
  }
  for (std::size_t lane = 0; i < count; ++i, ++lane) lanes[lane] += element(i);
  Real total = 0;
  for (const Real lane : lanes) total += lane;
  return total;
}

/// The larger of two numbers; NaN if either is.
template <typename Real>
[[nodiscard]] Real largerOf(Real a, Real b) {
  return a >= b || std::isnan(a) ? a : b;
}

/// The largest of at least one element; NaN if any is.
template <typename Real>
[[nodiscard]] Real largestOf(const Real* row, std::int64_t count) {
  Real largest = row[0];
  for (std::int64_t i = 1; i < count; ++i) largest = largerOf(largest, row[i]);
  return largest;
}

/// The smallest of at least one element; NaN if any is.
template <typename Real>
[[nodiscard]] Real smallestOf(const Real* row, std::int64_t count) {
  Real smallest = row[0];
  for (std::int64_t i = 1; i < count; ++i) smallest = smallest <= row[i] || std::isnan(smallest) ? smallest : row[i];
  return smallest;
}

/// log of the sum of exp, by way of the largest element, as `{largest, log(sum(exp(row - largest)))}`.
template <typename Real>
struct LogSum {
  Real largest;
  Real logOfSum;
};
template <typename Real>
[[nodiscard]] LogSum<Real> logSumOf(const Real* row, std::int64_t count) {
  const Real largest = largestOf(row, count);
  return {largest, std::log(sumOf<Real>(count, [=](std::int64_t i) { return std::exp(row[i] - largest); }))};
}

/// Calls body(row) for all rows of the trailing axis, in parallel and stoppable.
template <typename Body>
void forRows(const KernelCall& call, std::int64_t rows, std::int64_t length, Body&& body) {
  constexpr std::int64_t kElementsPerPiece = 8192;
  const std::int64_t grain = std::max<std::int64_t>(1, kElementsPerPiece / std::max<std::int64_t>(1, length));
  call.context.pool.parallelFor(rows, grain, [&](std::int64_t begin, std::int64_t end) {
    call.context.throwIfStopped();
    for (std::int64_t row = begin; row < end; ++row) body(row);
  });
}

}  // namespace heed::core
