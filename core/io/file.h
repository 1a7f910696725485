#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace heed::core {

/// What readFile takes when nothing else is said: 1 GiB.
inline constexpr std::uint64_t kDefaultFileLimit = std::uint64_t{1} << 30U;

/// The bytes of a regular file. Throws Error{File} if it is missing, a folder, a device or pipe, or unreadable, and
/// Error{Limit} if it is larger than `limit` bytes; the sentence names the file and the sizes.
[[nodiscard]] std::string readFile(const std::filesystem::path& path, std::uint64_t limit = kDefaultFileLimit);

/// Writes a file so that it is never half written: into a temporary file beside it, to the disk, then renamed over it.
/// A link is followed, the permissions of an older file are kept, and on failure so is the older file itself. A device
/// or pipe (as /dev/stdout) is written to directly. Throws Error{File}.
void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes);

/// A regular file that is read in parts. Throws like readFile.
class RandomAccessFile {
 public:
  explicit RandomAccessFile(std::filesystem::path path);
  ~RandomAccessFile();
  RandomAccessFile(const RandomAccessFile&) = delete;
  RandomAccessFile& operator=(const RandomAccessFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
  /// In bytes, when it was opened.
  [[nodiscard]] std::uint64_t size() const { return m_size; }
  /// `count` bytes from a position; throws Error{File} if the file ends before.
  [[nodiscard]] std::string read(std::uint64_t position, std::uint64_t count) const;

 private:
  std::filesystem::path m_path;
  int m_descriptor = -1;
  std::uint64_t m_size = 0;
};

}  // namespace heed::core
