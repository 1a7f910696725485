#include "gpu/backend/pipeline_file.h"

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/io/file.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace heed::gpu {

namespace {

constexpr std::array<char, 8> kMagic = {'h', 'e', 'e', 'd', 'p', 'i', 'p', '1'};

struct Header {
  std::array<char, 8> magic = kMagic;
  DeviceIdentity identity;
  std::uint32_t unused = 0;
  std::uint64_t length = 0;
  std::uint64_t hash = 0;
};
static_assert(sizeof(Header) == 8 + 12 + 32 + 4 + 16, "no gaps");

std::uint64_t hashOf(std::span<const std::byte> data) {
  return core::stableHash(reinterpret_cast<const char*>(data.data()), data.size());
}

}  // namespace

std::vector<std::byte> readPipelineFile(const std::filesystem::path& path, const DeviceIdentity& identity) {
  std::string file;
  try {
    file = core::readFile(path, kLargestPipelineFile);
  } catch (const core::Error&) {
    return {};
  }
  Header header;
  if (file.size() < sizeof(header)) return {};
  std::memcpy(&header, file.data(), sizeof(header));
  const std::span<const std::byte> data = std::as_bytes(std::span(file)).subspan(sizeof(header));
  const bool isWhole = header.magic == kMagic && header.unused == 0 && header.length == data.size();
  if (!isWhole || header.identity != identity || header.hash != hashOf(data)) return {};
  return {data.begin(), data.end()};
}

bool writePipelineFile(const std::filesystem::path& path, const DeviceIdentity& identity,
                       std::span<const std::byte> data) {
  if (data.size() + sizeof(Header) > kLargestPipelineFile) return false;
  Header header;
  header.identity = identity;
  header.length = data.size();
  header.hash = hashOf(data);
  std::string file(sizeof(header) + data.size(), '\0');
  std::memcpy(file.data(), &header, sizeof(header));
  std::ranges::copy(data, std::as_writable_bytes(std::span(file)).subspan(sizeof(header)).begin());
  try {
    std::error_code ignored;
    std::filesystem::create_directories(path.parent_path(), ignored);
    core::writeFileAtomically(path, file);
    return true;
  } catch (const core::Error&) {
    return false;
  }
}

}  // namespace heed::gpu
