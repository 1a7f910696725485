#pragma once

#include "core/data/input.h"
#include "ui/document/document.h"
#include "ui/document/mask_edits.h"
#include "ui/document/seed_edits.h"

#include <QString>

#include <cstdint>
#include <string>

/// What a person does to a document, each one undoable edit. All throw core::Error with a sentence where it cannot be
/// done, and leave the document as it was.
namespace heed::ui {

class Computation;

/// The text of the model's text input; a model without one gives way to the template for texts.
void setText(Document& document, const QString& text);

/// Data for the model's input block of its kind; a model without one gives way to the template for it. Numbers that
/// were replaced by hand are released, since their cells mean something else now. `title` is the edit's name.
void setInput(Document& document, core::InputData input, const QString& title);

/// Whether the open model takes this kind of input, so that setInput() keeps the model.
[[nodiscard]] bool hasInputFor(const core::DocumentData& data, const core::InputData& input);

/// A number that a person may change, by the element of a step: of a weight, or of a mask (0 forbids). Any other
/// computed number is replaced, and the run continues from it. Edits with one `mergeKey` are one.
void setCell(Document& document, const Computation& computation, int position, std::int64_t offset, double number,
             const QString& mergeKey = {});

/// Gives a replaced number back to the computation, or all of them.
void releaseCell(Document& document, const Computation& computation, int position, std::int64_t offset);
void releaseAll(Document& document);

/// Forbids or allows a key to all queries, or to one: by the position of the attention weights' step.
void setKeyHidden(Document& document, const Computation& computation, int weightsStep, std::int64_t key, bool hidden);
void setPairHidden(Document& document, const Computation& computation, int weightsStep, std::int64_t query,
                   std::int64_t key, bool hidden);

/// Takes a token out of the text.
void removeToken(Document& document, const Computation& computation, std::int64_t token);

}  // namespace heed::ui
