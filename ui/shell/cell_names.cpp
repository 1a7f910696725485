#include "ui/shell/cell_names.h"

#include <algorithm>

namespace heed::ui {

namespace {

std::optional<std::int64_t> placeOf(const core::Axis& axis, std::int64_t count, const QString& name) {
  bool isNumber = false;
  const qlonglong number = name.toLongLong(&isNumber);
  if (isNumber && number >= 0 && number < count) return number;
  for (const Qt::CaseSensitivity sensitivity : {Qt::CaseSensitive, Qt::CaseInsensitive}) {
    for (std::int64_t i = 0; i < count; ++i) {
      if (QString::fromStdString(core::axisPlace(axis, i)).compare(name, sensitivity) == 0) return i;
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Focus::Cell> cellNamed(const StageMatrix& matrix, const QString& names,
                                     std::optional<Focus::Cell> current) {
  // As a Chinese keyboard writes it.
  const QString plain = QString(names).replace(QChar(0xFF0C), QLatin1Char(','));
  const qsizetype comma = plain.lastIndexOf(QLatin1Char(','));
  const QString rowName = (comma < 0 ? plain : plain.left(comma)).trimmed();
  const auto row = placeOf(matrix.rows, matrix.rowCount(), rowName);
  if (!row) return std::nullopt;
  if (comma < 0) {
    const std::int64_t column = current ? std::min(current->column, matrix.columnCount() - 1) : 0;
    return Focus::Cell{*row, std::max<std::int64_t>(column, 0)};
  }
  const auto column = placeOf(matrix.columns, matrix.columnCount(), plain.mid(comma + 1).trimmed());
  if (!column) return std::nullopt;
  return Focus::Cell{*row, *column};
}

}  // namespace heed::ui
