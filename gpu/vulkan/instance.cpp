#include "gpu/vulkan/instance.h"

#include "core/base/error.h"
#include "gpu/vulkan/result.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace heed::gpu {

namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

bool hasLayer(const GlobalFunctions& calls, std::string_view name) {
  std::uint32_t count = 0;
  require(calls.enumerateInstanceLayerProperties(&count, nullptr), "listing the Vulkan layers");
  std::vector<VkLayerProperties> layers(count);
  require(calls.enumerateInstanceLayerProperties(&count, layers.data()), "listing the Vulkan layers");
  return std::ranges::any_of(layers, [name](const VkLayerProperties& layer) { return name == layer.layerName; });
}

VKAPI_ATTR VkBool32 VKAPI_CALL receive(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                                       VkDebugUtilsMessageTypeFlagsEXT /*types*/,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data, void* log) {
  static_cast<ValidationLog*>(log)->add(data->pMessage);
  return VK_FALSE;
}

}  // namespace

std::unique_ptr<Instance> Instance::create(InstanceOptions options) {
  std::unique_ptr<Instance> instance(new Instance);
  instance->m_faults = std::move(options.faults);
  instance->m_log = options.log != nullptr ? std::move(options.log) : std::make_shared<ValidationLog>();
  instance->m_loader = Loader::create(options.loader, instance->m_faults.get());
  instance->createHandle(options.validation);
  if (options.validation == Validation::On) instance->createMessenger();
  return instance;
}

void Instance::createHandle(Validation validation) {
  const GlobalFunctions calls{m_loader->functionsOf(VkInstance{VK_NULL_HANDLE})};
  if (validation == Validation::On && !hasLayer(calls, kValidationLayer)) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "the layer %1 is not installed; validation needs it", kValidationLayer));
  }
  VkApplicationInfo application{};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.pApplicationName = "Heed";
  application.apiVersion = VK_API_VERSION_1_2;
  // Watches the making and the end of the instance itself; what lies between belongs to the messenger.
  const VkDebugUtilsMessengerCreateInfoEXT messenger = messengerInfo();
  const VkValidationFeatureEnableEXT enabled[] = {VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
  VkValidationFeaturesEXT features{};
  features.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT;
  features.pNext = &messenger;
  features.enabledValidationFeatureCount = 1;
  features.pEnabledValidationFeatures = enabled;
  const char* const extensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
  VkInstanceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  if (validation == Validation::On) {
    info.pNext = &features;
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = extensions;
  }
  VkInstance handle = VK_NULL_HANDLE;
  require(calls.createInstance(&info, nullptr, &handle), "starting Vulkan");
  m_calls = std::make_unique<const InstanceFunctions>(InstanceFunctions{m_loader->functionsOf(handle)});
  m_handle = handle;
}

VkDebugUtilsMessengerCreateInfoEXT Instance::messengerInfo() const {
  VkDebugUtilsMessengerCreateInfoEXT info{};
  info.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  info.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  info.pfnUserCallback = &receive;
  info.pUserData = m_log.get();
  return info;
}

void Instance::createMessenger() {
  m_messengerCalls = std::make_unique<const MessengerFunctions>(MessengerFunctions{m_loader->functionsOf(m_handle)});
  const VkDebugUtilsMessengerCreateInfoEXT info = messengerInfo();
  require(m_messengerCalls->createDebugUtilsMessenger(m_handle, &info, nullptr, &m_messenger),
          "listening to the validation layer");
}

Instance::~Instance() {
  if (m_messenger != VK_NULL_HANDLE) m_messengerCalls->destroyDebugUtilsMessenger(m_handle, m_messenger, nullptr);
  if (m_handle != VK_NULL_HANDLE) m_calls->destroyInstance(m_handle, nullptr);
}

}  // namespace heed::gpu
