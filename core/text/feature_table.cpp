#include "core/text/feature_table.h"

#include "core/base/error.h"
#include "core/base/philox.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

namespace heed::core {

namespace {

constexpr std::size_t kFeatureLimit = 64;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

/// One cell from the front of a line: as it stands, or in quotes with quotes inside doubled.
std::string takeCell(std::string_view& line) {
  line = trimmed(line);
  std::string cell;
  if (line.starts_with('"')) {
    std::size_t i = 1;
    for (; i < line.size(); ++i) {
      const bool isQuote = line[i] == '"';
      if (isQuote && (i + 1 == line.size() || line[i + 1] != '"')) break;
      if (isQuote) ++i;
      cell += line[i];
    }
    line.remove_prefix(std::min(line.size(), i + 1));
  }
  const std::size_t comma = line.find(',');
  cell += trimmed(line.substr(0, comma));
  line.remove_prefix(std::min(line.size(), comma));
  return cell;
}

std::vector<std::string> cellsOf(std::string_view line) {
  std::vector<std::string> cells = {takeCell(line)};
  while (line.starts_with(',')) {
    line.remove_prefix(1);
    cells.push_back(takeCell(line));
  }
  return cells;
}

float numberOf(const std::string& cell, std::int64_t line, std::string_view name) {
  float value = 0.0F;
  const char* end = cell.data() + cell.size();
  const auto result = std::from_chars(cell.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value)) {
    throw Error(ErrorKind::Format,
                text("FeatureTable", "%1, line %2: \"%3\" is not a number.", name, line, shownUtf8(cell, 40)));
  }
  return value;
}

}  // namespace

FeatureTable FeatureTable::parse(std::string_view text, std::string_view name) {
  FeatureTable table;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::int64_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = text.find('\n');
    const std::string_view content = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (content.empty()) continue;
    if (table.m_featureNames.empty()) {
      table.parseHeader(cellsOf(content), name);
    } else {
      table.parseRow(cellsOf(content), line, name);
    }
  }
  if (table.m_featureNames.empty()) {
    throw Error(ErrorKind::Format,
                heed::core::text("FeatureTable", "%1 is empty; a line of feature names was expected.", name));
  }
  return table;
}

void FeatureTable::parseHeader(const std::vector<std::string>& cells, std::string_view name) {
  if (cells.size() < 3 || cells.size() > kFeatureLimit + 2 || cells.front() != "word" || cells.back() != "class") {
    throw Error(ErrorKind::Format,
                text("FeatureTable", "%1: the first line is not \"word\", 1 to %2 feature names and \"class\".", name,
                     kFeatureLimit));
  }
  m_featureNames.assign(cells.begin() + 1, cells.end() - 1);
  const std::set<std::string> distinct(m_featureNames.begin(), m_featureNames.end());
  if (distinct.size() != m_featureNames.size() || distinct.contains("")) {
    throw Error(ErrorKind::Format, text("FeatureTable", "%1: a feature name is missing or there twice.", name));
  }
}

void FeatureTable::parseRow(const std::vector<std::string>& cells, std::int64_t line, std::string_view name) {
  if (cells.size() != m_featureNames.size() + 2) {
    throw Error(ErrorKind::Format, text("FeatureTable", "%1 has %2 cells in line %3; its first line has %4.", name,
                                        cells.size(), line, m_featureNames.size() + 2));
  }
  if (cells.front().empty())
    throw Error(ErrorKind::Format, text("FeatureTable", "%1, line %2: the word is missing.", name, line));
  WordFeatures row;
  for (std::size_t i = 1; i + 1 < cells.size(); ++i) row.values.push_back(numberOf(cells[i], line, name));
  row.wordClass = cells.back();
  if (!m_rows.emplace(normalizedWord(cells.front()), std::move(row)).second) {
    throw Error(ErrorKind::Format, text("FeatureTable", "%1, line %2: the word \"%3\" is there twice.", name, line,
                                        shownUtf8(cells.front(), 40)));
  }
  m_words.push_back(cells.front());
}

bool FeatureTable::contains(std::string_view word) const {
  return m_rows.find(normalizedWord(word)) != m_rows.end();
}

WordFeatures FeatureTable::features(std::string_view word, std::uint64_t seed) const {
  const std::string normalized = normalizedWord(word);
  const auto row = m_rows.find(normalized);
  if (row != m_rows.end()) return row->second;
  WordFeatures drawn;
  drawn.known = false;
  const std::uint64_t stream = stableHash(normalized.data(), normalized.size());
  for (std::size_t column = 0; column < m_featureNames.size(); ++column) {
    drawn.values.push_back(philoxUniform(seed, stream, column));
  }
  return drawn;
}

}  // namespace heed::core
