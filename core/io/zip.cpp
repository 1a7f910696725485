#include "core/io/zip.h"

#include "core/base/error.h"
#include "core/base/utf8.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <set>

namespace heed::core {

namespace {

constexpr std::uint32_t kLocalSignature = 0x04034B50;
constexpr std::uint32_t kDirectorySignature = 0x02014B50;
constexpr std::uint32_t kEndSignature = 0x06054B50;
constexpr std::size_t kLocalSize = 30;
constexpr std::size_t kDirectorySize = 46;
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kCommentLimit = 65535;
constexpr std::size_t kChunk = std::size_t{1} << 18U;
/// Deflate cannot do better: 258 bytes from two bits.
constexpr std::uint64_t kLargestRatio = 1032;
constexpr std::uint64_t kRatioSlack = 64;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kDeflated = 8;
constexpr std::uint16_t kEncryptedFlag = 1;
constexpr std::uint16_t kUtf8Flag = 0x0800;
constexpr std::uint16_t kDate1980 = 0x0021;
/// Stands for "more than this field can say".
constexpr std::uint32_t kManyMembers = 65535;
constexpr int kRawDeflate = -MAX_WBITS;

std::uint32_t little(std::string_view bytes, std::size_t position, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i > 0; --i) {
    value = value << 8U | static_cast<unsigned char>(bytes[position + i - 1]);
  }
  return value;
}

void append(std::string& bytes, std::uint64_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    bytes += static_cast<char>(value & 0xFFU);
    value >>= 8U;
  }
}

std::uint32_t checksumOf(std::string_view bytes) {
  uLong checksum = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), kChunk);
    checksum = crc32(checksum, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<uInt>(count));
    bytes.remove_prefix(count);
  }
  return static_cast<std::uint32_t>(checksum);
}

/// What the directory says about a member.
struct DirectoryEntry {
  std::string name;
  std::uint32_t flags = 0;
  std::uint32_t method = 0;
  std::uint32_t checksum = 0;
  std::uint64_t packedSize = 0;
  std::uint64_t size = 0;
  std::uint64_t position = 0;
};

class Reader {
 public:
  Reader(std::string_view bytes, std::uint64_t limit, std::string_view name)
      : m_bytes(bytes), m_limit(limit), m_name(name) {}

  std::vector<ZipMember> read() {
    std::vector<ZipMember> members;
    std::uint64_t left = m_limit;
    for (const DirectoryEntry& entry : directory()) {
      if (entry.size > left) refuseLimit();
      members.push_back({entry.name, unpack(entry)});
      left -= entry.size;
    }
    return members;
  }

 private:
  template <typename... Arguments>
  [[noreturn]] void refuse(std::string_view pattern, const Arguments&... arguments) const {
    throw Error(ErrorKind::Format, text("Zip", pattern, m_name, arguments...));
  }

  [[noreturn]] void refuseLimit() const {
    throw Error(ErrorKind::Limit, text("Zip", "%1 unpacks to more than %2 bytes.", m_name, m_limit));
  }

  [[nodiscard]] bool holds(std::uint64_t position, std::uint64_t count) const {
    return position <= m_bytes.size() && count <= m_bytes.size() - position;
  }

  [[nodiscard]] std::size_t endRecord() const {
    if (m_bytes.size() < kEndSize) refuse("%1 is not a ZIP file: it has %2 bytes.", m_bytes.size());
    const std::size_t last = m_bytes.size() - kEndSize;
    const std::size_t first = last > kCommentLimit ? last - kCommentLimit : 0;
    for (std::size_t position = last + 1; position > first; --position) {
      if (little(m_bytes, position - 1, 4) == kEndSignature) return position - 1;
    }
    refuse("%1 is not a whole ZIP file: its directory was not found.");
  }

