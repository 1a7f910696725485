#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace heed::core {

class Program;

using AttributeValue =
    std::variant<bool, std::int64_t, double, std::string, std::vector<std::int64_t>, std::shared_ptr<const Program>>;

/// The fixed arguments of an op (axis, slope, transposes), by name and sorted, so that equal ones print and hash alike.
class Attributes {
 public:
  Attributes() = default;
  Attributes(std::initializer_list<std::pair<std::string, AttributeValue>> entries);

  void set(std::string name, AttributeValue value);
  [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }

  /// The value of an attribute that must be there with this type: anything else is a bug of the op.
  [[nodiscard]] bool flag(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;
  [[nodiscard]] const std::string& string(std::string_view name) const;
  [[nodiscard]] const std::vector<std::int64_t>& integers(std::string_view name) const;
  [[nodiscard]] const std::shared_ptr<const Program>& program(std::string_view name) const;

  [[nodiscard]] const std::vector<std::pair<std::string, AttributeValue>>& entries() const { return m_entries; }
  /// "axis=1, keepDimensions=true"; a program prints as its hash.
  [[nodiscard]] std::string toString() const;

 private:
  [[nodiscard]] const AttributeValue* find(std::string_view name) const;

  std::vector<std::pair<std::string, AttributeValue>> m_entries;
};

}  // namespace heed::core
