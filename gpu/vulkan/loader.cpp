#include "gpu/vulkan/loader.h"

#include "core/base/error.h"

#include <dlfcn.h>

namespace heed::gpu {

namespace {

Symbol found(const char* name, PFN_vkVoidFunction address, Faults* faults) {
  if (address == nullptr) {
    throw core::Error(core::ErrorKind::Device, core::text("Vulkan", "the Vulkan driver has no function %1", name));
  }
  return {name, address, faults};
}

}  // namespace

std::unique_ptr<Loader> Loader::create(const std::string& library, Faults* faults) {
  std::unique_ptr<Loader> loader(new Loader(faults));
  loader->m_library = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loader->m_library == nullptr) {
    throw core::Error(core::ErrorKind::Device,
                      core::text("Vulkan", "no Vulkan loader (%1) was found on this computer", library));
  }
  loader->m_find = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(loader->m_library, "vkGetInstanceProcAddr"));
  if (loader->m_find == nullptr) {
    throw core::Error(core::ErrorKind::Device, core::text("Vulkan", "%1 is not a Vulkan loader", library));
  }
  return loader;
}

Loader::~Loader() {
  if (m_library != nullptr) dlclose(m_library);
}

Resolver Loader::functionsOf(VkInstance instance) const {
  return [this, instance](const char* name) { return found(name, m_find(instance, name), m_faults); };
}

Resolver Loader::functionsOf(VkDevice device, Function<PFN_vkGetDeviceProcAddr> find) const {
  return [this, device, find](const char* name) { return found(name, find(device, name), m_faults); };
}

}  // namespace heed::gpu
