#pragma once

#include "ui/step/stage_content.h"

#include <QString>

#include <optional>

namespace heed::ui {

/// The cell that a person names: a row and a column, each by its number from 0 or by its word, divided by a comma: `3,
/// 5` or `it, animal`. One name alone is a row, in the column of `current`. Numbers come first; of equal words the
/// first one is taken. None where a name is not in the matrix.
[[nodiscard]] std::optional<Focus::Cell> cellNamed(const StageMatrix& matrix, const QString& names,
                                                   std::optional<Focus::Cell> current);

}  // namespace heed::ui
