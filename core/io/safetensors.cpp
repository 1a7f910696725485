#include "core/io/safetensors.h"

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/utf8.h"
#include "core/io/file.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace heed::core {

namespace {

constexpr std::uint64_t kHeaderLimit = 100'000'000;
constexpr std::uint64_t kLengthBytes = 8;
constexpr const char* kMetadataKey = "__metadata__";

std::optional<FileElement> elementOf(std::string_view name) {
  constexpr std::pair<std::string_view, FileElement> kNames[] = {
      {"BOOL", FileElement::Bool},   {"I8", FileElement::Int8},       {"I16", FileElement::Int16},
      {"I32", FileElement::Int32},   {"I64", FileElement::Int64},     {"U8", FileElement::UInt8},
      {"U16", FileElement::UInt16},  {"U32", FileElement::UInt32},    {"U64", FileElement::UInt64},
      {"F16", FileElement::Float16}, {"BF16", FileElement::BFloat16}, {"F32", FileElement::Float32},
      {"F64", FileElement::Float64}};
  for (const auto& [known, element] : kNames) {
    if (known == name) return element;
  }
  return std::nullopt;
}

std::uint64_t littleEndian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) value = value << 8U | static_cast<unsigned char>(bytes[i - 1]);
  return value;
}

std::uint64_t unsignedOf(const JsonView& view) {
  return static_cast<std::uint64_t>(view.integer(0, std::numeric_limits<std::int64_t>::max()));
}

SafetensorsFile::Entry entryOf(const JsonView& view, std::string_view name) {
  view.allowOnly({"dtype", "shape", "data_offsets"});
  SafetensorsFile::Entry entry;
  entry.elementName = view["dtype"].string();
  const auto element = elementOf(entry.elementName);
  if (!element) {
    view["dtype"].refuse(text(
        "Safetensors", "elements of type \"%1\" are not read; BOOL, I8 to I64, U8 to U64, F16, BF16, F32 and F64 are",
        shownUtf8(entry.elementName, 40)));
  }
  entry.element = *element;
  std::vector<std::uint64_t> sizes;
  for (const JsonView& size : view["shape"].elements()) sizes.push_back(unsignedOf(size));
  entry.shape = declaredShape(sizes, shownUtf8(name));
  const JsonView offsets = view["data_offsets"];
  if (offsets.size() != 2) offsets.refuse(text("Safetensors", "expected two offsets, found %1", offsets.size()));
  entry.begin = unsignedOf(offsets.at(0));
  entry.end = unsignedOf(offsets.at(1));
  const std::uint64_t needed = static_cast<std::uint64_t>(entry.shape.elementCount()) * bytesPerElement(entry.element);
  if (entry.end < entry.begin || entry.end - entry.begin != needed) {
    offsets.refuse(text("Safetensors", "from %1 to %2 does not hold %3 of %4, which takes %5 bytes", entry.begin,
                        entry.end, entry.shape.toString(), entry.elementName, needed));
  }
  return entry;
}

std::string_view elementName(ElementKind kind) {
  switch (kind) {
    case ElementKind::Float32:
      return "F32";
    case ElementKind::Float64:
      return "F64";
    case ElementKind::Int32:
      return "I32";
    case ElementKind::Bool:
      return "BOOL";
  }
  HEED_ASSERT(false);
}

}  // namespace

SafetensorsFile::SafetensorsFile(std::string name, std::uint64_t size, Source source)
    : m_name(std::move(name)), m_source(std::move(source)) {
  if (size < kLengthBytes) {
    throw Error(
        ErrorKind::Format,
        text("Safetensors",
             "%1 ends after %2 bytes; a document of Heed, like every safetensors file, begins with 8 bytes that "
             "say how long its header is. The file is probably incomplete, as after a broken download.",
             m_name, size));
  }
  const std::uint64_t headerSize = littleEndian(m_source(0, kLengthBytes));
  if (headerSize > kHeaderLimit) {
    throw Error(
        ErrorKind::Limit,
        text("Safetensors",
             "%1 is neither a document of Heed nor another safetensors file: its first 8 bytes declare a header "
             "of %2 bytes; the format allows %3.",
             m_name, headerSize, kHeaderLimit));
  }
  if (headerSize > size - kLengthBytes) {
    throw Error(ErrorKind::Format,
                text("Safetensors",
                     "%1 ends after %2 bytes; its first 8 bytes declare a header that reaches to byte %3. The file is "
                     "probably incomplete, as after a broken download.",
                     m_name, size, kLengthBytes + headerSize));
  }
  m_dataBegin = kLengthBytes + headerSize;
  try {
    readHeader(m_source(kLengthBytes, headerSize), size - m_dataBegin);
  } catch (Error& error) {
    error.addWhere(m_name);
    throw;
  }
}

SafetensorsFile SafetensorsFile::open(const std::filesystem::path& path) {
  const auto file = std::make_shared<const RandomAccessFile>(path);
  return {shownUtf8(path.filename().string()), file->size(),
          [file](std::uint64_t position, std::uint64_t count) { return file->read(position, count); }};
}

