#pragma once

#include "gpu/vulkan/faults.h"

#include <vulkan/vulkan_core.h>

#include <functional>
#include <optional>
#include <type_traits>

namespace heed::gpu {

/// A function of Vulkan as it was found by name.
struct Symbol {
  const char* name = nullptr;
  PFN_vkVoidFunction address = nullptr;
  Faults* faults = nullptr;  ///< null where nothing is to fail, as everywhere but in tests
};

/// A function of Vulkan that is called through this object: the one place where every call of ours passes.
template <typename Pointer>
class Function;

template <typename Result, typename... Arguments>
class Function<Result(VKAPI_PTR*)(Arguments...)> {
 public:
  using Pointer = Result(VKAPI_PTR*)(Arguments...);

  explicit(false) Function(const Symbol& symbol)
      : m_pointer(reinterpret_cast<Pointer>(symbol.address)), m_name(symbol.name), m_faults(symbol.faults) {}

  Result operator()(Arguments... arguments) const {
    if constexpr (std::is_same_v<Result, VkResult>) {
      if (m_faults != nullptr) return afterFaults(arguments...);
    }
    return m_pointer(arguments...);
  }

 private:
  VkResult afterFaults(Arguments... arguments) const {
    const std::optional<Fault> fault = m_faults->next(m_name);
    if (!fault) return m_pointer(arguments...);
    if (fault->isCalled) m_pointer(arguments...);
    return fault->result;
  }

  Pointer m_pointer;
  const char* m_name;
  Faults* m_faults;
};

/// Finds functions by name; throws core::Error{Device} naming one that the driver lacks.
using Resolver = std::function<Symbol(const char* name)>;

}  // namespace heed::gpu
