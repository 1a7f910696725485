#pragma once

#include "core/base/philox.h"
#include "core/exec/kernels/kernels.h"
#include "core/exec/kernels/micro_kernels.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace heed::testing {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// Repeatable numbers in [-1, 1).
inline std::vector<float> randomFloats(std::int64_t count, std::uint64_t stream) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 2 * core::philoxUniform(7, stream, i) - 1;
  return values;
}

inline std::vector<std::uint8_t> randomMask(std::int64_t count, std::uint64_t stream, float shown) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = core::philoxUniform(9, stream, i) < shown ? 1 : 0;
  return bytes;
}

inline bool sameBits(const std::vector<float>& a, const std::vector<float>& b) {
  return std::ranges::equal(
      a, b, [](float x, float y) { return std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y); });
}

/// Runs the body with pools of one and two threads and returns one of the results, or nothing where their bits differ.
inline std::vector<float> withOneAndTwoThreads(
    const std::function<std::vector<float>(const core::KernelContext&)>& body) {
  core::ThreadPool one(1);
  core::ThreadPool two(2);
  const std::vector<float> first = body(core::KernelContext{{}, one});
  const std::vector<float> second = body(core::KernelContext{{}, two});
  return sameBits(first, second) ? first : std::vector<float>();
}

/// Says which element is further than the tolerance from the exact one; empty where none is. NaN equals NaN.
inline QString firstDifference(const std::vector<float>& actual, const std::vector<double>& exact, double tolerance) {
  if (actual.size() != exact.size()) return QStringLiteral("the results of one and two threads differ");
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto value = static_cast<double>(actual[i]);
    if (std::isnan(value) && std::isnan(exact[i])) continue;
    if (value == exact[i] || std::abs(value - exact[i]) <= tolerance) continue;
    return QStringLiteral("element %1 is %2, expected %3").arg(i).arg(value).arg(exact[i]);
  }
  return {};
}

/// A data row for each build of the kernels that this CPU can run.
inline void addKernelBuilds() {
  QTest::addColumn<int>("build");
  int index = 0;
  for (const core::FloatKernels* build : core::allFloatKernels()) QTest::newRow(build->micro().name) << index++;
}

/// The build of the data row.
inline const core::FloatKernels& kernelsOfRow() {
  QFETCH(int, build);
  return *core::allFloatKernels()[static_cast<std::size_t>(build)];
}

}  // namespace heed::testing
