#pragma once

#include "core/base/text.h"

#include <string_view>

namespace heed::core {

/// Why a text is not well-formed XML: "line 2, column 6: expected a value in quotes, found "1"". Of a text that is
/// well-formed nothing is said.
[[nodiscard]] Text xmlFault(std::string_view bytes);

}  // namespace heed::core
