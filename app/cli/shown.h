#pragma once

#include "core/program/program.h"

#include <cstdint>
#include <string>
#include <vector>

/// How results are written for people on a terminal.
namespace heed::app {

/// "1 token", "3 tokens".
[[nodiscard]] std::string counted(std::size_t count, const std::string& thing);

/// A number as people read it: with an exponent where so few decimals would show 0, and from a million on. A true minus
/// sign is left to figures.
[[nodiscard]] std::string shownNumber(double number, int decimals = 3);

/// Rows of cells as aligned columns, two blanks apart; the first column is left-aligned.
[[nodiscard]] std::string shownTable(const std::vector<std::vector<std::string>>& rows);

/// A matrix [rows, columns] with the names of its axes, cut to what fits on a screen; says what is left out.
[[nodiscard]] std::string shownMatrix(const core::Tensor& matrix, const core::Axis& rows, const core::Axis& columns);

/// One matrix of a tensor: its last two dimensions at a position of the leading ones.
[[nodiscard]] core::Tensor matrixAt(const core::Tensor& tensor, std::int64_t leading);
[[nodiscard]] std::int64_t leadingCount(const core::Shape& shape);

/// The display width of UTF-8 text in a terminal, where Chinese letters take two columns.
[[nodiscard]] std::size_t displayWidth(const std::string& text);

/// A note or warning of a block as one line.
[[nodiscard]] std::string shownNote(const core::Text& text);

}  // namespace heed::app
