#pragma once

#include "gpu/vulkan/physical_device.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

namespace heed::gpu {

/// What a driver remembers of compiled kernels, on disk: a header that names device and driver, the length and a hash,
/// then the driver's bytes. Drivers are not trusted to refuse what is damaged.
inline constexpr std::uint64_t kLargestPipelineFile = std::uint64_t{64} << 20U;

/// The driver's bytes; nothing where the file is missing, damaged, too large or of another device or driver.
[[nodiscard]] std::vector<std::byte> readPipelineFile(const std::filesystem::path& path,
                                                      const DeviceIdentity& identity);

/// Replaces the file at once or not at all, and makes its folder where it is missing. Returns whether that worked;
/// without the file kernels are compiled again, and nothing else changes.
[[nodiscard]] bool writePipelineFile(const std::filesystem::path& path, const DeviceIdentity& identity,
                                     std::span<const std::byte> data);

}  // namespace heed::gpu
