#pragma once

#include "core/exec/backend.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// A program of one op on the inputs of an example, with the outputs of the op as its own.
[[nodiscard]] std::shared_ptr<const Program> exampleProgram(const OpDef& op, const OpExample& example);

/// Random tensors for the inputs of an example, as ExampleInput describes them, the same for the same seed. Reals are
/// Float64 numbers that float32 holds exactly, so that both precisions compute with the same operands.
[[nodiscard]] std::vector<Tensor> exampleTensors(const OpExample& example, std::uint64_t seed);

/// The largest difference of an op's results between two runs, relative to max(1, |value|), over all its examples.
struct OpDifference {
  std::string_view op;
  int examples = 0;
  double largest = 0.0;
  std::string example;  ///< the one with the largest difference
  double tolerance = 0.0;
  std::string refusal = {};  ///< why the tested backend could not run it; empty where it did

  [[nodiscard]] bool isWithin() const { return refusal.empty() && largest <= tolerance; }
};

/// |a - b| / max(1, |b|), the largest over all elements; NaN beside NaN and equal infinities differ by 0, anything else
/// beside them by infinity.
[[nodiscard]] double largestDifference(const Tensor& a, const Tensor& b);

/// Runs every op's examples in float32 on `tested` and in float64 on `reference`, with inputs that both hold exactly.
/// An op that the tested backend refuses with Error{Device} is reported as that.
[[nodiscard]] std::vector<OpDifference> compareOps(Backend& tested, Backend& reference, RunContext& context);

}  // namespace heed::core
