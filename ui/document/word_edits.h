#pragma once

#include "ui/document/document.h"

#include <string>
#include <vector>

namespace heed::ui {

class Computation;

/// The eight features of a word as the run used them.
struct WordFeatureSet {
  std::string word;
  std::vector<std::string> names;
  std::vector<float> values;
  bool isOwn = false;    ///< set in this document
  bool isDrawn = false;  ///< drawn from the seed, because no table holds the word
};

/// Throws core::Error{Model} where the model looks no features up, or the text
/// has no such token.
[[nodiscard]] WordFeatureSet wordFeatures(const Computation& computation, std::int64_t token);
/// Whether the model looks up features of words at all.
[[nodiscard]] bool hasWordFeatures(const core::DocumentData& data);

/// Features of a word for this document, in the place of drawn or looked up
/// ones. Edits with one `mergeKey` are one.
void setWordFeatures(Document& document, const WordFeatureSet& word, const QString& mergeKey = {});
/// The word has the features of the table again, or those of the seed.
void forgetWordFeatures(Document& document, const WordFeatureSet& word);

}  // namespace heed::ui
