#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/utf8.h"

#include <algorithm>

namespace heed::core {

Text JsonView::shownPath() const {
  return m_path.empty() ? text("Json", "top level") : Text{{}, "%1", {m_path}};
}

const JsonValue& JsonView::required(JsonType type) const {
  if (m_value->type() != type) {
    throw Error(ErrorKind::Format,
                text("Json", "%1: expected %2, found %3", shownPath(), describe(type), describe(m_value->type())));
  }
  return *m_value;
}

bool JsonView::boolean() const {
  return required(JsonType::Bool).boolean();
}

std::int64_t JsonView::integer() const {
  if (!required(JsonType::Number).isInteger()) {
    throw Error(ErrorKind::Format,
                text("Json", "%1: expected a whole number, found %2", shownPath(), m_value->number()));
  }
  return m_value->integer();
}

std::int64_t JsonView::integer(std::int64_t lowest, std::int64_t highest) const {
  const std::int64_t value = integer();
  if (value < lowest || value > highest) {
    throw Error(ErrorKind::Format, text("Json", "%1: expected a whole number from %2 to %3, found %4", shownPath(),
                                        lowest, highest, value));
  }
  return value;
}

double JsonView::number() const {
  return required(JsonType::Number).number();
}

const std::string& JsonView::string() const {
  return required(JsonType::String).string();
}

JsonView JsonView::member(std::string_view key, const JsonValue& value) const {
  std::string path = m_path;
  if (!path.empty()) path += '.';
  path += shownUtf8(key);
  return JsonView(value, std::move(path));
}

JsonView JsonView::operator[](std::string_view key) const {
  const JsonValue* value = required(JsonType::Object).find(key);
  if (value == nullptr) {
    throw Error(ErrorKind::Format, text("Json", "%1: the member \"%2\" is missing", shownPath(), shownUtf8(key)));
  }
  return member(key, *value);
}

std::optional<JsonView> JsonView::find(std::string_view key) const {
  const JsonValue* value = required(JsonType::Object).find(key);
  if (value == nullptr) return std::nullopt;
  return member(key, *value);
}

std::vector<std::pair<std::string, JsonView>> JsonView::members() const {
  std::vector<std::pair<std::string, JsonView>> result;
  for (const auto& [key, value] : required(JsonType::Object).object()) result.emplace_back(key, member(key, value));
  return result;
}

std::size_t JsonView::size() const {
  return required(JsonType::Array).array().size();
}

JsonView JsonView::at(std::size_t index) const {
  const auto& array = required(JsonType::Array).array();
  if (index >= array.size()) {
    throw Error(ErrorKind::Format,
                text("Json", "%1: expected at least %2 elements, found %3", shownPath(), index + 1, array.size()));
  }
  return JsonView(array[index], fmt::format("{}[{}]", m_path, index));
}

std::vector<JsonView> JsonView::elements() const {
  std::vector<JsonView> result;
  for (std::size_t i = 0; i < size(); ++i) result.push_back(at(i));
  return result;
}

void JsonView::allowOnly(std::initializer_list<std::string_view> keys) const {
  for (const auto& [key, value] : required(JsonType::Object).object()) {
    if (std::ranges::find(keys, key) == keys.end()) {
      throw Error(ErrorKind::Format, text("Json", "%1: the member \"%2\" is not known", shownPath(), shownUtf8(key)));
    }
  }
}

void JsonView::refuse(const Text& sentence) const {
  throw Error(ErrorKind::Format, text("Json", "%1: %2", shownPath(), sentence));
}

}  // namespace heed::core
