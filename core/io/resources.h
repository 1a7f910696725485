#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// The folder of the program's resources: HEED_RESOURCES where that is set, else `resources` beside the folder of the
/// executable (../resources), two above it (../../resources, as in a build folder), or /usr/share/heed. It does not
/// depend on the current folder. Throws Error{File} that names the folders where none of them is there.
[[nodiscard]] std::filesystem::path resourcesFolder();

/// The bytes of a resource, as "features/english.csv". Throws Error{File} if it is missing and Error{Parameter} for a
/// name that leads out of the folder.
[[nodiscard]] std::string readResource(std::string_view name);

/// The names of the resources in a folder that end in `suffix`, as "templates/soft.json", in ascending order.
[[nodiscard]] std::vector<std::string> resourceNames(std::string_view folder, std::string_view suffix);

}  // namespace heed::core
