#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/utf8.h"

#include <charconv>

namespace heed::core {

namespace {

bool isDigit(char character) {
  return character >= '0' && character <= '9';
}

int hexDigit(char character) {
  if (isDigit(character)) return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  return -1;
}

/// Recursive descent over the grammar of RFC 8259.
class Parser {
 public:
  Parser(std::string_view text, const JsonLimits& limits) : m_text(text), m_limits(limits) {}

  JsonValue parse() {
    JsonValue value = parseValue(1);
    skipSpace();
    if (m_position < m_text.size()) refuseExpected(text("Json", "the end of the text"));
    return value;
  }

 private:
  [[nodiscard]] bool atEnd() const { return m_position >= m_text.size(); }
  [[nodiscard]] char peek() const { return atEnd() ? '\0' : m_text[m_position]; }

  /// "line 3, column 7" of a byte position.
  [[nodiscard]] std::pair<std::size_t, std::size_t> place(std::size_t position) const {
    std::size_t line = 1;
    std::size_t column = 1;
    for (std::size_t i = 0; i < position; ++i) {
      if (m_text[i] == '\n') {
        ++line;
        column = 1;
      } else if ((static_cast<unsigned char>(m_text[i]) & 0xC0U) != 0x80U) {
        ++column;
      }
    }
    return {line, column};
  }

  [[noreturn]] void refuse(std::size_t position, const Text& what) const {
    const auto [line, column] = place(position);
    throw Error(ErrorKind::Format, text("Json", "line %1, column %2: %3", line, column, what));
  }

  [[noreturn]] void refuseExpected(const Text& expected) const {
    if (atEnd()) refuse(m_position, text("Json", "expected %1, found the end of the text", expected));
    const Utf8Character character = decodeUtf8(m_text, m_position);
    const bool isShown = character.length > 0 && character.codePoint >= 0x20 && character.codePoint != 0x7F;
    if (isShown) {
      refuse(m_position,
             text("Json", "expected %1, found \"%2\"", expected, m_text.substr(m_position, character.length)));
    }
    const std::string byte = fmt::format("{:02X}", static_cast<unsigned char>(m_text[m_position]));
    refuse(m_position, text("Json", "expected %1, found the byte 0x%2", expected, byte));
  }

  [[noreturn]] void refuseLimit(const Text& what, std::int64_t limit) const {
    const auto [line, column] = place(m_position);
    throw Error(ErrorKind::Limit, text("Json", "line %1, column %2: %3; the limit is %4", line, column, what, limit));
  }

  void skipSpace() {
    while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++m_position;
  }

  bool skip(char character) {
    if (atEnd() || peek() != character) return false;
    ++m_position;
    return true;
  }

  JsonValue parseValue(int depth) {
    if (++m_values > m_limits.values)
      refuseLimit(text("Json", "the text has more values than are read"), m_limits.values);
    skipSpace();
    switch (peek()) {
      case '{':
        return parseObject(depth);
      case '[':
        return parseArray(depth);
      case '"':
        return parseString();
      case 't':
        return parseWord("true", true);
      case 'f':
        return parseWord("false", false);
      case 'n':
        return parseWord("null", nullptr);
      default:
        if (peek() == '-' || isDigit(peek())) return parseNumber();
        refuseExpected(text("Json", "a value"));
    }
  }

  JsonValue parseWord(std::string_view word, JsonValue value) {
    if (m_text.substr(m_position, word.size()) != word) refuseExpected(text("Json", "a value"));
    m_position += word.size();
    return value;
  }

  void enter(int depth) {
    if (depth > m_limits.depth) refuseLimit(text("Json", "arrays and objects are nested too deeply"), m_limits.depth);
    ++m_position;
    skipSpace();
  }

  JsonValue parseArray(int depth) {
    enter(depth);
    JsonValue::Array array;
    if (skip(']')) return array;
    for (;;) {
      array.push_back(parseValue(depth + 1));
      skipSpace();
      if (skip(']')) return array;
      if (!skip(',')) refuseExpected(text("Json", "\",\" or \"]\""));
    }
  }

