#pragma once

#include "core/program/step.h"

#include <QString>

namespace heed::ui {

/// A place along an axis in the language of the interface: a word as it was typed, "row 3, column 5" for a patch, a
/// feature of the tables by its name.
[[nodiscard]] QString placeText(const core::Axis& axis, std::int64_t place);

/// The name of a feature that Heed itself gives its tables and patches; others stay as they are.
[[nodiscard]] QString featureWord(const QString& name);

}  // namespace heed::ui
