#include "core/base/text.h"

namespace heed::core {

std::string Text::format(std::string_view pattern, const std::vector<std::string>& arguments) {
  std::string result;
  result.reserve(pattern.size());
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const bool isPlace = pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9';
    const std::size_t index = isPlace ? static_cast<std::size_t>(pattern[i + 1] - '1') : 0;
    if (isPlace && index < arguments.size()) {
      result += arguments[index];
      ++i;
    } else {
      result += pattern[i];
    }
  }
  return result;
}

}  // namespace heed::core
