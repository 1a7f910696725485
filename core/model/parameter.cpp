#include "core/model/parameter.h"

#include <fmt/format.h>

#include <algorithm>

namespace heed::core {

bool BlockRef::operator==(const BlockRef& other) const {
  return type == other.type && parameters == other.parameters;
}

const ParameterValue* findParameter(const Parameters& parameters, std::string_view id) {
  const auto found = std::ranges::find(parameters, id, &NamedParameter::id);
  return found == parameters.end() ? nullptr : &found->value;
}

void setParameter(Parameters& parameters, std::string_view id, ParameterValue value) {
  const auto found = std::ranges::find(parameters, id, &NamedParameter::id);
  if (found != parameters.end()) {
    found->value = std::move(value);
  } else {
    parameters.push_back({std::string(id), std::move(value)});
    std::ranges::sort(parameters, {}, &NamedParameter::id);
  }
}

void removeParameter(Parameters& parameters, std::string_view id) {
  std::erase_if(parameters, [&](const NamedParameter& parameter) { return parameter.id == id; });
}

std::string toString(const ParameterValue& value) {
  struct Printer {
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(const std::string& string) const { return string; }
    std::string operator()(const BlockRef& block) const {
      std::string inside;
      for (const NamedParameter& parameter : block.parameters) {
        inside += (inside.empty() ? "" : ", ") + parameter.id + "=" + toString(parameter.value);
      }
      return inside.empty() ? block.type : block.type + "(" + inside + ")";
    }
  };
  return std::visit(Printer(), value);
}

}  // namespace heed::core
