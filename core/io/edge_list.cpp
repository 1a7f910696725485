#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/io/csv.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

namespace heed::core {

namespace {

std::string lowerCase(std::string text) {
  std::ranges::transform(text, text.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
  });
  return text;
}

bool isTitle(const CsvRow& row) {
  if (row.cells.size() < 2) return false;
  const std::string source = lowerCase(row.cells[0]);
  const std::string target = lowerCase(row.cells[1]);
  return (source == "source" && target == "target") || (source == "from" && target == "to");
}

std::optional<std::int64_t> wholeNumber(const std::string& name) {
  std::int64_t number = 0;
  const char* end = name.data() + name.size();
  const auto result = std::from_chars(name.data(), end, number);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return number;
}

/// The order in which numbered nodes stand; none if a name is no whole number, or two names are the same number.
std::optional<std::vector<std::int32_t>> ascending(const std::vector<std::string>& names) {
  std::map<std::int64_t, std::int32_t> positions;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto number = wholeNumber(names[i]);
    if (!number || !positions.emplace(*number, static_cast<std::int32_t>(i)).second) return std::nullopt;
  }
  std::vector<std::int32_t> order;
  for (const auto& [number, position] : positions) order.push_back(position);
  return order;
}

class EdgeBuilder {
 public:
  explicit EdgeBuilder(std::string_view name) : m_name(name) {}

  void add(const CsvRow& row) {
    const std::size_t cells = row.cells.size();
    if (cells != 2 && cells != 3) {
      throw Error(ErrorKind::Format,
                  text("Csv", "%1 has %2 cells in row %3; an edge has a source, a target and at most a weight.", m_name,
                       cells, row.line));
    }
    if (m_ends.empty()) m_cells = cells;
    if (cells != m_cells) {
      throw Error(ErrorKind::Format,
                  text("Csv", "%1 has %2 cells in its first edge and %3 in row %4; every row needs the same count.",
                       m_name, m_cells, cells, row.line));
    }
    for (std::size_t i = 0; i < 2; ++i) m_ends.push_back(node(row, i));
    if (cells == 3) m_weights.push_back(weight(row));
    if (static_cast<std::int64_t>(m_ends.size()) > kCsvCellLimit) {
      throw Error(ErrorKind::Limit, text("Csv", "%1 has more than %2 edges.", m_name, kCsvCellLimit / 2));
    }
  }

  EdgeList finish() {
    if (m_ends.empty()) throw Error(ErrorKind::Format, text("Csv", "%1 holds no edges.", m_name));
    sortNumberedNodes();
    const auto count = static_cast<std::int64_t>(m_ends.size() / 2);
    EdgeList list;
    list.edges = Tensor::fromInts({count, 2}, m_ends);
    if (!m_weights.empty()) list.weights = Tensor::fromDoubles({count}, m_weights);
    list.nodes = std::move(m_nodes);
    return list;
  }

 private:
  std::int32_t node(const CsvRow& row, std::size_t column) {
    const std::string& name = row.cells[column];
    if (name.empty()) {
      throw Error(ErrorKind::Format, text("Csv", "%1: the cell in row %2, column %3 is empty; a node was expected.",
                                          m_name, row.line, column + 1));
    }
    const auto [position, isNew] = m_positions.try_emplace(name, static_cast<std::int32_t>(m_nodes.size()));
    if (isNew) m_nodes.push_back(name);
    return position->second;
  }

  [[nodiscard]] double weight(const CsvRow& row) const {
    double value = 0.0;
    if (!parseCsvNumber(row.cells[2], value)) {
      throw Error(ErrorKind::Format, text("Csv", "%1: the weight in row %2 is not a number.", m_name, row.line));
    }
    return value;
  }

  void sortNumberedNodes() {
    const auto order = ascending(m_nodes);
    if (!order) return;
    std::vector<std::int32_t> newPositions(m_nodes.size());
    std::vector<std::string> sorted;
    for (const std::int32_t position : *order) {
      newPositions[static_cast<std::size_t>(position)] = static_cast<std::int32_t>(sorted.size());
      sorted.push_back(m_nodes[static_cast<std::size_t>(position)]);
    }
    for (std::int32_t& end : m_ends) end = newPositions[static_cast<std::size_t>(end)];
    m_nodes = std::move(sorted);
  }

  std::string m_name;
  std::size_t m_cells = 0;
  std::vector<std::int32_t> m_ends;
  std::vector<double> m_weights;
  std::vector<std::string> m_nodes;
  std::map<std::string, std::int32_t, std::less<>> m_positions;
};

}  // namespace

bool isEdgeList(std::string_view text) {
  const std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const std::size_t first = std::min(text.find_first_not_of("\r\n", begin), text.size());
  const std::string_view line = text.substr(first, std::min(text.find_first_of("\r\n", first), text.size()) - first);
  if (firstInvalidUtf8(line)) return false;
  CsvRow row;
  return CsvReader(line, "").next(row) && isTitle(row);
}

EdgeList readEdgeList(std::string_view text, std::string_view name) {
  CsvReader reader(text, name);
  EdgeBuilder builder(name);
  CsvRow row;
  bool isFirst = true;
  while (reader.next(row)) {
    if (!std::exchange(isFirst, false) || !isTitle(row)) builder.add(row);
  }
  return builder.finish();
}

}  // namespace heed::core
