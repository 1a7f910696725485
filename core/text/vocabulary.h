#pragma once

#include "core/text/tokenizer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// Numbers for token texts, from 0. Texts are compared as they are: "The" and "the" are two tokens.
class Vocabulary {
 public:
  /// In order of first appearance.
  [[nodiscard]] static Vocabulary ofTokens(std::span<const Token> tokens);
  /// The 256 bytes, each with its value as its id, for the tokens of tokenizeBytes().
  [[nodiscard]] static Vocabulary ofBytes();

  [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(m_texts.size()); }
  [[nodiscard]] std::optional<std::int32_t> id(std::string_view text) const;
  /// The text of an id in [0, size()).
  [[nodiscard]] const std::string& text(std::int32_t id) const;
  /// The ids of tokens. Throws Error{Parameter} for a token that it does not hold.
  [[nodiscard]] std::vector<std::int32_t> ids(std::span<const Token> tokens) const;

 private:
  void add(const std::string& text);

  std::vector<std::string> m_texts;
  std::map<std::string, std::int32_t, std::less<>> m_ids;
};

}  // namespace heed::core
