#include "core/io/npz.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/io/file.h"
#include "core/io/npy.h"

namespace heed::core {

namespace {

constexpr std::string_view kExtension = ".npy";

}  // namespace

std::map<std::string, Tensor> readNpz(std::string_view bytes, std::uint64_t limit, std::string_view name) {
  std::map<std::string, Tensor> tensors;
  for (const ZipMember& member : readZip(bytes, limit, name)) {
    if (!member.name.ends_with(kExtension)) {
      throw Error(ErrorKind::Format, text("Npz", "%1 holds \"%2\"; every member of an NPZ file ends in .npy.", name,
                                          shownUtf8(member.name)));
    }
    const std::string tensorName = member.name.substr(0, member.name.size() - kExtension.size());
    tensors.emplace(tensorName, readNpy(member.bytes, fmt::format("{}: \"{}\"", name, shownUtf8(tensorName))));
  }
  return tensors;
}

std::map<std::string, Tensor> readNpzFile(const std::filesystem::path& path) {
  return readNpz(readFile(path), kDefaultZipLimit, shownUtf8(path.filename().string()));
}

std::string writeNpz(const std::map<std::string, Tensor>& tensors, ZipMethod method) {
  std::vector<ZipMember> members;
  for (const auto& [name, tensor] : tensors) members.push_back({name + std::string(kExtension), writeNpy(tensor)});
  return writeZip(members, method);
}

void writeNpzFile(const std::filesystem::path& path, const std::map<std::string, Tensor>& tensors, ZipMethod method) {
  writeFileAtomically(path, writeNpz(tensors, method));
}

}  // namespace heed::core
