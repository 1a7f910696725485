#pragma once

#include "core/io/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::ui {

/// The ids of the templates of the resources, in ascending order.
[[nodiscard]] std::vector<std::string> templateIds();

/// The document of a template, with its samples decoded. Throws core::Error{Usage} naming the templates where there is
/// none with this id.
[[nodiscard]] core::DocumentData openTemplate(std::string_view id);

/// The title of a template, in English; of the translation context "Templates". Reads only its text.
[[nodiscard]] std::string templateTitle(std::string_view id);

/// The template that an input is shown with where the open model has no block for it.
[[nodiscard]] const char* templateFor(const core::InputData& input);
/// The id of the block type that takes an input; null for none.
[[nodiscard]] const char* inputBlockFor(const core::InputData& input);

}  // namespace heed::ui
