#pragma once

#include "gpu/vulkan/device.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace heed::gpu {

/// What the driver remembers of compiled shaders.
class PipelineCache {
 public:
  /// `saved` is what data() gave in an earlier run, or nothing; what does not come from this driver is left out.
  [[nodiscard]] static std::unique_ptr<PipelineCache> create(const Device& device, std::span<const std::byte> saved);
  ~PipelineCache();
  PipelineCache(const PipelineCache&) = delete;
  PipelineCache& operator=(const PipelineCache&) = delete;

  [[nodiscard]] VkPipelineCache handle() const { return m_handle; }
  /// For a later run; nothing where the driver cannot say it.
  [[nodiscard]] std::vector<std::byte> data() const;

 private:
  explicit PipelineCache(const Device& device) : m_device(device) {}

  const Device& m_device;
  VkPipelineCache m_handle = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
