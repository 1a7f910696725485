#pragma once

#include "core/text/tokenizer.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// The features of one word.
struct WordFeatures {
  std::vector<float> values;  ///< one for each feature of the table
  std::string wordClass;      ///< as "noun"; empty for a word that the table does not hold
  bool known = true;          ///< false: the values were drawn, not set by hand
};

/// Words with named features that a person set, read from CSV text: a first line "word,<feature>,...,class", then a
/// line for each word; a cell may be in quotes, with quotes inside doubled. Words are looked up as normalizedWord()
/// writes them, so case and typographic apostrophes do not matter.
class FeatureTable {
 public:
  /// Throws Error{Format} with the line for a text of another form; `name` names the file in the sentence.
  [[nodiscard]] static FeatureTable parse(std::string_view text, std::string_view name = "the feature table");

  [[nodiscard]] const std::vector<std::string>& featureNames() const { return m_featureNames; }
  /// As they stand in the text, in its order.
  [[nodiscard]] const std::vector<std::string>& words() const { return m_words; }
  [[nodiscard]] bool contains(std::string_view word) const;
  /// The words, as a dictionary for tokenizeWords().
  [[nodiscard]] WordList wordList() const { return WordList(m_words); }

  /// The features of any word. One that the table does not hold gets, by the rule of Heed, in each column the uniform
  /// number philoxUniform(seed, stableHash(normalised word), column) in [0, 1), so two unknown words differ and a word
  /// stays itself.
  [[nodiscard]] WordFeatures features(std::string_view word, std::uint64_t seed = 0) const;

 private:
  void parseHeader(const std::vector<std::string>& cells, std::string_view name);
  void parseRow(const std::vector<std::string>& cells, std::int64_t line, std::string_view name);

  std::vector<std::string> m_featureNames;
  std::vector<std::string> m_words;
  std::map<std::string, WordFeatures, std::less<>> m_rows;
};

}  // namespace heed::core