  JsonValue parseObject(int depth) {
    enter(depth);
    JsonValue::Object object;
    if (skip('}')) return object;
    for (;;) {
      skipSpace();
      if (peek() != '"') refuseExpected(text("Json", "a key in quotes"));
      const std::size_t keyPosition = m_position;
      std::string key = parseString();
      skipSpace();
      if (!skip(':')) refuseExpected(text("Json", "\":\""));
      const auto [member, isNew] = object.try_emplace(std::move(key));
      if (!isNew) refuse(keyPosition, text("Json", "the key \"%1\" is there twice", shownUtf8(member->first)));
      member->second = parseValue(depth + 1);
      skipSpace();
      if (skip('}')) return object;
      if (!skip(',')) refuseExpected(text("Json", "\",\" or \"}\""));
    }
  }

  std::string parseString() {
    ++m_position;
    std::string result;
    for (;;) {
      if (atEnd()) refuseExpected(text("Json", "the closing quote of a string"));
      const char character = peek();
      if (skip('"')) return result;
      if (character == '\\') {
        parseEscape(result);
      } else if (static_cast<unsigned char>(character) < 0x20) {
        refuseExpected(text("Json", "a character of a string (control characters are written as \\u00XX)"));
      } else {
        const Utf8Character decoded = decodeUtf8(m_text, m_position);
        if (decoded.length == 0) refuseExpected(text("Json", "valid UTF-8"));
        result.append(m_text, m_position, decoded.length);
        m_position += decoded.length;
      }
    }
  }

  void parseEscape(std::string& result) {
    ++m_position;
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const std::size_t letter = atEnd() ? std::string_view::npos : kLetters.find(peek());
    if (letter != std::string_view::npos) {
      result += kMeanings[letter];
      ++m_position;
    } else if (skip('u')) {
      appendUtf8(result, parseUnicode());
    } else {
      refuseExpected(text("Json", "one of \" \\ / b f n r t u after a backslash"));
    }
  }

  char32_t parseUnicode() {
    const std::size_t start = m_position - 2;
    const char32_t first = parseHex();
    if (first < 0xD800 || first > 0xDFFF) return first;
    if (first > 0xDBFF || m_text.substr(m_position, 2) != "\\u")
      refuse(start, text("Json", "half of a surrogate pair"));
    m_position += 2;
    const char32_t second = parseHex();
    if (second < 0xDC00 || second > 0xDFFF) refuse(start, text("Json", "half of a surrogate pair"));
    return 0x10000 + ((first - 0xD800) << 10U) + (second - 0xDC00);
  }

  char32_t parseHex() {
    char32_t value = 0;
    for (int i = 0; i < 4; ++i) {
      const int digit = atEnd() ? -1 : hexDigit(peek());
      if (digit < 0) refuseExpected(text("Json", "four hexadecimal digits after \\u"));
      value = value * 16 + static_cast<char32_t>(digit);
      ++m_position;
    }
    return value;
  }

  void skipDigits() {
    if (!isDigit(peek())) refuseExpected(text("Json", "a digit"));
    while (isDigit(peek())) ++m_position;
  }

  JsonValue parseNumber() {
    const std::size_t start = m_position;
    skip('-');
    if (!skip('0')) skipDigits();
    bool isWhole = true;
    if (skip('.')) {
      isWhole = false;
      skipDigits();
    }
    if (peek() == 'e' || peek() == 'E') {
      isWhole = false;
      ++m_position;
      if (!skip('+')) skip('-');
      skipDigits();
    }
    return numberOf(start, isWhole);
  }

  [[nodiscard]] JsonValue numberOf(std::size_t start, bool isWhole) const {
    const char* first = m_text.data() + start;
    const char* last = m_text.data() + m_position;
    std::int64_t integer = 0;
    if (isWhole && m_text.substr(start, m_position - start) != "-0" &&
        std::from_chars(first, last, integer).ec == std::errc()) {
      return integer;
    }
    double number = 0.0;
    if (std::from_chars(first, last, number).ec != std::errc())
      refuse(start, text("Json", "the number is outside the range of a double"));
    return number;
  }

  std::string_view m_text;
  JsonLimits m_limits;
  std::size_t m_position = 0;
  std::int64_t m_values = 0;
};

}  // namespace

JsonValue parseJson(std::string_view text, const JsonLimits& limits) {
  return Parser(text, limits).parse();
}

}  // namespace heed::core
