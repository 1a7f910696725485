#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace heed::core {

/// What a cluster is to a word tokenizer.
enum class ClusterKind {
  Space,        ///< white space, control and other invisible characters
  Letter,       ///< a letter or mark of a script that puts spaces between words
  Digit,        ///< a decimal digit
  Unspaced,     ///< a letter of a script without spaces between words
  Symbol,       ///< an emoji or another symbol
  Punctuation,  ///< anything else that is seen
};

/// An extended grapheme cluster (Unicode Standard Annex 29): what people count as one character.
struct Cluster {
  std::size_t begin = 0;  ///< byte range in the text
  std::size_t end = 0;
  char32_t first = 0;  ///< its first code point
  int length = 0;      ///< its code points
  ClusterKind kind = ClusterKind::Space;
};

/// The clusters of a text, which must be valid UTF-8.
[[nodiscard]] std::vector<Cluster> clustersOf(std::string_view text);

}  // namespace heed::core
