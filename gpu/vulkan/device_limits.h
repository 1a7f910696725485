#pragma once

#include <cstdint>

namespace heed::gpu {

/// What a device is, best first.
enum class DeviceKind { Discrete, Integrated, Virtual, Software };

/// The limits that kernels and plans are checked against.
struct DeviceLimits {
  std::uint32_t pushConstantBytes = 0;
  std::uint32_t sharedMemoryBytes = 0;
  std::uint32_t groupInvocations = 0;  ///< threads in a workgroup
  std::uint32_t groupCount = 0;        ///< workgroups along the first dimension
  std::uint64_t allocationBytes = 0;   ///< of one block of memory
  std::uint32_t subgroupSize = 0;      ///< threads of a subgroup; 0 where kernels cannot compute across them
};

}  // namespace heed::gpu