  [[nodiscard]] std::vector<DirectoryEntry> directory() const {
    const std::size_t end = endRecord();
    if (little(m_bytes, end + 4, 4) != 0) refuse("%1 is one part of a ZIP file in several.");
    const std::uint32_t count = little(m_bytes, end + 10, 2);
    if (count == kManyMembers) refuse("%1 holds too many members; at most %2 are read.", kManyMembers - 1);
    std::uint64_t position = little(m_bytes, end + 16, 4);
    std::vector<DirectoryEntry> entries;
    std::set<std::string> names;
    for (std::uint32_t i = 0; i < count; ++i) {
      entries.push_back(directoryEntry(position, end));
      if (!names.insert(entries.back().name).second) refuse("%1 holds \"%2\" twice.", shownUtf8(entries.back().name));
    }
    if (holds(position, 4) && little(m_bytes, position, 4) == kDirectorySignature) {
      refuse("%1 holds more members than the %2 it declares.", count);
    }
    return entries;
  }

  /// Reads an entry and moves on to the next one.
  [[nodiscard]] DirectoryEntry directoryEntry(std::uint64_t& position, std::size_t end) const {
    const bool isThere = holds(position, kDirectorySize) && position + kDirectorySize <= end;
    if (!isThere || little(m_bytes, position, 4) != kDirectorySignature) {
      refuse("%1 has a broken directory at byte %2.", position);
    }
    const std::size_t nameSize = little(m_bytes, position + 28, 2);
    const std::size_t extraSize = little(m_bytes, position + 30, 2) + std::size_t{little(m_bytes, position + 32, 2)};
    if (position + kDirectorySize + nameSize + extraSize > end)
      refuse("%1 has a broken directory at byte %2.", position);
    DirectoryEntry entry;
    entry.name = m_bytes.substr(position + kDirectorySize, nameSize);
    if (firstInvalidUtf8(entry.name)) refuse("%1 holds a name that is not UTF-8: \"%2\".", shownUtf8(entry.name));
    entry.flags = little(m_bytes, position + 8, 2);
    entry.method = little(m_bytes, position + 10, 2);
    entry.checksum = little(m_bytes, position + 16, 4);
    entry.packedSize = little(m_bytes, position + 20, 4);
    entry.size = little(m_bytes, position + 24, 4);
    entry.position = little(m_bytes, position + 42, 4);
    constexpr std::uint32_t kElsewhere = std::numeric_limits<std::uint32_t>::max();
    if (entry.size == kElsewhere || entry.packedSize == kElsewhere || entry.position == kElsewhere) refuseLimit();
    position += kDirectorySize + nameSize + extraSize;
    return entry;
  }

  [[nodiscard]] std::string unpack(const DirectoryEntry& entry) const {
    if ((entry.flags & kEncryptedFlag) != 0) refuse("%1: \"%2\" is encrypted.", shownUtf8(entry.name));
    if (entry.method != kStored && entry.method != kDeflated) {
      refuse("%1: \"%2\" is packed by method %3; stored (0) and deflated (8) are read.", entry.name, entry.method);
    }
    const std::string_view packed = packedBytes(entry);
    if (entry.size > entry.packedSize * kLargestRatio + kRatioSlack) {
      refuse("%1: \"%2\" declares %3 bytes, which %4 packed ones cannot hold.", shownUtf8(entry.name), entry.size,
             entry.packedSize);
    }
    std::string bytes = entry.method == kStored ? std::string(packed) : inflate(entry, packed);
    if (bytes.size() != entry.size) {
      refuse("%1: \"%2\" declares %3 bytes and has %4.", shownUtf8(entry.name), entry.size, bytes.size());
    }
    if (checksumOf(bytes) != entry.checksum) refuse("%1: the checksum of \"%2\" is wrong.", shownUtf8(entry.name));
    return bytes;
  }

  [[nodiscard]] std::string_view packedBytes(const DirectoryEntry& entry) const {
    if (!holds(entry.position, kLocalSize) || little(m_bytes, entry.position, 4) != kLocalSignature) {
      refuse("%1: \"%2\" is not at byte %3, where the directory has it.", shownUtf8(entry.name), entry.position);
    }
    const std::uint64_t begin =
        entry.position + kLocalSize + little(m_bytes, entry.position + 26, 2) + little(m_bytes, entry.position + 28, 2);
    if (!holds(begin, entry.packedSize)) refuse("%1 ends inside \"%2\".", shownUtf8(entry.name));
    return m_bytes.substr(begin, entry.packedSize);
  }

