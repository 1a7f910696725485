#pragma once

#include <vulkan/vulkan.h>

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace heed::gpu {

/// Whether Khronos' validation layer watches every call (core and synchronisation checks); its messages are collected.
enum class Validation { Off, On };

/// The connection to the Vulkan loader. Every class of this folder is made by a static create(), which throws
/// core::Error{Device} with a sentence where it fails, and frees what it holds when it is destroyed.
class Instance {
 public:
  [[nodiscard]] static std::unique_ptr<Instance> create(Validation validation);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] VkInstance handle() const { return m_handle; }
  /// What the validation layer said so far: warnings and errors.
  [[nodiscard]] std::vector<std::string> messages() const;

 private:
  Instance() = default;
  void createMessenger();
  static VKAPI_ATTR VkBool32 VKAPI_CALL receive(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                VkDebugUtilsMessageTypeFlagsEXT types,
                                                const VkDebugUtilsMessengerCallbackDataEXT* data, void* instance);

  VkInstance m_handle = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
  mutable std::mutex m_mutex;
  std::vector<std::string> m_messages;
};

}  // namespace heed::gpu
