#include "core/io/file.h"

#include "core/base/error.h"
#include "core/base/utf8.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace heed::core {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 20U;
constexpr int kLinkLimit = 40;

std::string shown(const std::filesystem::path& path) {
  constexpr std::size_t kLongestPath = 4096;
  return shownUtf8(path.string(), kLongestPath);
}

/// What the system says of an error: the usual ones in words that are translated.
Text reasonOf(int code) {
  switch (code) {
    case EACCES:
      return text("File", "Permission denied");
    case EPERM:
      return text("File", "Operation not permitted");
    case ENOENT:
      return text("File", "No such file or directory");
    case ENOTDIR:
      return text("File", "Not a directory");
    case EROFS:
      return text("File", "Read-only file system");
    case ENOSPC:
      return text("File", "No space left on device");
    case EDQUOT:
      return text("File", "Disk quota exceeded");
    case EFBIG:
      return text("File", "File too large");
    case ENAMETOOLONG:
      return text("File", "File name too long");
    case ELOOP:
      return text("File", "Too many levels of symbolic links");
    case EMFILE:
    case ENFILE:
      return text("File", "Too many open files");
    case EIO:
      return text("File", "Input/output error");
    default:
      return {{}, "%1", {std::generic_category().message(code)}};
  }
}

[[noreturn]] void fail(const char* pattern, const std::filesystem::path& path, int code) {
  throw Error(ErrorKind::File, text("File", pattern, shown(path), reasonOf(code)));
}

/// Closes a descriptor at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int value) : m_value(value) {}
  ~Descriptor() {
    if (m_value >= 0) ::close(m_value);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int value() const { return m_value; }
  [[nodiscard]] int release() { return std::exchange(m_value, -1); }

 private:
  int m_value;
};

struct OpenFile {
  int descriptor = -1;
  std::uint64_t size = 0;
};

/// Opens a regular file. Without blocking, so that a pipe that nobody writes to is refused and not waited for.
OpenFile openRegular(const std::filesystem::path& path) {
  Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor.value() < 0) {
    if (errno == ENOENT) throw Error(ErrorKind::File, text("File", "%1 does not exist.", shown(path)));
    fail("%1 cannot be opened: %2.", path, errno);
  }
  struct stat status{};
  if (::fstat(descriptor.value(), &status) != 0) fail("%1 cannot be read: %2.", path, errno);
  if (S_ISDIR(status.st_mode)) throw Error(ErrorKind::File, text("File", "%1 is a folder, not a file.", shown(path)));
  if (!S_ISREG(status.st_mode)) {
    throw Error(ErrorKind::File, text("File", "%1 is a device, pipe or socket, not a regular file.", shown(path)));
  }
  const auto size = static_cast<std::uint64_t>(status.st_size);
  return {descriptor.release(), size};
}

[[noreturn]] void refuseSize(const std::filesystem::path& path, std::uint64_t found, std::uint64_t limit) {
  throw Error(ErrorKind::Limit, text("File", "%1 has %2 bytes; at most %3 are read.", shown(path), found, limit));
}

