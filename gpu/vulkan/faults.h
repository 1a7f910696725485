#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace heed::gpu {

/// What a call answers in place of its own result.
struct Fault {
  VkResult result = VK_SUCCESS;
  bool isCalled = false;  ///< whether the function is called all the same and its result dropped
};

enum class FaultKind { HostMemory, DeviceMemory, DeviceLost };

/// Failures of Vulkan on demand, as tests need them: the n-th call that may fail does, or memory ends at a limit.
/// Handed to a backend in VulkanOptions; without it no call is looked at.
class Faults {
 public:
  /// The call with this number from now on, counted from 1, fails. A call that cannot fail in this way fails by the
  /// memory of the host. A lost device stays lost.
  void failCall(std::uint64_t number, FaultKind kind);
  /// Memory of all buffers together, in bytes.
  void limitMemory(std::uint64_t bytes);

  /// Calls that may fail, since the last failCall().
  [[nodiscard]] std::uint64_t calls() const;
  /// The function that failed by failCall(); empty if none did.
  [[nodiscard]] std::string failedFunction() const;
  /// Memory of the buffers that are there, in bytes.
  [[nodiscard]] std::uint64_t memoryInUse() const;

  /// For the callers of Vulkan: what this call is to answer, if not its own result.
  [[nodiscard]] std::optional<Fault> next(std::string_view function);
  /// For buffers: false where the limit does not allow it.
  [[nodiscard]] bool takeMemory(std::uint64_t bytes);
  void giveBackMemory(std::uint64_t bytes);

 private:
  mutable std::mutex m_mutex;
  std::uint64_t m_calls = 0;
  std::uint64_t m_failing = 0;
  FaultKind m_kind = FaultKind::HostMemory;
  bool m_isLost = false;
  std::string m_failedFunction;
  std::uint64_t m_limit = ~std::uint64_t{0};
  std::uint64_t m_memory = 0;
};

}  // namespace heed::gpu
