#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace heed::core {

enum class JsonType { Null, Bool, Number, String, Array, Object };

/// How JSON is written. Both are canonical: sorted keys, shortest numbers that read back the same.
enum class JsonStyle {
  Compact,   ///< no white space at all
  Indented,  ///< two spaces a level, arrays without arrays and objects in them on one line, a line feed at the end
};

/// A value of JSON (RFC 8259). Numbers are finite; a whole number that fits is held as a 64-bit integer, so that 2, 2.0
/// and 2e0 are equal, and seeds stay exact. Objects are sorted by key.
class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Object = std::map<std::string, JsonValue, std::less<>>;

  JsonValue() = default;
  // Literals become values.
  JsonValue(std::nullptr_t) {}
  template <typename Boolean>
    requires std::is_same_v<Boolean, bool>
  JsonValue(Boolean value) : m_data(value) {}
  JsonValue(std::string value) : m_data(std::move(value)) {}
  JsonValue(std::string_view value) : m_data(std::string(value)) {}
  JsonValue(const char* value) : m_data(std::string(value)) {}
  JsonValue(Array value) : m_data(std::move(value)) {}
  JsonValue(Object value) : m_data(std::move(value)) {}
  /// Throws Error{Format} for NaN and infinity, which JSON cannot hold. A float is taken as its shortest decimal form.
  JsonValue(double value);
  JsonValue(float value);
  /// Throws Error{Format} for an unsigned number that does not fit in 64 bits with a sign.
  template <typename Integer>
    requires(std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>)
  JsonValue(Integer value) : m_data(checkedInteger(value)) {}

  [[nodiscard]] JsonType type() const;
  [[nodiscard]] bool isNull() const { return type() == JsonType::Null; }
  [[nodiscard]] bool isBool() const { return type() == JsonType::Bool; }
  [[nodiscard]] bool isNumber() const { return type() == JsonType::Number; }
  [[nodiscard]] bool isInteger() const { return std::holds_alternative<std::int64_t>(m_data); }
  [[nodiscard]] bool isString() const { return type() == JsonType::String; }
  [[nodiscard]] bool isArray() const { return type() == JsonType::Array; }
  [[nodiscard]] bool isObject() const { return type() == JsonType::Object; }

  /// The value as what it must be; throws Error{Format} if it is something else. JsonView names the path as well.
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::int64_t integer() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] const std::string& string() const;
  [[nodiscard]] const Array& array() const;
  [[nodiscard]] const Object& object() const;

  /// The member of an object; null if there is none or this is no object.
  [[nodiscard]] const JsonValue* find(std::string_view key) const;

  /// For building: the member of an object, made where it is missing. A null value becomes an empty object first.
  JsonValue& operator[](std::string_view key);
  /// For building: appends to an array. A null value becomes an empty array first.
  void append(JsonValue value);

  /// Throws Error{Format} if a string is not valid UTF-8.
  [[nodiscard]] std::string toText(JsonStyle style) const;

  bool operator==(const JsonValue&) const = default;

 private:
  template <typename Integer>
  static std::int64_t checkedInteger(Integer value) {
    if (!std::in_range<std::int64_t>(value)) refuseUnsigned(static_cast<std::uint64_t>(value));
    return static_cast<std::int64_t>(value);
  }
  [[noreturn]] static void refuseUnsigned(std::uint64_t value);

  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> m_data;
};

/// "null", "a boolean", "a number", "a string", "an array" or "an object", for sentences.
[[nodiscard]] Text describe(JsonType type);

/// The bounds of what is read. Deeper or larger texts are refused with Error{Limit}.
struct JsonLimits {
  int depth = 64;                   ///< arrays and objects inside each other
  std::int64_t values = 5'000'000;  ///< values in all; one takes about 100 bytes of memory
};

/// Reads one JSON text. Strict: no comments, no trailing commas, no duplicate keys, valid UTF-8, no half surrogate
/// pairs, no number beyond double. Throws Error{Format} with line and column (in characters, both from 1).
[[nodiscard]] JsonValue parseJson(std::string_view text, const JsonLimits& limits = {});

/// A value with the path that led to it, so that a refusal says where: "blocks[3].type: expected a string, found a
/// number". It refers to the value, which must outlive it.
class JsonView {
 public:
  explicit JsonView(const JsonValue& value, std::string path = {}) : m_value(&value), m_path(std::move(path)) {}
  explicit JsonView(JsonValue&&, std::string = {}) = delete;

  [[nodiscard]] const JsonValue& value() const { return *m_value; }
  [[nodiscard]] const std::string& path() const { return m_path; }
  [[nodiscard]] bool isNull() const { return m_value->isNull(); }

  [[nodiscard]] bool boolean() const;
  [[nodiscard]] std::int64_t integer() const;
  /// An integer in [lowest, highest]; the sentence names the range.
  [[nodiscard]] std::int64_t integer(std::int64_t lowest, std::int64_t highest) const;
  [[nodiscard]] double number() const;
  [[nodiscard]] const std::string& string() const;

  /// A member of an object that must be there.
  [[nodiscard]] JsonView operator[](std::string_view key) const;
  /// A member of an object, if it is there.
  [[nodiscard]] std::optional<JsonView> find(std::string_view key) const;
  [[nodiscard]] std::vector<std::pair<std::string, JsonView>> members() const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] JsonView at(std::size_t index) const;
  [[nodiscard]] std::vector<JsonView> elements() const;

  /// Throws Error{Format} if the object has a member that is not among these.
  void allowOnly(std::initializer_list<std::string_view> keys) const;

  /// Throws Error{Format} with a sentence of the caller's own after the path.
  [[noreturn]] void refuse(const Text& sentence) const;

 private:
  [[nodiscard]] const JsonValue& required(JsonType type) const;
  [[nodiscard]] JsonView member(std::string_view key, const JsonValue& value) const;
  [[nodiscard]] Text shownPath() const;

  const JsonValue* m_value;
  std::string m_path;
};

}  // namespace heed::core
