#include "core/io/csv.h"

#include "core/base/error.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>

namespace heed::core {

namespace {

std::string_view firstLine(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("\r\n");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_first_of("\r\n", begin) - begin);
}

/// A tab decides; a semicolon does unless there are far more commas, so that decimal commas do not win over it.
/// Counted in the first line that holds anything.
char separatorOf(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  std::int64_t tabs = 0;
  std::int64_t semicolons = 0;
  std::int64_t commas = 0;
  bool isQuoted = false;
  for (const char character : firstLine(text)) {
    if (character == '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    tabs += character == '\t' ? 1 : 0;
    semicolons += character == ';' ? 1 : 0;
    commas += character == ',' ? 1 : 0;
  }
  if (tabs > 0) return '\t';
  return semicolons > 0 && semicolons * 2 >= commas ? ';' : ',';
}

bool isNumber(const std::string& cell) {
  double ignored = 0.0;
  return parseCsvNumber(cell, ignored);
}

/// Where the names of a matrix are.
struct Layout {
  bool hasHeader = false;
  bool hasRowNames = false;
};

/// A number in the spelling of countries that write a decimal comma.
bool hasDecimalComma(std::string cell) {
  const auto comma = std::ranges::find(cell, ',');
  if (comma == cell.end()) return false;
  *comma = '.';
  return isNumber(cell);
}

bool isHeader(const CsvRow& row) {
  if (row.cells.size() > 1 && row.cells.front().empty()) return true;
  const auto names = std::ranges::count_if(
      row.cells, [](const std::string& cell) { return !cell.empty() && !isNumber(cell) && !hasDecimalComma(cell); });
  return names * 2 > static_cast<std::int64_t>(row.cells.size());
}

Layout layoutOf(std::string_view text, std::string_view name) {
  CsvReader reader(text, name);
  CsvRow row;
  Layout layout;
  if (!reader.next(row)) return layout;
  const bool cornerIsEmpty = row.cells.size() > 1 && row.cells.front().empty();
  layout.hasHeader = isHeader(row);
  if (layout.hasHeader && !reader.next(row)) return layout;
  layout.hasRowNames =
      row.cells.size() > 1 && (cornerIsEmpty || (!isNumber(row.cells.front()) && !hasDecimalComma(row.cells.front())));
  return layout;
}

[[noreturn]] void refuseCell(std::string_view name, std::int64_t line, std::size_t column, const std::string& cell) {
  if (cell.empty()) {
    throw Error(ErrorKind::Format,
                text("Csv", "%1: the cell in row %2, column %3 is empty; a number was expected.", name, line, column));
  }
  if (hasDecimalComma(cell)) {
    throw Error(ErrorKind::Format,
                text("Csv", "%1: \"%2\" in row %3, column %4 has a decimal comma; numbers have a point.", name,
                     shownUtf8(cell, 40), line, column));
  }
  throw Error(ErrorKind::Format,
              text("Csv", "%1: \"%2\" in row %3, column %4 is not a number.", name, shownUtf8(cell, 40), line, column));
}

/// Gathers the rows of a matrix.
class MatrixBuilder {
 public:
  MatrixBuilder(std::string_view name, Layout layout) : m_name(name), m_layout(layout) {}

  void add(CsvRow& row) {
    const std::size_t skipped = m_layout.hasRowNames ? 1 : 0;
    const std::size_t count = row.cells.size() - skipped;
    if (m_rows == 0) {
      m_columns = count;
      m_firstLine = row.line;
    }
    if (count != m_columns) {
      throw Error(ErrorKind::Format,
                  text("Csv", "%1 has %2 numbers in row %3 and %4 in row %5; every row needs the same count.", m_name,
                       m_columns, m_firstLine, count, row.line));
    }
    for (std::size_t i = skipped; i < row.cells.size(); ++i) {
      double value = 0.0;
      if (!parseCsvNumber(row.cells[i], value)) refuseCell(m_name, row.line, i + 1, row.cells[i]);
      m_values.push_back(value);
    }
    if (m_layout.hasRowNames) m_matrix.rowNames.push_back(std::move(row.cells.front()));
    ++m_rows;
    if (static_cast<std::int64_t>(m_values.size()) > kCsvCellLimit) {
      throw Error(ErrorKind::Limit, text("Csv", "%1 has more than %2 numbers.", m_name, kCsvCellLimit));
    }
  }

  /// A header may leave out the corner above the row names.
  CsvMatrix finish(std::vector<std::string> header) {
    if (m_rows == 0 || m_columns == 0) throw Error(ErrorKind::Format, text("Csv", "%1 holds no numbers.", m_name));
    if (m_layout.hasHeader) {
      if (m_layout.hasRowNames && header.size() == m_columns + 1) header.erase(header.begin());
      if (header.size() != m_columns) {
        throw Error(
            ErrorKind::Format,
            text("Csv", "%1 has %2 names in its first row and %3 numbers in row %4; every row needs the same count.",
                 m_name, header.size(), m_columns, m_firstLine));
      }
      m_matrix.columnNames = std::move(header);
    }
    const Shape shape{static_cast<std::int64_t>(m_rows), static_cast<std::int64_t>(m_columns)};
    m_matrix.values = Tensor::fromDoubles(shape, m_values);
    return std::move(m_matrix);
  }

 private:
  std::string m_name;
  Layout m_layout;
  CsvMatrix m_matrix;
  std::vector<double> m_values;
  std::size_t m_rows = 0;
  std::size_t m_columns = 0;
  std::int64_t m_firstLine = 0;
};

void appendCell(std::string& line, std::string_view cell) {
  const bool isPlain = cell.find_first_of(",;\t\"\r\n") == std::string_view::npos &&
                       (cell.empty() || (cell.front() != ' ' && cell.back() != ' '));
  if (isPlain) {
    line += cell;
    return;
  }
  line += '"';
  for (const char character : cell) {
    if (character == '"') line += '"';
    line += character;
  }
  line += '"';
}

template <typename Number>
std::string shortest(Number value) {
  char buffer[64];
  return {buffer, std::to_chars(std::begin(buffer), std::end(buffer), value).ptr};
}

std::string numberText(const Tensor& values, std::int64_t position) {
  const double value = values.at(position);
  return values.kind() == ElementKind::Float32 ? shortest(static_cast<float>(value)) : shortest(value);
}

}  // namespace

CsvReader::CsvReader(std::string_view text, std::string_view name) : m_text(text), m_name(name) {
  if (m_text.starts_with(kByteOrderMark)) m_text.remove_prefix(kByteOrderMark.size());
  if (const auto position = firstInvalidUtf8(m_text)) {
    throw Error(ErrorKind::Format, heed::core::text("Csv", "%1 is not valid UTF-8 at byte %2.", name, *position));
  }
  m_separator = separatorOf(m_text);
}

bool CsvReader::next(CsvRow& row) {
  while (m_position < m_text.size() && skipLineEnd()) {
  }
  row.cells.clear();
  row.line = m_line;
  if (m_position >= m_text.size()) return false;
  for (;;) {
    row.cells.push_back(takeCell(row.line));
    if (static_cast<std::int64_t>(row.cells.size()) > kCsvRowLimit) {
      throw Error(ErrorKind::Limit,
                  text("Csv", "%1 has more than %2 cells in row %3.", m_name, kCsvRowLimit, row.line));
    }
    if (m_position >= m_text.size() || skipLineEnd()) return true;
    ++m_position;
  }
}

void CsvReader::skipSpace() {
  while (m_position < m_text.size() && m_text[m_position] != m_separator &&
         (m_text[m_position] == ' ' || m_text[m_position] == '\t')) {
    ++m_position;
  }
}

/// A line feed, a carriage return, or both.
bool CsvReader::skipLineEnd() {
  const std::string_view rest = m_text.substr(m_position, 2);
  if (!rest.starts_with('\n') && !rest.starts_with('\r')) return false;
  m_position += rest == "\r\n" ? 2 : 1;
  ++m_line;
  return true;
}

/// Leaves the position at the separator, the line end or the end of the text.
std::string CsvReader::takeCell(std::int64_t line) {
  std::string cell;
  skipSpace();
  if (m_position < m_text.size() && m_text[m_position] == '"') {
    takeQuoted(cell, line);
    return cell;
  }
  const std::size_t begin = m_position;
  while (m_position < m_text.size() && m_text[m_position] != m_separator && m_text[m_position] != '\n' &&
         m_text[m_position] != '\r') {
    ++m_position;
  }
  cell = m_text.substr(begin, m_position - begin);
  cell.erase(cell.find_last_not_of(" \t") + 1);
  return cell;
}

void CsvReader::takeQuoted(std::string& cell, std::int64_t line) {
  ++m_position;
  for (;; ++m_position) {
    if (m_position >= m_text.size()) {
      throw Error(ErrorKind::Format, text("Csv", "%1: a quoted cell that begins in row %2 has no end.", m_name, line));
    }
    const char character = m_text[m_position];
    const bool isDoubled = m_text.substr(m_position, 2) == "\"\"";
    if (character == '"' && !isDoubled) break;
    if (isDoubled) ++m_position;
    if (character == '\n') ++m_line;
    cell += character;
  }
  ++m_position;
  skipSpace();
  const bool isEnd = m_position >= m_text.size() || m_text[m_position] == m_separator || m_text[m_position] == '\n' ||
                     m_text[m_position] == '\r';
  if (!isEnd) throw Error(ErrorKind::Format, text("Csv", "%1: text follows a quoted cell in row %2.", m_name, line));
}

bool parseCsvNumber(std::string_view text, double& value) {
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return false;
  }
  if (text.empty() || text.find_first_of("xX()") != std::string_view::npos) return false;
  const char* first = text.data();
  const char* last = first + text.size();
  const auto result = std::from_chars(first, last, value);
  if (result.ptr != last) return false;
  if (result.ec == std::errc::result_out_of_range) {
    const std::size_t exponent = text.find_first_of("eE");
    const bool isTiny = exponent != std::string_view::npos && text.substr(exponent + 1).starts_with('-');
    value = text.starts_with('-') ? -0.0 : 0.0;
    return isTiny;
  }
  return result.ec == std::errc();
}

