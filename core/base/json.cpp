#include "core/base/json.h"

#include "core/base/error.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace heed::core {

namespace {

/// Whole doubles below this fit in 64 bits with a sign.
constexpr double kIntegerBound = 9223372036854775808.0;

[[noreturn]] void refuseType(JsonType expected, JsonType found) {
  throw Error(ErrorKind::Format, text("Json", "expected %1, found %2", describe(expected), describe(found)));
}

template <typename Number>
std::string shortest(Number value) {
  char buffer[64];
  const auto result = std::to_chars(std::begin(buffer), std::end(buffer), value);
  return {buffer, result.ptr};
}

std::variant<std::int64_t, double> normalized(double value) {
  if (!std::isfinite(value)) throw Error(ErrorKind::Format, text("Json", "JSON cannot hold the number %1", value));
  const bool isWhole = value == std::trunc(value) && std::abs(value) < kIntegerBound;
  const bool isNegativeZero = value == 0.0 && std::signbit(value);
  if (isWhole && !isNegativeZero) return static_cast<std::int64_t>(value);
  return value;
}

double decimalOf(float value) {
  if (!std::isfinite(value)) return static_cast<double>(value);
  const std::string digits = shortest(value);
  double result = 0.0;
  std::from_chars(digits.data(), digits.data() + digits.size(), result);
  return result;
}

class Writer {
 public:
  explicit Writer(JsonStyle style) : m_indented(style == JsonStyle::Indented) {}

  void write(const JsonValue& value, int depth) {
    switch (value.type()) {
      case JsonType::Null:
        m_text += "null";
        break;
      case JsonType::Bool:
        m_text += value.boolean() ? "true" : "false";
        break;
      case JsonType::Number:
        m_text += value.isInteger() ? shortest(value.integer()) : negativeZeroOr(value.number());
        break;
      case JsonType::String:
        writeString(value.string());
        break;
      case JsonType::Array:
        writeArray(value.array(), depth);
        break;
      case JsonType::Object:
        writeObject(value.object(), depth);
        break;
    }
  }

  [[nodiscard]] std::string take() {
    if (m_indented) m_text += '\n';
    return std::move(m_text);
  }

 private:
  static std::string negativeZeroOr(double value) { return value == 0.0 ? "-0.0" : shortest(value); }

  void newLine(int depth) {
    if (!m_indented) return;
    m_text += '\n';
    m_text.append(static_cast<std::size_t>(depth) * 2, ' ');
  }

  void writeArray(const JsonValue::Array& array, int depth) {
    const bool oneLine =
        std::ranges::none_of(array, [](const JsonValue& element) { return element.isArray() || element.isObject(); });
    m_text += '[';
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (i > 0) m_text += oneLine && m_indented ? ", " : ",";
      if (!oneLine) newLine(depth + 1);
      write(array[i], depth + 1);
    }
    if (!oneLine) newLine(depth);
    m_text += ']';
  }

  void writeObject(const JsonValue::Object& object, int depth) {
    m_text += '{';
    bool isFirst = true;
    for (const auto& [key, value] : object) {
      if (!isFirst) m_text += ',';
      isFirst = false;
      newLine(depth + 1);
      writeString(key);
      m_text += m_indented ? ": " : ":";
      write(value, depth + 1);
    }
    if (!object.empty()) newLine(depth);
    m_text += '}';
  }

  void writeString(const std::string& string) {
    if (const auto position = firstInvalidUtf8(string)) {
      throw Error(ErrorKind::Format,
                  text("Json", "a string cannot be written: its byte %1 is not valid UTF-8", *position));
    }
    m_text += '"';
    for (const char character : string) writeCharacter(character);
    m_text += '"';
  }

  void writeCharacter(char character) {
    constexpr std::string_view kEscaped = "\"\\\b\f\n\r\t";
    constexpr std::string_view kLetters = "\"\\bfnrt";
    const std::size_t escape = kEscaped.find(character);
    if (escape != std::string_view::npos) {
      m_text += '\\';
      m_text += kLetters[escape];
    } else if (static_cast<unsigned char>(character) < 0x20) {
      m_text += fmt::format("\\u{:04x}", static_cast<unsigned>(static_cast<unsigned char>(character)));
    } else {
      m_text += character;
    }
  }

  bool m_indented;
  std::string m_text;
};

}  // namespace

JsonValue::JsonValue(double value) {
  std::visit([this](auto number) { m_data = number; }, normalized(value));
}

JsonValue::JsonValue(float value) : JsonValue(decimalOf(value)) {}

void JsonValue::refuseUnsigned(std::uint64_t value) {
  throw Error(ErrorKind::Format,
              text("Json", "%1 is above the largest whole number of JSON here, 9223372036854775807", value));
}

JsonType JsonValue::type() const {
  constexpr JsonType kTypes[] = {JsonType::Null,   JsonType::Bool,  JsonType::Number, JsonType::Number,
                                 JsonType::String, JsonType::Array, JsonType::Object};
  return kTypes[m_data.index()];
}

bool JsonValue::boolean() const {
  if (!isBool()) refuseType(JsonType::Bool, type());
  return std::get<bool>(m_data);
}

std::int64_t JsonValue::integer() const {
  if (!isNumber()) refuseType(JsonType::Number, type());
  if (!isInteger()) {
    throw Error(ErrorKind::Format, text("Json", "expected a whole number, found %1", std::get<double>(m_data)));
  }
  return std::get<std::int64_t>(m_data);
}

double JsonValue::number() const {
  if (!isNumber()) refuseType(JsonType::Number, type());
  return isInteger() ? static_cast<double>(std::get<std::int64_t>(m_data)) : std::get<double>(m_data);
}

const std::string& JsonValue::string() const {
  if (!isString()) refuseType(JsonType::String, type());
  return std::get<std::string>(m_data);
}

const JsonValue::Array& JsonValue::array() const {
  if (!isArray()) refuseType(JsonType::Array, type());
  return std::get<Array>(m_data);
}

const JsonValue::Object& JsonValue::object() const {
  if (!isObject()) refuseType(JsonType::Object, type());
  return std::get<Object>(m_data);
}

const JsonValue* JsonValue::find(std::string_view key) const {
  if (!isObject()) return nullptr;
  const auto& members = std::get<Object>(m_data);
  const auto member = members.find(key);
  return member == members.end() ? nullptr : &member->second;
}

JsonValue& JsonValue::operator[](std::string_view key) {
  if (isNull()) m_data = Object();
  if (!isObject()) refuseType(JsonType::Object, type());
  auto& members = std::get<Object>(m_data);
  const auto member = members.find(key);
  return member == members.end() ? members[std::string(key)] : member->second;
}

void JsonValue::append(JsonValue value) {
  if (isNull()) m_data = Array();
  if (!isArray()) refuseType(JsonType::Array, type());
  std::get<Array>(m_data).push_back(std::move(value));
}

std::string JsonValue::toText(JsonStyle style) const {
  Writer writer(style);
  writer.write(*this, 0);
  return writer.take();
}

Text describe(JsonType type) {
  switch (type) {
    case JsonType::Null:
      return text("Json", "null");
    case JsonType::Bool:
      return text("Json", "a boolean");
    case JsonType::Number:
      return text("Json", "a number");
    case JsonType::String:
      return text("Json", "a string");
    case JsonType::Array:
      return text("Json", "an array");
    case JsonType::Object:
      return text("Json", "an object");
  }
  HEED_ASSERT(false);
}

}  // namespace heed::core
