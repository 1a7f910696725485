#pragma once

#include "core/exec/cpu_backend.h"
#include "core/exec/faster_backend.h"
#include "core/exec/speed_memory.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace heed::gpu {
class VulkanBackend;
}

namespace heed::app {

/// Where a person wants programs to run: where it is faster, or on one of the two.
enum class BackendWish { Auto, Cpu, Vulkan };

struct BackendOptions {
  BackendWish wish = BackendWish::Auto;
  std::optional<int> device = {};  ///< a number of the list of devices, instead of the best one
};

/// Where files lie that may be deleted at any time: compiled kernels and what was measured.
[[nodiscard]] std::filesystem::path cacheFolder();

/// The backends of this process, handed down as core::Backend&. The CPU's is always there; Vulkan is started when it is
/// needed: at once where it was asked for, else at the first program that takes the CPU long enough. What was measured
/// is kept on disk. Must outlive all plans.
class Backends {
 public:
  explicit Backends(BackendOptions options);
  ~Backends();
  Backends(const Backends&) = delete;
  Backends& operator=(const Backends&) = delete;

  /// The one that was asked for. Throws core::Error{Device} if that is Vulkan and there is no device; Vulkan that was
  /// asked for does not fall back either.
  [[nodiscard]] core::Backend& backend();
  [[nodiscard]] core::CpuBackend& cpu() { return m_cpu; }
  /// Vulkan on a device that the wish allows. Throws core::Error{Device} with the reason where there is none.
  [[nodiscard]] gpu::VulkanBackend& vulkan();
  /// What a person should know of the device that was taken, as a sentence; empty if that is nothing.
  [[nodiscard]] const std::string& caution() const { return m_caution; }

 private:
  [[nodiscard]] core::Contender contender();
  void writeMemory() const;

  BackendOptions m_options;
  core::CpuBackend m_cpu;
  std::unique_ptr<gpu::VulkanBackend> m_vulkan;
  std::string m_caution;
  core::SpeedMemory m_memory;
  std::unique_ptr<core::FasterBackend> m_faster;
};

}  // namespace heed::app