CsvMatrix readCsvMatrix(std::string_view text, std::string_view name) {
  const Layout layout = layoutOf(text, name);
  CsvReader reader(text, name);
  CsvRow row;
  std::vector<std::string> header;
  if (layout.hasHeader && reader.next(row)) header = std::move(row.cells);
  MatrixBuilder builder(name, layout);
  while (reader.next(row)) builder.add(row);
  return builder.finish(std::move(header));
}

std::string writeCsvMatrix(const CsvMatrix& matrix) {
  HEED_ASSERT(matrix.values.shape().rank() == 2);
  const std::int64_t rows = matrix.values.shape()[0];
  const std::int64_t columns = matrix.values.shape()[1];
  std::string result;
  for (std::size_t i = 0; i < matrix.columnNames.size(); ++i) {
    if (i > 0 || !matrix.rowNames.empty()) result += ',';
    appendCell(result, matrix.columnNames[i]);
  }
  if (!matrix.columnNames.empty()) result += '\n';
  for (std::int64_t i = 0; i < rows; ++i) {
    if (!matrix.rowNames.empty()) appendCell(result, matrix.rowNames[static_cast<std::size_t>(i)]);
    for (std::int64_t j = 0; j < columns; ++j) {
      if (j > 0 || !matrix.rowNames.empty()) result += ',';
      result += numberText(matrix.values, i * columns + j);
    }
    result += '\n';
  }
  return result;
}

}  // namespace heed::core
