#pragma once

#include "gpu/vulkan/functions.h"

#include <memory>
#include <string>

namespace heed::gpu {

/// The library through which programs reach Vulkan's drivers.
inline constexpr const char* kLoaderLibrary = "libvulkan.so.1";

/// Vulkan's loader, opened while the program runs, so that Heed starts on machines that have none.
class Loader {
 public:
  /// `faults` may be null and must outlive the loader.
  [[nodiscard]] static std::unique_ptr<Loader> create(const std::string& library, Faults* faults);
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  /// Functions of an instance, or those that need none where it is null.
  [[nodiscard]] Resolver functionsOf(VkInstance instance) const;
  /// Functions of a device, found by that function of its instance.
  [[nodiscard]] Resolver functionsOf(VkDevice device, Function<PFN_vkGetDeviceProcAddr> find) const;

 private:
  explicit Loader(Faults* faults) : m_faults(faults) {}

  Faults* m_faults;
  void* m_library = nullptr;
  PFN_vkGetInstanceProcAddr m_find = nullptr;
};

}  // namespace heed::gpu
