#include "gpu/vulkan/command_buffer.h"

#include "gpu/vulkan/result.h"

#include <algorithm>
#include <vector>

namespace heed::gpu {

namespace {

constexpr VkPipelineStageFlags kWorkStages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;

}  // namespace

std::unique_ptr<CommandBuffer> CommandBuffer::create(const Device& device, CommandLevel level) {
  std::unique_ptr<CommandBuffer> commands(new CommandBuffer(device, level));
  VkCommandPoolCreateInfo pool{};
  pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = device.physical().queueFamily;
  require(device.calls().createCommandPool(device.handle(), &pool, nullptr, &commands->m_pool),
          "creating a command pool");
  VkCommandBufferAllocateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  info.commandPool = commands->m_pool;
  info.level = level == CommandLevel::Primary ? VK_COMMAND_BUFFER_LEVEL_PRIMARY : VK_COMMAND_BUFFER_LEVEL_SECONDARY;
  info.commandBufferCount = 1;
  require(device.calls().allocateCommandBuffers(device.handle(), &info, &commands->m_handle),
          "creating a command buffer");
  return commands;
}

CommandBuffer::~CommandBuffer() {
  if (m_pool != VK_NULL_HANDLE) m_device.calls().destroyCommandPool(m_device.handle(), m_pool, nullptr);
}

void CommandBuffer::begin() {
  VkCommandBufferBeginInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  VkCommandBufferInheritanceInfo inheritance{};
  inheritance.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO;
  if (m_level == CommandLevel::Secondary) {
    info.flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT;
    info.pInheritanceInfo = &inheritance;
  }
  require(m_device.calls().beginCommandBuffer(m_handle, &info), "recording commands");
}

void CommandBuffer::copy(const MemoryPiece& from, const MemoryPiece& to, std::uint64_t bytes) {
  if (bytes == 0) return;
  const VkBufferCopy region{from.offset, to.offset, bytes};
  m_device.calls().cmdCopyBuffer(m_handle, from.buffer->handle(), to.buffer->handle(), 1, &region);
}

void CommandBuffer::dispatch(const ComputePipeline& pipeline, std::span<const std::byte> pushConstants,
                             std::uint32_t groups, std::uint32_t first, std::uint32_t count) {
  const DeviceFunctions& calls = m_device.calls();
  calls.cmdBindPipeline(m_handle, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.handle());
  calls.cmdPushConstants(m_handle, pipeline.layout(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                         static_cast<std::uint32_t>(pushConstants.size()), pushConstants.data());
  if (groups <= kGroupsAlongOne) {
    calls.cmdDispatchBase(m_handle, first, 0, 0, count, 1, 1);
    return;
  }
  const std::uint32_t rows = (count + kGroupsAlongOne - 1) / kGroupsAlongOne;
  calls.cmdDispatchBase(m_handle, 0, first / kGroupsAlongOne, 0, kGroupsAlongOne, rows, 1);
}

void CommandBuffer::execute(const CommandBuffer& commands, std::uint32_t times) {
  const std::vector<VkCommandBuffer> handles(times, commands.handle());
  if (times > 0) m_device.calls().cmdExecuteCommands(m_handle, times, handles.data());
}

void CommandBuffer::barrier() {
  barrier(kWorkStages, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_READ_BIT |
                           VK_ACCESS_TRANSFER_WRITE_BIT);
}

void CommandBuffer::barrierToHost() {
  barrier(VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

void CommandBuffer::barrier(VkPipelineStageFlags stages, VkAccessFlags access) {
  VkMemoryBarrier memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  memory.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
  memory.dstAccessMask = access;
  m_device.calls().cmdPipelineBarrier(m_handle, kWorkStages, stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void CommandBuffer::forgetTimes(const Timestamps& times, std::uint32_t first, std::uint32_t count) {
  m_device.calls().cmdResetQueryPool(m_handle, times.handle(), first, count);
}

void CommandBuffer::noteTime(const Timestamps& times, std::uint32_t place) {
  m_device.calls().cmdWriteTimestamp(m_handle, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, times.handle(), place);
}

void CommandBuffer::end() {
  require(m_device.calls().endCommandBuffer(m_handle), "recording commands");
}

}  // namespace heed::gpu
