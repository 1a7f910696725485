#include "ui/export/export_numbers.h"

#include "core/base/error.h"
#include "core/io/npy.h"

#include <fmt/format.h>

#include <iterator>
#include <string>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;
using core::Tensor;

void appendElement(std::string& out, const Tensor& tensor, std::int64_t offset) {
  const auto place = static_cast<std::size_t>(offset);
  if (tensor.kind() == core::ElementKind::Float32) {
    fmt::format_to(std::back_inserter(out), "{}", tensor.floats()[place]);
  } else {
    fmt::format_to(std::back_inserter(out), "{}", tensor.at(offset));
  }
}

void appendTensor(std::string& out, const Tensor& tensor) {
  const int rank = tensor.shape().rank();
  if (rank > 2) {
    throw Error(ErrorKind::Shape, core::text("Export", "A CSV file holds rows and columns; the tensor is %1.",
                                             tensor.shape().toString()));
  }
  const std::int64_t columns = rank == 0 ? 1 : tensor.shape()[-1];
  for (std::int64_t i = 0; i < tensor.elementCount(); ++i) {
    appendElement(out, tensor, i);
    out += (i + 1) % columns == 0 ? '\n' : ',';
  }
}

}  // namespace

QByteArray numbersAsCsv(const std::vector<FigureNumbers>& numbers) {
  std::string out;
  for (const FigureNumbers& entry : numbers) {
    if (numbers.size() > 1) {
      if (!out.empty()) out += '\n';
      out += "# " + entry.name.simplified().toStdString() + '\n';
    }
    appendTensor(out, entry.values);
  }
  return QByteArray::fromStdString(out);
}

QByteArray numbersAsNpy(const std::vector<FigureNumbers>& numbers) {
  if (numbers.size() != 1) {
    throw Error(ErrorKind::Usage,
                core::text("Export", "An NPY file holds one tensor and this figure has %1; a CSV file holds them all.",
                           numbers.size()));
  }
  return QByteArray::fromStdString(core::writeNpy(numbers.front().values));
}

}  // namespace heed::ui
