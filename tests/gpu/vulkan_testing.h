#pragma once

#include "core/base/thread_pool.h"
#include "gpu/backend/vulkan_backend.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

/// Which kernels a suite tries, from the environment, where ctest runs it several times: HEED_TEST_KERNELS=card takes
/// those of a real card on any device, HEED_TEST_SUBGROUP_SIZE=0 does without subgroup operations.
[[nodiscard]] inline heed::gpu::VulkanOptions watchedOptions() {
  const auto is = [](const char* variable, const std::string& wanted) {
    const char* found = std::getenv(variable);
    return found != nullptr && found == wanted;
  };
  heed::gpu::VulkanOptions options;
  options.validates = true;
  options.usesSubgroups = !is("HEED_TEST_SUBGROUP_SIZE", "0");
  options.choosesForCard = is("HEED_TEST_KERNELS", "card");
  return options;
}

/// A Vulkan backend watched by the validation layer, as the suites of gpu want it. A machine without a Vulkan device
/// fails them: `./dev setup` installs a driver that computes on the processor. So does one whose subgroups are of
/// another size than HEED_TEST_SUBGROUP_SIZE says, or whose kernels are not those of HEED_TEST_KERNELS, lest the same
/// kernels are tried several times.
[[nodiscard]] inline std::unique_ptr<heed::gpu::VulkanBackend> watchedBackend() {
  auto backend = heed::gpu::VulkanBackend::create(watchedOptions());
  const char* wanted = std::getenv("HEED_TEST_SUBGROUP_SIZE");
  if (wanted != nullptr && std::to_string(backend->subgroupSize()) != wanted) {
    throw std::runtime_error("subgroups are of " + std::to_string(backend->subgroupSize()) + ", not of " + wanted);
  }
  const char* kernels = std::getenv("HEED_TEST_KERNELS");
  if (kernels != nullptr && (std::string(kernels) != "card" || !backend->choosesForCard())) {
    throw std::runtime_error(std::string("kernels are not those of HEED_TEST_KERNELS=") + kernels);
  }
  return backend;
}

/// Runs a plan with a seed.
[[nodiscard]] inline std::vector<heed::core::Tensor> runOn(heed::core::Backend& backend, heed::core::Plan& plan,
                                                           std::span<const heed::core::Tensor> inputs,
                                                           heed::core::TraceSink* trace = nullptr) {
  heed::core::ThreadPool pool(1);
  heed::core::KernelContext kernel{{}, pool, 7};
  heed::core::RunContext context{kernel, nullptr, trace};
  return backend.run(plan, inputs, context).outputs;
}

[[nodiscard]] inline heed::core::ValueType real(const heed::core::Shape& shape) {
  return {heed::core::ValueKind::Real, shape};
}

/// Numbers drawn evenly between `low` and `high`.
[[nodiscard]] inline heed::core::Tensor randomTensor(const heed::core::Shape& shape, std::uint64_t seed,
                                                     double low = -1.0, double high = 1.0) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(low, high);
  std::vector<float> elements(static_cast<std::size_t>(shape.elementCount()));
  for (float& element : elements) element = static_cast<float>(uniform(random));
  return heed::core::Tensor::fromFloats(shape, elements);
}

[[nodiscard]] inline std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

/// Every how many calls of Vulkan one is made to fail: HEED_FAULT_STRIDE, so that a sanitizer does not need an hour.
[[nodiscard]] inline int faultStride() {
  const char* stride = std::getenv("HEED_FAULT_STRIDE");
  return stride == nullptr ? 1 : std::max(std::atoi(stride), 1);
}
