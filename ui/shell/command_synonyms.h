#pragma once

#include <QString>

namespace heed::ui {

/// How well a query names a command by another word than its own: "Chinese" for the settings, "dark" for the theme. In
/// English and in the language of the window; whole beginnings of words only. -1 where it does not.
[[nodiscard]] int synonymScore(const QString& query, const QString& command);

}  // namespace heed::ui
