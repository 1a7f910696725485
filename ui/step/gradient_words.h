#pragma once

#include <QString>

#include <string_view>

namespace heed::ui {

/// What an op is called where the end of a gradient is spoken of: "arg-max", "sampling".
[[nodiscard]] QString opName(std::string_view op);

/// Why nothing flows back through it, as a sentence: "arg-max has no gradient: the index jumps ...".
[[nodiscard]] QString noGradientReason(std::string_view op, std::string_view reason);

}  // namespace heed::ui
