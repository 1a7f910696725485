#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace heed::core {

/// Reads NumPy's NPY format, versions 1.0 to 3.0 (numpy.lib.format), in C or Fortran order and either byte order: b1,
/// i1 to i8, u1 to u8, f2, f4 and f8. Half precision becomes Float32 and whole numbers Int32; one that does not fit in
/// 32 bits is refused. Throws Error{Format} or Error{Limit}; `name` names the file in the sentences.
[[nodiscard]] Tensor readNpy(std::string_view bytes, std::string_view name = "the NPY file");
[[nodiscard]] Tensor readNpyFile(const std::filesystem::path& path);

/// Version 1.0, C order, little endian, with the data aligned to 64 bytes.
[[nodiscard]] std::string writeNpy(const Tensor& tensor);
void writeNpyFile(const std::filesystem::path& path, const Tensor& tensor);

}  // namespace heed::core
