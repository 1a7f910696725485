#include "core/program/attributes.h"

#include "core/base/error.h"
#include "core/program/program.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace heed::core {

namespace {

template <typename T>
const T& required(const AttributeValue* value) {
  HEED_ASSERT(value != nullptr && std::holds_alternative<T>(*value));
  return std::get<T>(*value);
}

struct Printer {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return '"' + value + '"'; }
  std::string operator()(const std::vector<std::int64_t>& values) const {
    return fmt::format("[{}]", fmt::join(values, ", "));
  }
  std::string operator()(const std::shared_ptr<const Program>& program) const {
    return fmt::format("program {:016x}", program->hash());
  }
};

}  // namespace

Attributes::Attributes(std::initializer_list<std::pair<std::string, AttributeValue>> entries) {
  for (const auto& [name, value] : entries) set(name, value);
}

void Attributes::set(std::string name, AttributeValue value) {
  const auto place = std::ranges::lower_bound(m_entries, name, {}, &std::pair<std::string, AttributeValue>::first);
  if (place != m_entries.end() && place->first == name) {
    place->second = std::move(value);
  } else {
    m_entries.emplace(place, std::move(name), std::move(value));
  }
}

bool Attributes::flag(std::string_view name) const {
  return required<bool>(find(name));
}
std::int64_t Attributes::integer(std::string_view name) const {
  return required<std::int64_t>(find(name));
}
double Attributes::real(std::string_view name) const {
  return required<double>(find(name));
}
const std::string& Attributes::string(std::string_view name) const {
  return required<std::string>(find(name));
}
const std::vector<std::int64_t>& Attributes::integers(std::string_view name) const {
  return required<std::vector<std::int64_t>>(find(name));
}
const std::shared_ptr<const Program>& Attributes::program(std::string_view name) const {
  return required<std::shared_ptr<const Program>>(find(name));
}

std::string Attributes::toString() const {
  std::string result;
  for (const auto& [name, value] : m_entries) {
    result += (result.empty() ? "" : ", ") + name + "=" + std::visit(Printer(), value);
  }
  return result;
}

const AttributeValue* Attributes::find(std::string_view name) const {
  const auto place = std::ranges::lower_bound(m_entries, name, {}, &std::pair<std::string, AttributeValue>::first);
  return place != m_entries.end() && place->first == name ? &place->second : nullptr;
}

}  // namespace heed::core
