#pragma once

#include "core/base/thread_pool.h"
#include "core/exec/cpu_backend.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

/// Runs programs on the CPU backend with one line, as most suites of core want it.
struct ProgramRun {
  heed::core::Precision precision = heed::core::Precision::Float64;
  heed::core::Keep keep = heed::core::Keep::Outputs;
  heed::core::CpuOptions options = {};
  int threads = 1;
  std::uint64_t seed = 7;
  std::stop_token stop = {};
  heed::core::TraceSink* trace = nullptr;

  [[nodiscard]] std::vector<heed::core::Tensor> operator()(const std::shared_ptr<const heed::core::Program>& program,
                                                           const std::vector<heed::core::Tensor>& inputs) const {
    heed::core::CpuBackend backend(options);
    const auto plan = backend.prepare(program, keep, precision);
    return again(backend, *plan, inputs);
  }

  [[nodiscard]] std::vector<heed::core::Tensor> again(heed::core::CpuBackend& backend, heed::core::Plan& plan,
                                                      const std::vector<heed::core::Tensor>& inputs) const {
    heed::core::ThreadPool pool(threads);
    heed::core::KernelContext kernel{stop, pool, seed};
    heed::core::RunContext context{kernel, nullptr, trace};
    return backend.run(plan, inputs, context).outputs;
  }
};

/// The distance of two numbers relative to max(1, |expected|); 0 where both are the same NaN or infinity.
inline double relativeDistance(double found, double expected) {
  if (found == expected || (std::isnan(found) && std::isnan(expected))) return 0.0;
  return std::abs(found - expected) / std::max(1.0, std::abs(expected));
}

/// The largest such distance of two tensors of one shape.
inline double largestDistance(const heed::core::Tensor& found, const heed::core::Tensor& expected) {
  if (found.shape() != expected.shape()) return std::numeric_limits<double>::infinity();
  double largest = 0.0;
  for (std::int64_t i = 0; i < found.elementCount(); ++i) {
    const double distance = relativeDistance(found.at(i), expected.at(i));
    if (std::isnan(distance)) return distance;
    largest = std::max(largest, distance);
  }
  return largest;
}
