#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heed::core {

struct NamedParameter;

/// A block inside another block's parameter: multi-head attention holds its mechanism so.
struct BlockRef {
  std::string type;
  std::vector<NamedParameter> parameters;

  bool operator==(const BlockRef&) const;
};

/// Choices and texts are both strings; their ParamSpec tells them apart.
using ParameterValue = std::variant<bool, std::int64_t, double, std::string, BlockRef>;

struct NamedParameter {
  std::string id;
  ParameterValue value;

  bool operator==(const NamedParameter&) const = default;
};

/// Parameters that differ from their defaults, by id. Small: searched, not indexed.
using Parameters = std::vector<NamedParameter>;

[[nodiscard]] const ParameterValue* findParameter(const Parameters& parameters, std::string_view id);
void setParameter(Parameters& parameters, std::string_view id, ParameterValue value);
void removeParameter(Parameters& parameters, std::string_view id);

/// As the command line and messages write it: true, 2, 0.5, causal, hard_argmax(temperature=1).
[[nodiscard]] std::string toString(const ParameterValue& value);

}  // namespace heed::core
