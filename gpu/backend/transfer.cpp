#include "gpu/backend/transfer.h"

#include "core/base/error.h"
#include "gpu/backend/kernel.h"

#include <cstring>

namespace heed::gpu {

void writeElements(const core::Tensor& tensor, std::span<std::byte> to) {
  const auto bytes = static_cast<std::size_t>(tensor.elementCount()) * kElementBytes;
  HEED_ASSERT(to.size() >= bytes && tensor.kind() != core::ElementKind::Float64);
  if (bytes == 0) return;
  if (tensor.kind() != core::ElementKind::Bool) {
    std::memcpy(to.data(), tensor.data(), bytes);
    return;
  }
  std::size_t position = 0;
  for (const std::uint8_t truth : tensor.bools()) {
    const std::uint32_t word = truth != 0 ? 1 : 0;
    std::memcpy(to.data() + position, &word, sizeof(word));
    position += sizeof(word);
  }
}

core::Tensor readElements(core::ElementKind kind, const core::Shape& shape, std::span<const std::byte> from) {
  core::TensorBuffer buffer(kind, shape);
  const auto bytes = static_cast<std::size_t>(shape.elementCount()) * kElementBytes;
  HEED_ASSERT(from.size() >= bytes && kind != core::ElementKind::Float64);
  if (bytes > 0 && kind != core::ElementKind::Bool) std::memcpy(buffer.data(), from.data(), bytes);
  if (kind == core::ElementKind::Bool) {
    std::size_t position = 0;
    for (std::uint8_t& truth : buffer.bools()) {
      std::uint32_t word = 0;
      std::memcpy(&word, from.data() + position, sizeof(word));
      truth = word != 0 ? 1 : 0;
      position += sizeof(word);
    }
  }
  return buffer.finish();
}

}  // namespace heed::gpu
