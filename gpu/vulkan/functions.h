#pragma once

#include "gpu/vulkan/function.h"

namespace heed::gpu {

/// The functions of Vulkan that Heed calls, each looked up when its table is made from a Resolver: `{resolve}`.
struct GlobalFunctions {
  Resolver resolve;
  Function<PFN_vkCreateInstance> createInstance = resolve("vkCreateInstance");
  Function<PFN_vkEnumerateInstanceLayerProperties> enumerateInstanceLayerProperties =
      resolve("vkEnumerateInstanceLayerProperties");
};

struct InstanceFunctions {
  Resolver resolve;
  Function<PFN_vkDestroyInstance> destroyInstance = resolve("vkDestroyInstance");
  Function<PFN_vkEnumeratePhysicalDevices> enumeratePhysicalDevices = resolve("vkEnumeratePhysicalDevices");
  Function<PFN_vkGetPhysicalDeviceProperties2> getPhysicalDeviceProperties2 = resolve("vkGetPhysicalDeviceProperties2");
  Function<PFN_vkGetPhysicalDeviceFeatures2> getPhysicalDeviceFeatures2 = resolve("vkGetPhysicalDeviceFeatures2");
  Function<PFN_vkGetPhysicalDeviceQueueFamilyProperties> getPhysicalDeviceQueueFamilyProperties =
      resolve("vkGetPhysicalDeviceQueueFamilyProperties");
  Function<PFN_vkGetPhysicalDeviceMemoryProperties> getPhysicalDeviceMemoryProperties =
      resolve("vkGetPhysicalDeviceMemoryProperties");
  Function<PFN_vkCreateDevice> createDevice = resolve("vkCreateDevice");
  Function<PFN_vkGetDeviceProcAddr> getDeviceProcAddr = resolve("vkGetDeviceProcAddr");
};

/// What an instance with the extension for messages has beside.
struct MessengerFunctions {
  Resolver resolve;
  Function<PFN_vkCreateDebugUtilsMessengerEXT> createDebugUtilsMessenger = resolve("vkCreateDebugUtilsMessengerEXT");
  Function<PFN_vkDestroyDebugUtilsMessengerEXT> destroyDebugUtilsMessenger = resolve("vkDestroyDebugUtilsMessengerEXT");
};

struct DeviceFunctions {
  Resolver resolve;
  Function<PFN_vkDestroyDevice> destroyDevice = resolve("vkDestroyDevice");
  Function<PFN_vkDeviceWaitIdle> deviceWaitIdle = resolve("vkDeviceWaitIdle");
  Function<PFN_vkGetDeviceQueue> getDeviceQueue = resolve("vkGetDeviceQueue");
  Function<PFN_vkQueueSubmit> queueSubmit = resolve("vkQueueSubmit");

  Function<PFN_vkCreateSemaphore> createSemaphore = resolve("vkCreateSemaphore");
  Function<PFN_vkDestroySemaphore> destroySemaphore = resolve("vkDestroySemaphore");
  Function<PFN_vkWaitSemaphores> waitSemaphores = resolve("vkWaitSemaphores");

  Function<PFN_vkCreateBuffer> createBuffer = resolve("vkCreateBuffer");
  Function<PFN_vkDestroyBuffer> destroyBuffer = resolve("vkDestroyBuffer");
  Function<PFN_vkGetBufferMemoryRequirements> getBufferMemoryRequirements = resolve("vkGetBufferMemoryRequirements");
  Function<PFN_vkGetBufferDeviceAddress> getBufferDeviceAddress = resolve("vkGetBufferDeviceAddress");
  Function<PFN_vkAllocateMemory> allocateMemory = resolve("vkAllocateMemory");
  Function<PFN_vkFreeMemory> freeMemory = resolve("vkFreeMemory");
  Function<PFN_vkBindBufferMemory> bindBufferMemory = resolve("vkBindBufferMemory");
  Function<PFN_vkMapMemory> mapMemory = resolve("vkMapMemory");

  Function<PFN_vkCreateShaderModule> createShaderModule = resolve("vkCreateShaderModule");
  Function<PFN_vkDestroyShaderModule> destroyShaderModule = resolve("vkDestroyShaderModule");
  Function<PFN_vkCreatePipelineCache> createPipelineCache = resolve("vkCreatePipelineCache");
  Function<PFN_vkDestroyPipelineCache> destroyPipelineCache = resolve("vkDestroyPipelineCache");
  Function<PFN_vkGetPipelineCacheData> getPipelineCacheData = resolve("vkGetPipelineCacheData");
  Function<PFN_vkCreatePipelineLayout> createPipelineLayout = resolve("vkCreatePipelineLayout");
  Function<PFN_vkDestroyPipelineLayout> destroyPipelineLayout = resolve("vkDestroyPipelineLayout");
  Function<PFN_vkCreateComputePipelines> createComputePipelines = resolve("vkCreateComputePipelines");
  Function<PFN_vkDestroyPipeline> destroyPipeline = resolve("vkDestroyPipeline");

  Function<PFN_vkCreateQueryPool> createQueryPool = resolve("vkCreateQueryPool");
  Function<PFN_vkDestroyQueryPool> destroyQueryPool = resolve("vkDestroyQueryPool");
  Function<PFN_vkGetQueryPoolResults> getQueryPoolResults = resolve("vkGetQueryPoolResults");

  Function<PFN_vkCreateCommandPool> createCommandPool = resolve("vkCreateCommandPool");
  Function<PFN_vkDestroyCommandPool> destroyCommandPool = resolve("vkDestroyCommandPool");
  Function<PFN_vkAllocateCommandBuffers> allocateCommandBuffers = resolve("vkAllocateCommandBuffers");
  Function<PFN_vkBeginCommandBuffer> beginCommandBuffer = resolve("vkBeginCommandBuffer");
  Function<PFN_vkEndCommandBuffer> endCommandBuffer = resolve("vkEndCommandBuffer");
  Function<PFN_vkCmdCopyBuffer> cmdCopyBuffer = resolve("vkCmdCopyBuffer");
  Function<PFN_vkCmdBindPipeline> cmdBindPipeline = resolve("vkCmdBindPipeline");
  Function<PFN_vkCmdPushConstants> cmdPushConstants = resolve("vkCmdPushConstants");
  Function<PFN_vkCmdExecuteCommands> cmdExecuteCommands = resolve("vkCmdExecuteCommands");
  Function<PFN_vkCmdDispatchBase> cmdDispatchBase = resolve("vkCmdDispatchBase");
  Function<PFN_vkCmdPipelineBarrier> cmdPipelineBarrier = resolve("vkCmdPipelineBarrier");
  Function<PFN_vkCmdResetQueryPool> cmdResetQueryPool = resolve("vkCmdResetQueryPool");
  Function<PFN_vkCmdWriteTimestamp> cmdWriteTimestamp = resolve("vkCmdWriteTimestamp");
};

}  // namespace heed::gpu