  /// Stops as soon as there is more than was declared.
  [[nodiscard]] std::string inflate(const DirectoryEntry& entry, std::string_view packed) const {
    z_stream stream = {};
    if (inflateInit2(&stream, kRawDeflate) != Z_OK) refuse("%1: \"%2\" cannot be unpacked.", shownUtf8(entry.name));
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string bytes;
    std::string chunk(std::min<std::uint64_t>(kChunk, entry.size + 1), '\0');
    int status = Z_OK;
    while (status == Z_OK && bytes.size() <= entry.size) {
      stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
      stream.avail_out = static_cast<uInt>(chunk.size());
      status = ::inflate(&stream, Z_NO_FLUSH);
      bytes.append(chunk, 0, chunk.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (status != Z_STREAM_END && bytes.size() <= entry.size)
      refuse("%1: \"%2\" cannot be unpacked.", shownUtf8(entry.name));
    return bytes;
  }

  std::string_view m_bytes;
  std::uint64_t m_limit;
  std::string_view m_name;
};

[[noreturn]] void refuseLarge() {
  throw Error(ErrorKind::Limit, text("Zip", "A ZIP file of 4 GiB or more is not written."));
}

std::string deflated(std::string_view bytes) {
  z_stream stream = {};
  const int prepared =
      deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kRawDeflate, MAX_MEM_LEVEL - 1, Z_DEFAULT_STRATEGY);
  HEED_ASSERT(prepared == Z_OK);
  std::string packed(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
  if (packed.size() >= std::numeric_limits<uInt>::max()) refuseLarge();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = ::deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  HEED_ASSERT(status == Z_STREAM_END);
  return packed;
}

/// The fields that the local header and the directory share, from the version on.
std::string sharedFields(const ZipMember& member, ZipMethod method, std::size_t packedSize) {
  std::string fields;
  append(fields, 20, 2);
  append(fields, kUtf8Flag, 2);
  append(fields, method == ZipMethod::Stored ? kStored : kDeflated, 2);
  append(fields, 0, 2);
  append(fields, kDate1980, 2);
  append(fields, checksumOf(member.bytes), 4);
  append(fields, packedSize, 4);
  append(fields, member.bytes.size(), 4);
  append(fields, member.name.size(), 2);
  append(fields, 0, 2);
  return fields;
}

}  // namespace

std::vector<ZipMember> readZip(std::string_view bytes, std::uint64_t limit, std::string_view name) {
  return Reader(bytes, limit, name).read();
}

std::string writeZip(const std::vector<ZipMember>& members, ZipMethod method) {
  constexpr std::uint64_t kBound = std::numeric_limits<std::uint32_t>::max();
  HEED_ASSERT(members.size() < kManyMembers);
  std::string bytes;
  std::string directory;
  for (const ZipMember& member : members) {
    if (member.bytes.size() >= kBound) refuseLarge();
    const std::string packed = method == ZipMethod::Stored ? member.bytes : deflated(member.bytes);
    const std::string fields = sharedFields(member, method, packed.size());
    append(directory, kDirectorySignature, 4);
    append(directory, 20, 2);
    directory += fields;
    append(directory, 0, 10);
    append(directory, bytes.size(), 4);
    directory += member.name;
    append(bytes, kLocalSignature, 4);
    bytes += fields;
    bytes += member.name;
    bytes += packed;
    if (bytes.size() + directory.size() >= kBound) refuseLarge();
  }
  const std::size_t directoryBegin = bytes.size();
  bytes += directory;
  append(bytes, kEndSignature, 4);
  append(bytes, 0, 4);
  append(bytes, members.size(), 2);
  append(bytes, members.size(), 2);
  append(bytes, directory.size(), 4);
  append(bytes, directoryBegin, 4);
  append(bytes, 0, 2);
  return bytes;
}

}  // namespace heed::core
