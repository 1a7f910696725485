#pragma once

#include "core/text/feature_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// Words whose features a person set in a document, beside the table: as text a
/// line for each word, the word and its numbers as in the table's file but
/// without a class.
class OwnWords {
 public:
  /// Throws Error{Format} with the line for a text of another form; every word
  /// needs `featureNames.size()` numbers.
  [[nodiscard]] static OwnWords parse(std::string_view text, const std::vector<std::string>& featureNames);

  /// The numbers of a word, found as normalizedWord() writes it; null where it
  /// is not there.
  [[nodiscard]] const std::vector<float>* find(std::string_view word) const;
  void set(std::string_view word, std::vector<float> values);
  void remove(std::string_view word);

  /// What parse() reads: in the order of the words.
  [[nodiscard]] std::string toText() const;

 private:
  std::map<std::string, std::vector<float>, std::less<>> m_rows;
};

}  // namespace heed::core
