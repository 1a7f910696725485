#include "core/text/vocabulary.h"

#include "core/base/error.h"

namespace heed::core {

Vocabulary Vocabulary::ofTokens(std::span<const Token> tokens) {
  Vocabulary result;
  for (const Token& token : tokens) result.add(token.text);
  return result;
}

Vocabulary Vocabulary::ofBytes() {
  Vocabulary result;
  for (unsigned byte = 0; byte < 256; ++byte) result.add(byteTokenText(static_cast<unsigned char>(byte)));
  return result;
}

void Vocabulary::add(const std::string& text) {
  if (m_ids.emplace(text, size()).second) m_texts.push_back(text);
}

std::optional<std::int32_t> Vocabulary::id(std::string_view text) const {
  const auto found = m_ids.find(text);
  if (found == m_ids.end()) return std::nullopt;
  return found->second;
}

const std::string& Vocabulary::text(std::int32_t id) const {
  HEED_ASSERT(id >= 0 && id < size());
  return m_texts[static_cast<std::size_t>(id)];
}

std::vector<std::int32_t> Vocabulary::ids(std::span<const Token> tokens) const {
  std::vector<std::int32_t> result;
  result.reserve(tokens.size());
  for (const Token& token : tokens) {
    const auto known = id(token.text);
    if (!known) {
      throw Error(ErrorKind::Parameter,
                  heed::core::text("Vocabulary", "The token \"%1\" is not among the %2 of the vocabulary.", token.text,
                                   size()));
    }
    result.push_back(*known);
  }
  return result;
}

}  // namespace heed::core