SafetensorsFile SafetensorsFile::fromBytes(std::string bytes, std::string name) {
  const auto shared = std::make_shared<const std::string>(std::move(bytes));
  return {std::move(name), shared->size(), [shared](std::uint64_t position, std::uint64_t count) {
            return shared->substr(static_cast<std::size_t>(position), static_cast<std::size_t>(count));
          }};
}

void SafetensorsFile::readHeader(std::string_view header, std::uint64_t dataSize) {
  if (header.substr(0, 1) != "{") {
    throw Error(ErrorKind::Format, text("Safetensors", "the header does not begin with \"{\""));
  }
  const JsonValue json = parseJson(header);
  for (const auto& [name, view] : JsonView(json).members()) {
    if (name == kMetadataKey) {
      for (const auto& [key, value] : view.members()) m_metadata[key] = value.string();
    } else {
      m_entries[name] = entryOf(view, name);
    }
  }
  checkCoverage(dataSize);
}

void SafetensorsFile::checkCoverage(std::uint64_t dataSize) const {
  std::vector<std::pair<const std::string*, const Entry*>> sorted;
  for (const auto& [name, entry] : m_entries) sorted.emplace_back(&name, &entry);
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return std::pair(a.second->begin, a.second->end) < std::pair(b.second->begin, b.second->end);
  });
  std::uint64_t position = 0;
  for (const auto& [name, entry] : sorted) {
    if (entry->begin != position) {
      throw Error(ErrorKind::Format,
                  text("Safetensors",
                       "\"%1\" begins at byte %2; the tensor before it ends at byte %3, and neither gaps nor "
                       "overlaps are allowed",
                       shownUtf8(*name), entry->begin, position));
    }
    position = entry->end;
  }
  if (dataSize < position) {
    throw Error(ErrorKind::Format,
                text("Safetensors",
                     "the file ends after %1 bytes; by its header, the numbers reach to byte %2. It is probably "
                     "incomplete, as after a broken download.",
                     m_dataBegin + dataSize, m_dataBegin + position));
  }
  if (position != dataSize) {
    throw Error(ErrorKind::Format,
                text("Safetensors", "the tensors take %1 bytes; the file has %2 after its header", position, dataSize));
  }
}

Tensor SafetensorsFile::tensor(std::string_view name) const {
  const auto found = m_entries.find(name);
  if (found == m_entries.end()) {
    throw Error(ErrorKind::Format, text("Safetensors", "%1 has no tensor \"%2\".", m_name, shownUtf8(name)));
  }
  const Entry& entry = found->second;
  const std::string bytes = m_source(m_dataBegin + entry.begin, entry.end - entry.begin);
  return decodeElements(entry.element, std::endian::little, entry.shape, bytes,
                        fmt::format("{}: \"{}\"", m_name, shownUtf8(name)));
}

std::map<std::string, Tensor> SafetensorsFile::tensors() const {
  std::map<std::string, Tensor> result;
  for (const auto& [name, entry] : m_entries) result.emplace(name, tensor(name));
  return result;
}

std::string writeSafetensors(const std::map<std::string, Tensor>& tensors,
                             const std::map<std::string, std::string>& metadata) {
  std::vector<std::pair<std::string_view, const Tensor*>> sorted;
  for (const auto& [name, tensor] : tensors) {
    HEED_ASSERT(!tensor.isNull() && name != kMetadataKey);
    sorted.emplace_back(name, &tensor);
  }
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
    return bytesPerElement(a.second->kind()) > bytesPerElement(b.second->kind());
  });
  JsonValue header = JsonValue::Object();
  for (const auto& [key, value] : metadata) header[kMetadataKey][key] = value;
  std::uint64_t position = 0;
  for (const auto& [name, tensor] : sorted) {
    JsonValue& entry = header[name];
    entry["dtype"] = elementName(tensor->kind());
    entry["shape"] = JsonValue::Array(tensor->shape().begin(), tensor->shape().end());
    entry["data_offsets"] = JsonValue::Array{position, position + tensor->byteCount()};
    position += tensor->byteCount();
  }
  std::string headerText = header.toText(JsonStyle::Compact);
  headerText.append((kLengthBytes - headerText.size() % kLengthBytes) % kLengthBytes, ' ');
  std::string bytes;
  bytes.reserve(kLengthBytes + headerText.size() + position);
  for (unsigned i = 0; i < kLengthBytes; ++i) bytes += static_cast<char>(headerText.size() >> (8U * i) & 0xFFU);
  bytes += headerText;
  for (const auto& [name, tensor] : sorted) bytes += littleEndianBytes(*tensor);
  return bytes;
}

void writeSafetensorsFile(const std::filesystem::path& path, const std::map<std::string, Tensor>& tensors,
                          const std::map<std::string, std::string>& metadata) {
  writeFileAtomically(path, writeSafetensors(tensors, metadata));
}

}  // namespace heed::core