void writeAll(int descriptor, std::string_view bytes, const std::filesystem::path& path) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), kChunk));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("%1 cannot be written: %2.", path, errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// The file a chain of links ends at, which need not exist.
std::filesystem::path linkTarget(std::filesystem::path path) {
  std::error_code ignored;
  for (int i = 0; i < kLinkLimit && std::filesystem::is_symlink(path, ignored); ++i) {
    const auto target = std::filesystem::read_symlink(path, ignored);
    if (ignored) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

void writeDirectly(const std::filesystem::path& path, std::string_view bytes) {
  const Descriptor descriptor(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor.value() < 0) fail("%1 cannot be written: %2.", path, errno);
  ::fcntl(descriptor.value(), F_SETFL, 0);
  writeAll(descriptor.value(), bytes, path);
}

/// A new file on the target's disk that is gone again unless it was renamed. Where the file system can, it has no name
/// until all of it is written, so that not even a program that is killed leaves something behind.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& target) : m_target(target) {
    const auto folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
    m_descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (m_descriptor >= 0) return;
    do {
      m_path = freshName();
      m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (m_descriptor < 0 && errno == EEXIST);
    if (m_descriptor < 0) fail("%1 cannot be written: %2.", target, errno);
  }
  ~TemporaryFile() {
    if (m_descriptor >= 0) ::close(m_descriptor);
    if (!m_isRenamed && !m_path.empty()) ::unlink(m_path.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void keepPermissions(mode_t mode) const { static_cast<void>(::fchmod(m_descriptor, mode & 07777U)); }
  void write(std::string_view bytes) const { writeAll(m_descriptor, bytes, m_target); }

  void replaceTarget() {
    if (::fsync(m_descriptor) != 0 && errno != EINVAL) fail("%1 cannot be written: %2.", m_target, errno);
    if (m_path.empty()) giveName();
    const int closed = ::close(std::exchange(m_descriptor, -1));
    if (closed != 0) fail("%1 cannot be written: %2.", m_target, errno);
    if (::rename(m_path.c_str(), m_target.c_str()) != 0) fail("%1 cannot be written: %2.", m_target, errno);
    m_isRenamed = true;
  }

 private:
  [[nodiscard]] std::filesystem::path freshName() const {
    static std::atomic<unsigned> counter{0};
    return m_target.parent_path() / fmt::format(".heed-{}-{}.tmp", ::getpid(), counter.fetch_add(1));
  }
  void giveName() {
    const std::string unnamed = fmt::format("/proc/self/fd/{}", m_descriptor);
    int failed = 0;
    do {
      m_path = freshName();
      failed = ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, m_path.c_str(), AT_SYMLINK_FOLLOW);
    } while (failed != 0 && errno == EEXIST);
    if (failed != 0) fail("%1 cannot be written: %2.", m_target, errno);
  }

  std::filesystem::path m_target;
  std::filesystem::path m_path;
  int m_descriptor = -1;
  bool m_isRenamed = false;
};

/// Makes the rename itself last over a loss of power; the file is whole either way.
void syncFolder(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (descriptor.value() >= 0) static_cast<void>(::fsync(descriptor.value()));
}

}  // namespace

std::string readFile(const std::filesystem::path& path, std::uint64_t limit) {
  const OpenFile file = openRegular(path);
  const Descriptor descriptor(file.descriptor);
  if (file.size > limit) refuseSize(path, file.size, limit);
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(file.size));
  std::string chunk(kChunk, '\0');
  for (;;) {
    const ssize_t count = ::read(descriptor.value(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("%1 cannot be read: %2.", path, errno);
    if (count == 0) return bytes;
    bytes.append(chunk, 0, static_cast<std::size_t>(count));
    if (bytes.size() > limit) refuseSize(path, bytes.size(), limit);
  }
}

void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes) {
  const auto target = linkTarget(path);
  struct stat status{};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw Error(ErrorKind::File, text("File", "%1 is a folder, not a file.", shown(path)));
  }
  if (exists && !S_ISREG(status.st_mode)) {
    writeDirectly(target, bytes);
    return;
  }
  TemporaryFile temporary(target);
  if (exists) temporary.keepPermissions(status.st_mode);
  temporary.write(bytes);
  temporary.replaceTarget();
  syncFolder(target);
}

RandomAccessFile::RandomAccessFile(std::filesystem::path path) : m_path(std::move(path)) {
  const OpenFile file = openRegular(m_path);
  m_descriptor = file.descriptor;
  m_size = file.size;
}

RandomAccessFile::~RandomAccessFile() {
  ::close(m_descriptor);
}

std::string RandomAccessFile::read(std::uint64_t position, std::uint64_t count) const {
  if (position > m_size || count > m_size - position) {
    throw Error(ErrorKind::File, text("File", "%1 has %2 bytes; %3 bytes from position %4 were expected.",
                                      shown(m_path), m_size, count, position));
  }
  std::string bytes(static_cast<std::size_t>(count), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::pread(m_descriptor, bytes.data() + done, std::min(bytes.size() - done, kChunk),
                                static_cast<off_t>(position + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("%1 cannot be read: %2.", m_path, errno);
    if (got == 0) throw Error(ErrorKind::File, text("File", "%1 became shorter while it was read.", shown(m_path)));
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace heed::core
