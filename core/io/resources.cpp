#include "core/io/resources.h"

#include "core/base/error.h"
#include "core/io/file.h"

#include <algorithm>
#include <cstdlib>

namespace heed::core {

namespace {

constexpr std::uint64_t kResourceLimit = std::uint64_t{64} << 20U;
constexpr const char* kInstalledFolder = "/usr/share/heed";

std::filesystem::path executableFolder() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
}

bool isFolder(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

/// Throws for a name that leads out of the folder, so that a file of the user cannot reach beyond it.
void checkName(std::string_view name) {
  const std::filesystem::path path(name);
  const bool climbs = std::ranges::any_of(path, [](const auto& part) { return part == ".."; });
  if (name.empty() || path.is_absolute() || climbs) {
    throw Error(ErrorKind::Parameter, text("Resources", "\"%1\" is not the name of a resource.", name));
  }
}

}  // namespace

std::filesystem::path resourcesFolder() {
  const char* chosen = std::getenv("HEED_RESOURCES");
  if (chosen != nullptr && *chosen != '\0') {
    if (isFolder(chosen)) return chosen;
    throw Error(ErrorKind::File, text("Resources", "HEED_RESOURCES names %1, which is not a folder.", chosen));
  }
  const std::filesystem::path bin = executableFolder();
  const std::filesystem::path places[] = {(bin / "../resources").lexically_normal(),
                                          (bin / "../../resources").lexically_normal(), kInstalledFolder};
  for (const auto& place : places) {
    if (isFolder(place)) return place;
  }
  throw Error(ErrorKind::File,
              text("Resources",
                   "The program's resources were not found: there is no %1, %2 or %3. HEED_RESOURCES can name "
                   "their folder.",
                   places[0].string(), places[1].string(), places[2].string()));
}

std::string readResource(std::string_view name) {
  checkName(name);
  return readFile(resourcesFolder() / name, kResourceLimit);
}

std::vector<std::string> resourceNames(std::string_view folder, std::string_view suffix) {
  checkName(folder);
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(resourcesFolder() / folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(suffix)) names.push_back(std::string(folder) + '/' + name);
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace heed::core
