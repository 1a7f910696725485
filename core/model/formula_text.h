#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// A formula of the TeX subset as plain Unicode on one line: "softmax(Q Kᵀ / √d) V". Terms lose their ids.
[[nodiscard]] std::string formulaAsText(std::string_view formula);

/// A formula as TeX that any TeX can set: \term{id}{...} becomes its content.
[[nodiscard]] std::string formulaAsTex(std::string_view formula);

/// The ids of the terms of a formula, in order.
[[nodiscard]] std::vector<std::string> formulaTerms(std::string_view formula);

}  // namespace heed::core
