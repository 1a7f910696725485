#include "core/io/npy.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/io/elements.h"
#include "core/io/file.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>
#include <vector>

namespace heed::core {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kHeaderLimit = 65536;
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kDimensionLimit = 64;

struct Header {
  std::string descriptor;
  bool isFortran = false;
  std::vector<std::uint64_t> sizes;
};

/// Reads the header, which is a Python dict of three entries: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4),
/// }
class HeaderParser {
 public:
  HeaderParser(std::string_view header, std::string_view name) : m_header(header), m_name(name) {}

  Header parse() {
    Header result;
    bool seen[3] = {false, false, false};
    expect('{');
    while (!skip('}')) {
      parseEntry(result, seen);
      if (skip('}')) break;
      expect(',');
    }
    skipSpace();
    if (m_position != m_header.size()) refuse();
    if (!seen[0] || !seen[1] || !seen[2]) refuse();
    return result;
  }

 private:
  [[noreturn]] void refuse() const {
    throw Error(ErrorKind::Format,
                text("Npy", "%1: the header is not a dict of descr, fortran_order and shape (character %2).", m_name,
                     m_position + 1));
  }

  void skipSpace() {
    constexpr std::string_view kSpace = " \t\r\n";
    while (m_position < m_header.size() && kSpace.find(m_header[m_position]) != std::string_view::npos) ++m_position;
  }

  bool skip(std::string_view token) {
    skipSpace();
    if (m_header.substr(m_position, token.size()) != token) return false;
    m_position += token.size();
    return true;
  }
  bool skip(char token) { return skip(std::string_view(&token, 1)); }
  void expect(char token) {
    if (!skip(token)) refuse();
  }

  void parseEntry(Header& result, bool (&seen)[3]) {
    constexpr std::string_view kKeys[] = {"descr", "fortran_order", "shape"};
    const std::string key = parseString();
    const auto known = std::ranges::find(kKeys, key);
    if (known == std::end(kKeys)) refuse();
    const auto index = static_cast<std::size_t>(known - std::begin(kKeys));
    if (std::exchange(seen[index], true)) refuse();
    expect(':');
    if (index == 0) {
      result.descriptor = parseDescriptor();
    } else if (index == 1) {
      result.isFortran = parseBool();
    } else {
      result.sizes = parseShape();
    }
  }

  std::string parseString() {
    skipSpace();
    const char quote = m_position < m_header.size() ? m_header[m_position] : '\0';
    if (quote != '\'' && quote != '"') refuse();
    const std::size_t end = m_header.find(quote, m_position + 1);
    if (end == std::string_view::npos) refuse();
    std::string result(m_header.substr(m_position + 1, end - m_position - 1));
    m_position = end + 1;
    return result;
  }

  std::string parseDescriptor() {
    skipSpace();
    if (m_header.substr(m_position, 1) != "[") return parseString();
    throw Error(ErrorKind::Format,
                text("Npy", "%1 holds records with fields; an array of plain numbers was expected.", m_name));
  }

  bool parseBool() {
    if (skip("True")) return true;
    if (skip("False")) return false;
    refuse();
  }

  std::vector<std::uint64_t> parseShape() {
    std::vector<std::uint64_t> sizes;
    expect('(');
    while (!skip(')')) {
      sizes.push_back(parseSize());
      if (sizes.size() > kDimensionLimit) refuse();
      if (skip(')')) break;
      expect(',');
    }
    return sizes;
  }

  std::uint64_t parseSize() {
    skipSpace();
    std::uint64_t size = 0;
    const char* first = m_header.data() + m_position;
    const auto result = std::from_chars(first, m_header.data() + m_header.size(), size);
    if (result.ec != std::errc()) refuse();
    m_position += static_cast<std::size_t>(result.ptr - first);
    static_cast<void>(skip('L'));
    return size;
  }

  std::string_view m_header;
  std::string_view m_name;
  std::size_t m_position = 0;
};

struct DataType {
  FileElement element = FileElement::Float32;
  std::endian order = std::endian::little;
};

DataType dataTypeOf(const std::string& descriptor, std::string_view name) {
  constexpr std::pair<std::string_view, FileElement> kTypes[] = {
      {"b1", FileElement::Bool},    {"i1", FileElement::Int8},    {"i2", FileElement::Int16},
      {"i4", FileElement::Int32},   {"i8", FileElement::Int64},   {"u1", FileElement::UInt8},
      {"u2", FileElement::UInt16},  {"u4", FileElement::UInt32},  {"u8", FileElement::UInt64},
      {"f2", FileElement::Float16}, {"f4", FileElement::Float32}, {"f8", FileElement::Float64}};
  const char order = descriptor.empty() ? '\0' : descriptor.front();
  const bool hasOrder = order == '<' || order == '>' || order == '=' || order == '|';
  const std::string_view type = std::string_view(descriptor).substr(hasOrder ? 1 : 0);
  const auto known = std::ranges::find_if(kTypes, [type](const auto& pair) { return pair.first == type; });
  const bool isKnown = hasOrder && known != std::end(kTypes) && (order != '|' || bytesPerElement(known->second) == 1);
  if (!isKnown) {
    throw Error(ErrorKind::Format,
                text("Npy", "%1 has elements of type \"%2\"; b1, i1 to i8, u1 to u8, f2, f4 and f8 are read.", name,
                     shownUtf8(descriptor, 40)));
  }
  return {known->second, order == '>' ? std::endian::big : std::endian::little};
}

/// The same elements with the first index slowest, from the order with the first index fastest.
Tensor fromFortranOrder(const Tensor& tensor) {
  const Shape& shape = tensor.shape();
  const std::size_t width = bytesPerElement(tensor.kind());
  TensorBuffer buffer(tensor.kind(), shape);
  for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
    const auto index = shape.index(i);
    std::int64_t source = 0;
    for (int axis = shape.rank() - 1; axis >= 0; --axis)
      source = source * shape[axis] + index[static_cast<std::size_t>(axis)];
    std::memcpy(buffer.data() + static_cast<std::size_t>(i) * width,
                tensor.data() + static_cast<std::size_t>(source) * width, width);
  }
  return buffer.finish();
}

