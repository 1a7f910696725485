#include "app/cli/shown.h"

#include <QList>
#include <QString>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace heed::app {

namespace {

constexpr std::int64_t kShownRows = 24;
constexpr std::int64_t kShownColumns = 14;
constexpr std::size_t kLongestName = 14;

std::string shortened(const std::string& name) {
  const QString text = QString::fromStdString(name);
  if (text.size() <= static_cast<qsizetype>(kLongestName)) return name;
  return (text.left(7) + QChar(0x2026) + text.right(6)).toStdString();
}

/// The name of a place, short enough for a column; patches by row and column.
std::string placeLabel(const core::Axis& axis, std::int64_t index) {
  const bool isGrid = axis.labels != nullptr && axis.labels->names.empty() && axis.labels->gridColumns > 0;
  if (!isGrid) return shortened(core::axisPlace(axis, index));
  return fmt::format("{},{}", index / axis.labels->gridColumns, index % axis.labels->gridColumns);
}

bool isWide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
         (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

}  // namespace

std::string counted(std::size_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string shownNumber(double number, int decimals) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Inf" : "-Inf";
  if (number == 0.0) return "0";
  if (std::abs(number) >= 1e6 || std::abs(number) < 0.5 * std::pow(10.0, -decimals))
    return fmt::format("{:.2e}", number);
  return fmt::format("{:.{}f}", number, decimals);
}

std::string shownTable(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], displayWidth(row[i]));
  }
  std::string result;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - displayWidth(row[i]), ' ');
      if (i == 0) {
        line += row[i] + padding;
      } else {
        line += "  " + padding + row[i];
      }
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    result += line + "\n";
  }
  return result;
}

std::string shownMatrix(const core::Tensor& matrix, const core::Axis& rows, const core::Axis& columns) {
  const std::int64_t rowCount = matrix.shape()[0];
  const std::int64_t columnCount = matrix.shape()[1];
  const std::int64_t shownRows = std::min(rowCount, kShownRows);
  const std::int64_t shownColumns = std::min(columnCount, kShownColumns);
  std::vector<std::vector<std::string>> table = {{""}};
  for (std::int64_t j = 0; j < shownColumns; ++j) table.front().push_back(placeLabel(columns, j));
  if (shownColumns < columnCount) table.front().emplace_back("...");
  for (std::int64_t i = 0; i < shownRows; ++i) {
    std::vector<std::string> line = {placeLabel(rows, i)};
    for (std::int64_t j = 0; j < shownColumns; ++j) line.push_back(shownNumber(matrix.at(i * columnCount + j)));
    table.push_back(std::move(line));
  }
  std::string result = shownTable(table);
  if (shownRows < rowCount || shownColumns < columnCount) {
    result += fmt::format("({} of {} rows and {} of {} columns; --json gives all)\n", shownRows, rowCount, shownColumns,
                          columnCount);
  }
  return result;
}

core::Tensor matrixAt(const core::Tensor& tensor, std::int64_t leading) {
  const core::Shape& shape = tensor.shape();
  const core::Shape matrix =
      shape.rank() >= 2 ? shape.part(shape.rank() - 2, shape.rank()) : core::Shape{1, shape.rank() == 1 ? shape[0] : 1};
  core::TensorBuffer buffer(tensor.kind(), matrix);
  const std::size_t bytes = static_cast<std::size_t>(matrix.elementCount()) * core::bytesPerElement(tensor.kind());
  if (bytes > 0) std::memcpy(buffer.data(), tensor.data() + static_cast<std::size_t>(leading) * bytes, bytes);
  return buffer.finish();
}

std::int64_t leadingCount(const core::Shape& shape) {
  return shape.rank() > 2 ? shape.part(0, shape.rank() - 2).elementCount() : 1;
}

std::size_t displayWidth(const std::string& text) {
  std::size_t width = 0;
  for (const char32_t c : QString::fromStdString(text).toUcs4()) {
    const auto category = QChar::category(c);
    const bool takesNoRoom =
        category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing || category == QChar::Other_Format;
    width += takesNoRoom ? 0 : (isWide(c) ? 2 : 1);
  }
  return width;
}

std::string shownNote(const core::Text& text) {
  return "Note: " + text.english() + ".";
}

}  // namespace heed::app
