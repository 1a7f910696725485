#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// The longest text that is tokenised, and the most tokens it may give. More is refused with Error{Limit}.
inline constexpr std::int64_t kTextLimit = std::int64_t{1} << 20U;
inline constexpr std::int64_t kTokenLimit = 20'000;

/// A piece of a text. Tokens are in logical order, so right-to-left text comes as it is read.
struct Token {
  std::string text;        ///< as it is shown
  std::int64_t begin = 0;  ///< byte range in the text
  std::int64_t end = 0;
  bool continuation = false;  ///< continues the word or character of the token before it
  bool special = false;       ///< not part of the text, as [CLS]

  bool operator==(const Token&) const = default;
};

/// A set of words, compared as normalizedWord() writes them.
class WordList {
 public:
  WordList() = default;
  explicit WordList(const std::vector<std::string>& words);

  /// Whether it holds a word that is normalised already.
  [[nodiscard]] bool containsNormalized(std::string_view word) const { return m_words.find(word) != m_words.end(); }
  /// Of the longest word, in Unicode characters.
  [[nodiscard]] std::int64_t maximumLength() const { return m_maximumLength; }
  [[nodiscard]] std::size_t size() const { return m_words.size(); }

 private:
  std::set<std::string, std::less<>> m_words;
  std::int64_t m_maximumLength = 0;
};

enum class Punctuation {
  Drop,  ///< punctuation separates words and is left out
  Keep,  ///< each mark is a token
};

/// The form in which words are compared: Unicode's NFC, case-folded, typographic apostrophes as ', no soft hyphens.
/// Throws Error{Format} if it is not valid UTF-8.
[[nodiscard]] std::string normalizedWord(std::string_view word);

/// Words: split at white space and punctuation. Apostrophes, hyphens, full stops and underscores inside a word stay in
/// it (didn't, well-known, e.g.), as do separators inside numbers (1,000.5; 10:30), a minus before one, addresses
/// (a@b.org) and URLs. Each emoji and each other symbol is a token, whole. Scripts without spaces (Han, Kana, Thai,
/// Lao, Khmer, Myanmar) are cut into the longest words of the dictionary, and into single characters where none fits or
/// there is no dictionary. Throws Error{Format} with the byte position for text that is not valid UTF-8.
[[nodiscard]] std::vector<Token> tokenizeWords(std::string_view text, const WordList* dictionary = nullptr,
                                               Punctuation punctuation = Punctuation::Drop);

/// Characters as people count them (Unicode's extended grapheme clusters): a letter with its combining marks, a flag, a
/// family of emoji joined to one are one token each. White space counts. Throws like tokenizeWords.
[[nodiscard]] std::vector<Token> tokenizeCharacters(std::string_view text);

/// Bytes: printable ASCII as it is, any other byte as <0xE5>. A byte that does not start its character is a
/// continuation. Throws like tokenizeWords.
[[nodiscard]] std::vector<Token> tokenizeBytes(std::string_view text);

/// The text of a byte's token.
[[nodiscard]] std::string byteTokenText(unsigned char byte);

}  // namespace heed::core
