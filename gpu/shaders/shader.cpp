#include "gpu/shaders/shader.h"

#include <algorithm>

namespace heed::gpu {

const Shader* findShader(std::string_view name) {
  const auto found = std::ranges::find(allShaders(), name, &Shader::name);
  return found == allShaders().end() ? nullptr : &*found;
}

}  // namespace heed::gpu
