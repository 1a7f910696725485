#pragma once

#include "core/tensor/tensor.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace heed::core {

/// The most cells that a CSV file may have in all, and in one row.
inline constexpr std::int64_t kCsvCellLimit = std::int64_t{1} << 24U;
inline constexpr std::int64_t kCsvRowLimit = std::int64_t{1} << 20U;

/// A row of CSV text: the line it begins in (from 1) and its cells without the quotes.
struct CsvRow {
  std::int64_t line = 0;
  std::vector<std::string> cells;
};

/// Cuts CSV text (RFC 4180) into rows. The separator is found in the first row: tab, semicolon or comma. A cell may be
/// in quotes, with separators and line ends in it and quotes doubled; white space around a cell is dropped, empty lines
/// are skipped. `name` names the file in sentences.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text, std::string_view name);

  /// The next row; false at the end. Throws Error{Format} for an unclosed quote or text after one, and Error{Limit}.
  bool next(CsvRow& row);
  [[nodiscard]] char separator() const { return m_separator; }

 private:
  [[nodiscard]] std::string takeCell(std::int64_t line);
  void takeQuoted(std::string& cell, std::int64_t line);
  void skipSpace();
  bool skipLineEnd();

  std::string_view m_text;
  std::string m_name;
  std::size_t m_position = 0;
  std::int64_t m_line = 1;
  char m_separator;
};

/// A number as CSV files write it, in any locale: decimal point, exponent, sign, "nan", "inf", "infinity" in any case.
/// False if the text is something else or too large for a double.
[[nodiscard]] bool parseCsvNumber(std::string_view text, double& value);

/// Numbers in rows, with names where the file gives them.
struct CsvMatrix {
  Tensor values;                         ///< Float64 [rows, columns]
  std::vector<std::string> columnNames;  ///< one for each column, or none
  std::vector<std::string> rowNames;     ///< one for each row, or none
};

/// Reads a matrix. The first row holds column names if its first cell is empty or more than half of its cells are no
/// numbers. The first column holds row names if the first cell of the file is empty or
/// the first cell of the first row of numbers is no number. Throws Error{Format} that names the row and column of a
/// cell that is no number, or the two rows that differ in length.
[[nodiscard]] CsvMatrix readCsvMatrix(std::string_view text, std::string_view name = "the CSV file");

/// The matrix as CSV with commas; numbers of any element kind in the shortest form that reads back the same in that
/// kind.
[[nodiscard]] std::string writeCsvMatrix(const CsvMatrix& matrix);

/// A graph as a list of edges.
struct EdgeList {
  Tensor edges;                    ///< Int32 [edges, 2]: positions in `nodes` of source and target
  Tensor weights;                  ///< Float64 [edges]; null if the file has none
  std::vector<std::string> nodes;  ///< names
};

/// Whether the first row of CSV text reads "source,target" or "from,to" (in any case), which makes it an edge list.
[[nodiscard]] bool isEdgeList(std::string_view text);

/// Reads rows of source, target and, in all rows or in none, a weight. A first row that makes it an edge list
/// is skipped. Nodes are numbered in ascending order where every name is a whole
/// number, else in order of first appearance. Throws Error{Format}.
[[nodiscard]] EdgeList readEdgeList(std::string_view text, std::string_view name = "the edge list");

}  // namespace heed::core
