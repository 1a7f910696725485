#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <span>

namespace heed::gpu {

/// Writes the elements as the device has them: truths become words.
void writeElements(const core::Tensor& tensor, std::span<std::byte> to);

/// Reads a tensor of that kind and shape back.
[[nodiscard]] core::Tensor readElements(core::ElementKind kind, const core::Shape& shape,
                                        std::span<const std::byte> from);

}  // namespace heed::gpu
