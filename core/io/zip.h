#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

struct ZipMember {
  std::string name;
  std::string bytes;
};

enum class ZipMethod { Stored, Deflated };

/// What a ZIP file may unpack to in all, when nothing else is said: 1 GiB.
inline constexpr std::uint64_t kDefaultZipLimit = std::uint64_t{1} << 30U;

/// The members of a ZIP file (PKWARE's application note), stored or deflated, without encryption and in one part, in
/// the order of its directory. Names are not used as paths. Sizes are checked before and while a member is unpacked,
/// and its checksum after. Throws Error{Format}, or Error{Limit} for more than `limit` bytes; `name` names the file in
/// the sentences.
[[nodiscard]] std::vector<ZipMember> readZip(std::string_view bytes, std::uint64_t limit = kDefaultZipLimit,
                                             std::string_view name = "the ZIP file");

/// A ZIP file of members with distinct names, below 4 GiB. Equal members give equal bytes: each is dated 1980-01-01.
/// Throws Error{Limit} if it would be larger.
[[nodiscard]] std::string writeZip(const std::vector<ZipMember>& members, ZipMethod method);

}  // namespace heed::core
