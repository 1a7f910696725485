#pragma once

#include <QString>

namespace heed::ui {

/// Where files are offered to be written: the person's documents, where there is such a folder, else the home folder.
[[nodiscard]] QString documentsFolder();

/// The folder that is wished for where it exists, else documentsFolder().
[[nodiscard]] QString folderOr(const QString& wished);

/// The folder that a path lies in, or the nearest one around it that exists.
[[nodiscard]] QString nearestFolder(const QString& path);

/// Words as the name of a file, at most 40 characters; empty where nothing is left of them.
[[nodiscard]] QString fileNameOf(const QString& words);

}  // namespace heed::ui
