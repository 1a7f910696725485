#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace heed::gpu {

/// One compute shader as SPIR-V words, named after its file.
struct Shader {
  std::string_view name;
  std::span<const std::uint32_t> words;
};

/// Every shader of gpu/shaders: a table that CMake writes.
[[nodiscard]] std::span<const Shader> allShaders();

/// The shader of that name, or null.
[[nodiscard]] const Shader* findShader(std::string_view name);

}  // namespace heed::gpu
