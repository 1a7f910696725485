#include "tests/support/oracles/oracle_tensor.h"

#include <stdexcept>

namespace heed::test {

using core::JsonValue;
using core::Shape;
using core::Tensor;

namespace {

bool isTensorObject(const JsonValue& json) {
  return json.isObject() && json.find("shape") != nullptr && json.find("data") != nullptr;
}

void flatten(const JsonValue& json, std::vector<double>& elements) {
  if (json.isArray()) {
    for (const JsonValue& item : json.array()) flatten(item, elements);
  } else if (isTensorObject(json)) {
    flatten(*json.find("data"), elements);
  } else {
    elements.push_back(json.isBool() ? static_cast<double>(json.boolean()) : json.number());
  }
}

std::vector<std::int64_t> sizesOf(const JsonValue& json) {
  std::vector<std::int64_t> sizes;
  if (isTensorObject(json)) {
    for (const JsonValue& size : json.find("shape")->array()) sizes.push_back(size.integer());
  } else if (json.isArray()) {
    sizes.push_back(static_cast<std::int64_t>(json.array().size()));
    if (json.array().empty()) return sizes;
    const std::vector<std::int64_t> inner = sizesOf(json.array().front());
    sizes.insert(sizes.end(), inner.begin(), inner.end());
  }
  return sizes;
}

}  // namespace

Tensor tensorOf(const JsonValue& json) {
  std::vector<double> elements;
  flatten(json, elements);
  return Tensor::fromDoubles(Shape(sizesOf(json)), elements);
}

Tensor transposed(const Tensor& matrix) {
  const Shape& shape = matrix.shape();
  std::vector<double> elements;
  for (std::int64_t column = 0; column < shape[1]; ++column) {
    for (std::int64_t row = 0; row < shape[0]; ++row) elements.push_back(matrix.at(row * shape[1] + column));
  }
  return Tensor::fromDoubles({shape[1], shape[0]}, elements);
}

Tensor columns(const Tensor& tensor, std::int64_t begin, std::int64_t end) {
  const std::int64_t width = tensor.shape()[-1];
  if (begin < 0 || end > width || begin > end) throw std::runtime_error("the columns are not there");
  std::vector<double> elements;
  for (std::int64_t row = 0; row < tensor.elementCount() / width; ++row) {
    for (std::int64_t column = begin; column < end; ++column) elements.push_back(tensor.at(row * width + column));
  }
  return Tensor::fromDoubles(tensor.shape().withSize(-1, end - begin), elements);
}

Tensor part(const Tensor& tensor, std::int64_t place) {
  return parts(tensor, place, place + 1).reshaped(tensor.shape().without(0));
}

Tensor parts(const Tensor& tensor, std::int64_t begin, std::int64_t end) {
  const std::vector<double> all = tensor.toDoubles();
  const std::int64_t size = tensor.elementCount() / tensor.shape()[0];
  if (begin < 0 || end > tensor.shape()[0]) throw std::runtime_error("the parts are not there");
  return Tensor::fromDoubles(tensor.shape().withSize(0, end - begin),
                             std::vector<double>(all.begin() + begin * size, all.begin() + end * size));
}

Tensor sideBySide(const Tensor& heads) {
  const Shape& shape = heads.shape();
  std::vector<double> elements;
  for (std::int64_t row = 0; row < shape[1]; ++row) {
    for (std::int64_t head = 0; head < shape[0]; ++head) {
      for (std::int64_t column = 0; column < shape[2]; ++column)
        elements.push_back(heads.at((head * shape[1] + row) * shape[2] + column));
    }
  }
  return Tensor::fromDoubles({shape[1], shape[0] * shape[2]}, elements);
}

Tensor filled(const Shape& shape, double number) {
  return Tensor::fromDoubles(shape, std::vector<double>(static_cast<std::size_t>(shape.elementCount()), number));
}

Tensor edgesOf(const Tensor& adjacency) {
  const std::int64_t nodes = adjacency.shape()[0];
  std::vector<double> pairs;
  for (std::int64_t target = 0; target < nodes; ++target) {
    for (std::int64_t source = 0; source < nodes; ++source) {
      if (adjacency.at(target * nodes + source) == 0.0) continue;
      pairs.push_back(static_cast<double>(source));
      pairs.push_back(static_cast<double>(target));
    }
  }
  const auto count = static_cast<std::int64_t>(pairs.size() / 2);
  return Tensor::fromDoubles({count, 2}, pairs);
}

}  // namespace heed::test
