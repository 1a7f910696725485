#pragma once

#include "tests/gpu/vulkan_random/random_values.h"

#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace heed::test {

/// A valid chain of ops from a seed, over the whole registry of ops. Ops that jump take numbers that float32 holds
/// exactly, so that every difference between float32 and float64 is rounding.
class RandomProgram {
 public:
  enum class Gradient { No, Yes };

  explicit RandomProgram(std::uint64_t seed);

  /// The last values and a few others; if wanted the gradients of a weighted sum of those that are real. Once.
  [[nodiscard]] std::shared_ptr<const core::Program> finish(Gradient gradient);
  /// A tensor for each input.
  [[nodiscard]] const std::vector<core::Tensor>& inputs() const { return m_values.inputs(); }
  /// How often each op was put in.
  [[nodiscard]] const std::map<std::string_view, int>& ops() const { return m_ops; }

 private:
  [[nodiscard]] std::vector<core::ProgramOutput> outputs();
  void addGradients(std::vector<core::ProgramOutput>& outputs);

  RandomValues m_values;
  std::map<std::string_view, int> m_ops;
};

}  // namespace heed::test
