#pragma once

#include "core/io/elements.h"
#include "core/tensor/tensor.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// The safetensors format (https://github.com/huggingface/safetensors): eight bytes with the header's length, a JSON
/// header, and the tensors' bytes one after another without gaps. The header may take 100 million bytes.
class SafetensorsFile {
 public:
  struct Entry {
    FileElement element = FileElement::Float32;
    std::string elementName;  ///< as in the file, as "BF16"
    Shape shape;
    std::uint64_t begin = 0;  ///< of its bytes, counted from the end of the header
    std::uint64_t end = 0;
  };

  /// Reads the header only; each tensor is read when it is asked for. Throws Error{File}, Error{Format} or
  /// Error{Limit}.
  [[nodiscard]] static SafetensorsFile open(const std::filesystem::path& path);
  /// The same from bytes in memory; `name` names the file in sentences.
  [[nodiscard]] static SafetensorsFile fromBytes(std::string bytes, std::string name = "the safetensors file");

  [[nodiscard]] const std::map<std::string, std::string>& metadata() const { return m_metadata; }
  /// By name, in ascending order.
  [[nodiscard]] const std::map<std::string, Entry, std::less<>>& entries() const { return m_entries; }
  [[nodiscard]] bool contains(std::string_view name) const { return m_entries.find(name) != m_entries.end(); }

  /// One tensor: F16 and BF16 become Float32, whole numbers Int32. Throws Error{Format} if there is none of that name
  /// or a whole number does not fit in 32 bits.
  [[nodiscard]] Tensor tensor(std::string_view name) const;
  [[nodiscard]] std::map<std::string, Tensor> tensors() const;

 private:
  using Source = std::function<std::string(std::uint64_t position, std::uint64_t count)>;

  SafetensorsFile(std::string name, std::uint64_t size, Source source);
  void readHeader(std::string_view header, std::uint64_t dataSize);
  void checkCoverage(std::uint64_t dataSize) const;

  std::string m_name;
  Source m_source;
  std::uint64_t m_dataBegin = 0;
  std::map<std::string, std::string> m_metadata;
  std::map<std::string, Entry, std::less<>> m_entries;
};

/// The bytes of a safetensors file. Equal tensors and metadata give equal bytes: the header is sorted by name, the data
/// by element size (largest first, which aligns every tensor) and name, and the header is padded to 8 bytes.
[[nodiscard]] std::string writeSafetensors(const std::map<std::string, Tensor>& tensors,
                                           const std::map<std::string, std::string>& metadata = {});
void writeSafetensorsFile(const std::filesystem::path& path, const std::map<std::string, Tensor>& tensors,
                          const std::map<std::string, std::string>& metadata = {});

}  // namespace heed::core
