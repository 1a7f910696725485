#pragma once

#include "gpu/vulkan/loader.h"
#include "gpu/vulkan/validation_log.h"

#include <memory>
#include <string>

namespace heed::gpu {

/// Whether Khronos' validation layer watches every call (core and synchronisation checks); its messages are collected.
enum class Validation { Off, On };

struct InstanceOptions {
  Validation validation = Validation::Off;
  std::string loader = kLoaderLibrary;
  std::shared_ptr<Faults> faults = nullptr;      ///< failures on demand, for tests
  std::shared_ptr<ValidationLog> log = nullptr;  ///< one of its own where none is given
};

/// The connection to the Vulkan loader. Every class of this folder is made by a static create(), which throws
/// core::Error{Device} with a sentence where it fails, and frees what it holds when it is destroyed.
class Instance {
 public:
  [[nodiscard]] static std::unique_ptr<Instance> create(InstanceOptions options);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] VkInstance handle() const { return m_handle; }
  [[nodiscard]] const InstanceFunctions& calls() const { return *m_calls; }
  [[nodiscard]] const Loader& loader() const { return *m_loader; }
  [[nodiscard]] const std::shared_ptr<Faults>& faults() const { return m_faults; }
  /// What the validation layer said so far.
  [[nodiscard]] const ValidationLog& log() const { return *m_log; }

 private:
  Instance() = default;
  void createHandle(Validation validation);
  void createMessenger();
  [[nodiscard]] VkDebugUtilsMessengerCreateInfoEXT messengerInfo() const;

  std::shared_ptr<Faults> m_faults;
  std::shared_ptr<ValidationLog> m_log;
  std::unique_ptr<Loader> m_loader;
  VkInstance m_handle = VK_NULL_HANDLE;
  std::unique_ptr<const InstanceFunctions> m_calls;
  std::unique_ptr<const MessengerFunctions> m_messengerCalls;
  VkDebugUtilsMessengerEXT m_messenger = VK_NULL_HANDLE;
};

}  // namespace heed::gpu
