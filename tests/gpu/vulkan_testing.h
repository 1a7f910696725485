#pragma once

#include "core/base/thread_pool.h"
#include "gpu/backend/vulkan_backend.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

/// A Vulkan backend watched by the validation layer, as the suites of gpu want it. A machine without a Vulkan device
/// fails them: `./dev setup` installs a driver that computes on the processor.
[[nodiscard]] inline std::unique_ptr<heed::gpu::VulkanBackend> watchedBackend() {
  return heed::gpu::VulkanBackend::create({.validates = true});
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

[[nodiscard]] inline std::string joined(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}
