#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace heed::core {

/// What some programs write before UTF-8 text; it is no part of the text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// One character of UTF-8 text. A length of 0 says that the bytes are not valid UTF-8.
struct Utf8Character {
  char32_t codePoint = 0;
  std::size_t length = 0;
};

/// The character that starts at a byte position. Overlong forms, surrogates and numbers above 10FFFF are not valid
/// (Unicode 15, table 3-7).
[[nodiscard]] Utf8Character decodeUtf8(std::string_view bytes, std::size_t position);

/// The byte position of the first byte that is not valid UTF-8; none if all are.
[[nodiscard]] std::optional<std::size_t> firstInvalidUtf8(std::string_view bytes);

/// The text with each byte that is not valid UTF-8 as U+FFFD, and cut with "..." after at most `longest` bytes: for
/// names and pieces of files that stand in a sentence.
[[nodiscard]] std::string shownUtf8(std::string_view bytes, std::size_t longest = 120);

/// Appends a Unicode scalar value.
void appendUtf8(std::string& bytes, char32_t codePoint);

}  // namespace heed::core
