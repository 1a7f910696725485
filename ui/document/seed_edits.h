#pragma once

#include "ui/document/document.h"

#include <cstdint>

namespace heed::ui {

/// The seed of random weights, unknown words and draws. Edits with one
/// `mergeKey` are one.
void setSeed(Document& document, std::uint64_t seed, const QString& mergeKey = {});

/// The next seed; nothing where the seed is held.
void drawAgain(Document& document);

/// Whether the document holds its seed, so that nothing draws again by
/// accident. It is saved with the document.
[[nodiscard]] bool isSeedHeld(const core::DocumentData& data);
void setSeedHeld(Document& document, bool isHeld);

}  // namespace heed::ui
