#include "gpu/vulkan/buffer.h"

#include "core/base/error.h"
#include "gpu/vulkan/result.h"

#include <fmt/format.h>

namespace heed::gpu {

std::unique_ptr<Buffer> Buffer::create(const Device& device, std::uint64_t bytes, MemoryPlace place) {
  if (bytes == 0 || bytes > device.limits().allocationBytes) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "a buffer of %1 bytes was asked for; %2 takes 1 to %3", bytes,
                                 device.physical().name, device.limits().allocationBytes));
  }
  std::unique_ptr<Buffer> buffer(new Buffer(device));
  buffer->m_bytes = bytes;
  buffer->createHandle();
  buffer->allocate(place);
  return buffer;
}

void Buffer::createHandle() {
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = m_bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  require(m_device.calls().createBuffer(m_device.handle(), &info, nullptr, &m_handle), "creating a buffer");
}

void Buffer::allocate(MemoryPlace place) {
  VkMemoryRequirements requirements{};
  m_device.calls().getBufferMemoryRequirements(m_device.handle(), m_handle, &requirements);
  const auto type =
      place == MemoryPlace::Device
          ? m_device.memoryType(requirements.memoryTypeBits, 0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)
          : m_device.memoryType(requirements.memoryTypeBits,
                                VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
                                VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
  if (!type) {
    throw core::Error(core::ErrorKind::Device, core::text("Vulkan", "%1 has no memory of the kind that a buffer needs",
                                                          m_device.physical().name));
  }
  VkMemoryAllocateFlagsInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.pNext = &flags;
  info.allocationSize = requirements.size;
  info.memoryTypeIndex = *type;
  const std::string action = fmt::format("allocating {} bytes of memory", requirements.size);
  if (Faults* faults = m_device.faults(); faults != nullptr) {
    if (!faults->takeMemory(requirements.size)) require(VK_ERROR_OUT_OF_DEVICE_MEMORY, action);
    m_countedBytes = requirements.size;
  }
  require(m_device.calls().allocateMemory(m_device.handle(), &info, nullptr, &m_memory), action);
  require(m_device.calls().bindBufferMemory(m_device.handle(), m_handle, m_memory, 0), "giving a buffer its memory");
  VkBufferDeviceAddressInfo address{};
  address.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  address.buffer = m_handle;
  m_address = m_device.calls().getBufferDeviceAddress(m_device.handle(), &address);
  if (place == MemoryPlace::Device) return;
  void* memory = nullptr;
  require(m_device.calls().mapMemory(m_device.handle(), m_memory, 0, VK_WHOLE_SIZE, 0, &memory), "mapping memory");
  m_mapped = {static_cast<std::byte*>(memory), m_bytes};
}

Buffer::~Buffer() {
  if (m_handle != VK_NULL_HANDLE) m_device.calls().destroyBuffer(m_device.handle(), m_handle, nullptr);
  if (m_memory != VK_NULL_HANDLE) m_device.calls().freeMemory(m_device.handle(), m_memory, nullptr);
  if (m_device.faults() != nullptr) m_device.faults()->giveBackMemory(m_countedBytes);
}

}  // namespace heed::gpu
