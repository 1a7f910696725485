#pragma once

#include "core/io/zip.h"
#include "core/tensor/tensor.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace heed::core {

/// Reads NumPy's NPZ format: a ZIP file of NPY files, stored or deflated, by the name without ".npy". Throws
/// Error{Format}, or Error{Limit} where it unpacks to more than `limit` bytes in all.
[[nodiscard]] std::map<std::string, Tensor> readNpz(std::string_view bytes, std::uint64_t limit = kDefaultZipLimit,
                                                    std::string_view name = "the NPZ file");
[[nodiscard]] std::map<std::string, Tensor> readNpzFile(const std::filesystem::path& path);

/// Equal tensors give equal bytes. Names are the members' names without ".npy".
[[nodiscard]] std::string writeNpz(const std::map<std::string, Tensor>& tensors, ZipMethod method = ZipMethod::Stored);
void writeNpzFile(const std::filesystem::path& path, const std::map<std::string, Tensor>& tensors,
                  ZipMethod method = ZipMethod::Stored);

}  // namespace heed::core
