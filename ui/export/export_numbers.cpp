#include "ui/export/export_numbers.h"

#include "core/base/error.h"
#include "core/io/csv.h"
#include "core/io/npy.h"

#include <string>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;
using core::Tensor;

std::string rowsOf(const Tensor& tensor) {
  const core::Shape& shape = tensor.shape();
  if (shape.rank() > 2) {
    throw Error(ErrorKind::Shape,
                core::text("Export", "A CSV file holds rows and columns; the tensor is %1.", shape.toString()));
  }
  const std::int64_t columns = shape.rank() == 0 ? 1 : shape[-1];
  return core::writeCsvMatrix({tensor.reshaped({shape.rank() == 2 ? shape[0] : 1, columns}), {}, {}});
}

}  // namespace

QByteArray numbersAsCsv(const std::vector<FigureNumbers>& numbers) {
  std::string out;
  for (const FigureNumbers& entry : numbers) {
    if (numbers.size() > 1) {
      if (!out.empty()) out += '\n';
      out += "# " + entry.name.simplified().toStdString() + '\n';
    }
    out += rowsOf(entry.values);
  }
  return QByteArray::fromStdString(out);
}

QByteArray numbersAsNpy(const std::vector<FigureNumbers>& numbers) {
  if (numbers.size() != 1) {
    throw Error(
        ErrorKind::Usage,
        core::text(
            "Export",
            "An NPY file holds one tensor and this figure has %1. A CSV file holds them all, and the heat map is "
            "a figure of one alone.",
            numbers.size()));
  }
  return QByteArray::fromStdString(core::writeNpy(numbers.front().values));
}

}  // namespace heed::ui
