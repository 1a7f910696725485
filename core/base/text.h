#pragma once

#include <fmt/format.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heed::core {

/// What core says to a person: never a finished string, so that ui and app can translate it.
///
/// `pattern` is an English sentence with the places %1 to %9 for `arguments`; `context` is the translation context.
/// lupdate extracts the calls of text() through the function alias `translate+=text`.
struct Text {
  std::string context;
  std::string pattern;
  std::vector<std::string> arguments;
  std::vector<Text> texts =
      {};  ///< for each argument the text that it is, empty for others; none if no argument is one

  /// The English sentence with its arguments in place.
  [[nodiscard]] std::string english() const { return format(pattern, arguments); }
  [[nodiscard]] bool isEmpty() const { return pattern.empty(); }

  /// Puts the arguments into the places %1 to %9 of a (translated) pattern, in one pass: a "%1" inside an argument
  /// stays.
  [[nodiscard]] static std::string format(std::string_view pattern, const std::vector<std::string>& arguments);

  bool operator==(const Text&) const = default;
};

/// An argument as text: strings as they are, texts in English, numbers in their shortest form that reads back the same.
template <typename T>
[[nodiscard]] std::string textArgument(const T& value) {
  if constexpr (std::is_same_v<T, Text>) {
    return value.english();
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    return std::string(std::string_view(value));
  } else {
    return fmt::format("{}", value);
  }
}

template <typename... Arguments>
[[nodiscard]] Text text(std::string_view context, std::string_view pattern, const Arguments&... arguments) {
  Text result{std::string(context), std::string(pattern), {textArgument(arguments)...}};
  if constexpr ((std::is_same_v<Arguments, Text> || ...)) {
    const auto textOf = [](const auto& argument) {
      if constexpr (std::is_same_v<std::decay_t<decltype(argument)>, Text>) {
        return argument;
      } else {
        return Text();
      }
    };
    result.texts = {textOf(arguments)...};
  }
  return result;
}

}  // namespace heed::core
