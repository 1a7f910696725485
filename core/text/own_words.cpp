#include "core/text/own_words.h"

#include <fmt/format.h>

namespace heed::core {

namespace {

/// A cell of the table's file: in quotes where a comma or a quote would be read
/// as something else.
std::string cellOf(const std::string& word) {
  if (word.find_first_of(",\"") == std::string::npos) return word;
  std::string cell = "\"";
  for (const char letter : word) {
    if (letter == '"') cell += '"';
    cell += letter;
  }
  return cell + '"';
}

}  // namespace

OwnWords OwnWords::parse(std::string_view text, const std::vector<std::string>& featureNames) {
  OwnWords words;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return words;
  std::string file = "word";
  for (const std::string& name : featureNames) file += "," + cellOf(name);
  file += ",class\n";
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) file += std::string(line) + ",own";
    file += '\n';
  }
  const FeatureTable table = FeatureTable::parse(file, "the words with features of their own");
  for (const std::string& word : table.words()) words.set(word, table.features(word).values);
  return words;
}

const std::vector<float>* OwnWords::find(std::string_view word) const {
  const auto row = m_rows.find(normalizedWord(word));
  return row == m_rows.end() ? nullptr : &row->second;
}

void OwnWords::set(std::string_view word, std::vector<float> values) {
  m_rows[normalizedWord(word)] = std::move(values);
}

void OwnWords::remove(std::string_view word) {
  m_rows.erase(normalizedWord(word));
}

std::string OwnWords::toText() const {
  std::string text;
  for (const auto& [word, values] : m_rows) {
    text += cellOf(word);
    for (const float value : values) text += fmt::format(",{}", value);
    text += '\n';
  }
  return text;
}

}  // namespace heed::core
