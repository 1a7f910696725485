#pragma once

#include "ui/tensorview/figure.h"

#include <QByteArray>

namespace heed::ui {

/// The numbers as text, a line a row, each in its shortest form that reads back the same. Several tensors stand one
/// below another, each after a line "# name". Throws core::Error{Shape} for more than two dimensions.
[[nodiscard]] QByteArray numbersAsCsv(const std::vector<FigureNumbers>& numbers);

/// The one tensor of a figure in NumPy's format. Throws core::Error{Usage} where there are several.
[[nodiscard]] QByteArray numbersAsNpy(const std::vector<FigureNumbers>& numbers);

}  // namespace heed::ui
