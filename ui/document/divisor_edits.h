#pragma once

#include "ui/document/document.h"

#include <optional>
#include <string>

namespace heed::ui {

/// What the scores of a step's block are divided by, where 0 stands for the square root of the width; none where the
/// block divides nothing.
[[nodiscard]] std::optional<double> divisorOf(const core::DocumentData& data, const std::string& stepId);

/// Another divisor; 0 for the square root of the width. Edits with one `mergeKey` are one. Throws core::Error{Model}
/// where the block divides nothing.
void setDivisor(Document& document, const std::string& stepId, double divisor, const QString& mergeKey = {});

}  // namespace heed::ui
