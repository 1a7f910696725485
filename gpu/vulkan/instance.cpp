#include "gpu/vulkan/instance.h"

#include "core/base/error.h"
#include "gpu/vulkan/result.h"

#include <algorithm>
#include <string_view>

namespace heed::gpu {

namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

bool hasLayer(std::string_view name) {
  std::uint32_t count = 0;
  require(vkEnumerateInstanceLayerProperties(&count, nullptr), "listing the Vulkan layers");
  std::vector<VkLayerProperties> layers(count);
  require(vkEnumerateInstanceLayerProperties(&count, layers.data()), "listing the Vulkan layers");
  return std::ranges::any_of(layers, [name](const VkLayerProperties& layer) { return name == layer.layerName; });
}

}  // namespace

std::unique_ptr<Instance> Instance::create(Validation validation) {
  const bool validates = validation == Validation::On;
  if (validates && !hasLayer(kValidationLayer)) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "the layer %1 is not installed; validation needs it", kValidationLayer));
  }
  std::unique_ptr<Instance> instance(new Instance);
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "Heed";
  application.apiVersion = VK_API_VERSION_1_2;
  const VkValidationFeatureEnableEXT enabled[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  VkValidationFeaturesEXT features{};
  features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = enabled;
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  if (validates) {
    info.pNext = &features;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = extensions;
  }
  require(vkCreateInstance(&info, nullptr, &instance->m_handle), "starting Vulkan");
  if (validates) instance->createMessenger();
  return instance;
}

void Instance::createMessenger() {
  const auto function = reinterpret_cast<PFN_vkCreateDebugUtilsMessengerEXT>(
      vkGetInstanceProcAddr(m_handle, "vkCreateDebugUtilsMessengerEXT"));
  if (function == nullptr) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "the driver has no messages of the validation layer to listen to"));
  }
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = &Instance::receive;
  info.pUserData = this;
  require(function(m_handle, &info, nullptr, &m_messenger), "listening to the validation layer");
}

Instance::~Instance() {
  if (m_messenger != VK_NULL_HANDLE) {
    const auto function = reinterpret_cast<PFN_vkDestroyDebugUtilsMessengerEXT>(
        vkGetInstanceProcAddr(m_handle, "vkDestroyDebugUtilsMessengerEXT"));
    if (function != nullptr) function(m_handle, m_messenger, nullptr);
  }
  if (m_handle != VK_NULL_HANDLE) vkDestroyInstance(m_handle, nullptr);
}

std::vector<std::string> Instance::messages() const {
  const std::scoped_lock lock(m_mutex);
  return m_messages;
}

VkBool32 Instance::receive(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                           VkDebugUtilsMessageTypeFlagsEXT /*types*/, const VkDebugUtilsMessengerCallbackDataEXT* data,
                           void* instance) {
  auto& self = *static_cast<Instance*>(instance);
  const std::scoped_lock lock(self.m_mutex);
  self.m_messages.emplace_back(data->pMessage);
  return VK_FALSE;
}

}  // namespace heed::gpu
