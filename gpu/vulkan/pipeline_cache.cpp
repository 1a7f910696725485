#include "gpu/vulkan/pipeline_cache.h"

#include "gpu/vulkan/result.h"

#include <algorithm>
#include <cstring>

namespace heed::gpu {

namespace {

/// Whether the header names this driver. Drivers check it too; some crash on what is cut short.
bool isOfDevice(std::span<const std::byte> saved, const Device& device) {
  VkPipelineCacheHeaderVersionOne header{};
  if (saved.size() < sizeof(header)) return false;
  std::memcpy(&header, saved.data(), sizeof(header));
  const DeviceIdentity& identity = device.physical().identity;
  return header.headerSize == sizeof(header) && header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
         header.vendorID == identity.vendor && header.deviceID == identity.device &&
         std::ranges::equal(header.pipelineCacheUUID, identity.pipelineCache);
}

}  // namespace

std::unique_ptr<PipelineCache> PipelineCache::create(const Device& device, std::span<const std::byte> saved) {
  std::unique_ptr<PipelineCache> cache(new PipelineCache(device));
  VkPipelineCacheCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  if (isOfDevice(saved, device)) {
    info.initialDataSize = saved.size();
    info.pInitialData = saved.data();
  }
  require(device.calls().createPipelineCache(device.handle(), &info, nullptr, &cache->m_handle),
          "creating the pipeline cache");
  return cache;
}

PipelineCache::~PipelineCache() {
  if (m_handle != VK_NULL_HANDLE) m_device.calls().destroyPipelineCache(m_device.handle(), m_handle, nullptr);
}

std::vector<std::byte> PipelineCache::data() const {
  const auto& read = m_device.calls().getPipelineCacheData;
  std::size_t size = 0;
  if (read(m_device.handle(), m_handle, &size, nullptr) != VK_SUCCESS) return {};
  std::vector<std::byte> bytes(size);
  if (read(m_device.handle(), m_handle, &size, bytes.data()) != VK_SUCCESS) return {};
  bytes.resize(size);
  return bytes;
}

}  // namespace heed::gpu
