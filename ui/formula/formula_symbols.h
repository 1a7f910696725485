#pragma once

#include "ui/formula/formula_tree.h"

#include <QString>

#include <optional>
#include <string_view>

namespace heed::ui {

/// The node for a command without arguments ("alpha", "sum", "quad", "lfloor"), or nothing if there is none.
[[nodiscard]] std::optional<FormulaNode> symbolNode(std::string_view name);

/// The node for one character of the source: letters are italic, signs have their classes, - is a minus sign.
[[nodiscard]] FormulaNode characterNode(char32_t character);

/// The sign of an accent command ("hat"), or an empty text.
[[nodiscard]] QString accentSign(std::string_view name);

/// A letter in the alphabet of a command: "mathbb" R is ℝ. Other characters stay.
[[nodiscard]] QString alphabetLetter(std::string_view command, char32_t letter);

}  // namespace heed::ui