/// Where the header lies, after the magic string, the version and the header's length.
struct HeaderPlace {
  std::size_t begin = 0;
  std::size_t length = 0;
};

HeaderPlace headerPlace(std::string_view bytes, std::string_view name) {
  if (bytes.substr(0, kMagic.size()) != kMagic) {
    throw Error(ErrorKind::Format, text("Npy", "%1 is not an NPY file: it does not begin with \\x93NUMPY.", name));
  }
  const auto byteAt = [bytes](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
  if (bytes.size() < 8) throw Error(ErrorKind::Format, text("Npy", "%1 ends before its header.", name));
  const std::size_t version = byteAt(6);
  if (version < 1 || version > 3 || byteAt(7) != 0) {
    throw Error(ErrorKind::Format,
                text("Npy", "%1 is NPY version %2.%3; versions 1.0 to 3.0 are read.", name, version, byteAt(7)));
  }
  const std::size_t lengthBytes = version == 1 ? 2 : 4;
  const std::size_t begin = 8 + lengthBytes;
  if (bytes.size() < begin) throw Error(ErrorKind::Format, text("Npy", "%1 ends before its header.", name));
  std::size_t length = 0;
  for (std::size_t i = lengthBytes; i > 0; --i) length = length * 256 + byteAt(8 + i - 1);
  if (length > kHeaderLimit) {
    throw Error(ErrorKind::Limit,
                text("Npy", "%1 has a header of %2 bytes; at most %3 are read.", name, length, kHeaderLimit));
  }
  if (length > bytes.size() - begin) throw Error(ErrorKind::Format, text("Npy", "%1 ends inside its header.", name));
  return {begin, length};
}

std::string_view descriptorOf(ElementKind kind) {
  switch (kind) {
    case ElementKind::Float32:
      return "<f4";
    case ElementKind::Float64:
      return "<f8";
    case ElementKind::Int32:
      return "<i4";
    case ElementKind::Bool:
      return "|b1";
  }
  HEED_ASSERT(false);
}

}  // namespace

Tensor readNpy(std::string_view bytes, std::string_view name) {
  const HeaderPlace place = headerPlace(bytes, name);
  const Header header = HeaderParser(bytes.substr(place.begin, place.length), name).parse();
  const DataType type = dataTypeOf(header.descriptor, name);
  const Shape shape = declaredShape(header.sizes, name);
  const std::string_view data = bytes.substr(place.begin + place.length);
  const std::size_t needed = static_cast<std::size_t>(shape.elementCount()) * bytesPerElement(type.element);
  if (data.size() != needed) {
    throw Error(ErrorKind::Format, text("Npy", "%1 has %2 bytes of data; its shape %3 of \"%4\" needs %5.", name,
                                        data.size(), shape.toString(), shownUtf8(header.descriptor, 40), needed));
  }
  const Tensor tensor = decodeElements(type.element, type.order, shape, data, name);
  return header.isFortran && shape.rank() > 1 ? fromFortranOrder(tensor) : tensor;
}

Tensor readNpyFile(const std::filesystem::path& path) {
  return readNpy(readFile(path), shownUtf8(path.filename().string()));
}

std::string writeNpy(const Tensor& tensor) {
  HEED_ASSERT(!tensor.isNull());
  std::string sizes;
  for (const std::int64_t size : tensor.shape().sizes()) sizes += fmt::format("{}{}", sizes.empty() ? "" : ", ", size);
  if (tensor.shape().rank() == 1) sizes += ',';
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descriptorOf(tensor.kind()), sizes);
  constexpr std::size_t kPrefix = 10;
  const std::size_t unpadded = kPrefix + header.size() + 1;
  header.append((kAlignment - unpadded % kAlignment) % kAlignment, ' ');
  header += '\n';
  std::string bytes(kMagic);
  bytes += '\x01';
  bytes += '\0';
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  bytes += header;
  bytes += littleEndianBytes(tensor);
  return bytes;
}

void writeNpyFile(const std::filesystem::path& path, const Tensor& tensor) {
  writeFileAtomically(path, writeNpy(tensor));
}

}  // namespace heed::core
