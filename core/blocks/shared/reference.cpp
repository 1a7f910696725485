#include "core/blocks/shared/reference.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace heed::core::reference {

namespace {

std::int64_t leadingCount(const Shape& shape) {
  std::int64_t count = 1;
  for (int i = 0; i + 2 < shape.rank(); ++i) count *= shape[i];
  return count;
}

/// One row of weights; all zeros if no key is allowed.
std::vector<double> softmaxRow(const std::vector<double>& scores, const std::vector<bool>& isAllowed) {
  double largest = -INFINITY;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (isAllowed[j]) largest = std::max(largest, scores[j]);
  }
  std::vector<double> weights(scores.size(), 0.0);
  double total = 0.0;
  for (std::size_t j = 0; j < scores.size(); ++j) {
    if (isAllowed[j]) total += weights[j] = std::exp(scores[j] - largest);
  }
  if (total > 0.0) {
    for (double& weight : weights) weight /= total;
  }
  return weights;
}

}  // namespace

const Tensor* find(const std::map<std::string, Tensor>& tensors, const std::string& name) {
  const auto found = tensors.find(name);
  return found == tensors.end() ? nullptr : &found->second;
}

bool allowed(const Tensor* mask, std::int64_t leading, std::int64_t query, std::int64_t key) {
  if (mask == nullptr) return true;
  const Shape& shape = mask->shape();
  const std::int64_t rows = shape[-2];
  const std::int64_t columns = shape[-1];
  const std::int64_t item = leading % leadingCount(shape);
  const std::int64_t row = rows == 1 ? 0 : query;
  const std::int64_t column = columns == 1 ? 0 : key;
  return mask->at((item * rows + row) * columns + column) != 0.0;
}

std::map<std::string, Tensor> softmaxAttention(const ReferenceCall& call, const Score& score) {
  const Tensor& query = call.inputs.at("query");
  const Tensor& key = call.inputs.at("key");
  const Tensor& value = call.inputs.at("value");
  const Tensor* mask = find(call.inputs, "mask");
  const std::vector<double> q = query.toDoubles();
  const std::vector<double> k = key.toDoubles();
  const std::vector<double> v = value.toDoubles();
  const std::int64_t queries = query.shape()[-2];
  const std::int64_t keys = key.shape()[-2];
  const std::int64_t width = value.shape()[-1];
  const std::int64_t items = leadingCount(query.shape());
  std::vector<double> weights;
  std::vector<double> output;
  for (std::int64_t item = 0; item < items; ++item) {
    for (std::int64_t i = 0; i < queries; ++i) {
      std::vector<double> scores;
      std::vector<bool> isAllowed;
      for (std::int64_t j = 0; j < keys; ++j) {
        scores.push_back(score(&q[static_cast<std::size_t>((item * queries + i) * query.shape()[-1])],
                               &k[static_cast<std::size_t>((item * keys + j) * key.shape()[-1])], item));
        isAllowed.push_back(allowed(mask, item, i, j));
      }
      const std::vector<double> row = softmaxRow(scores, isAllowed);
      weights.insert(weights.end(), row.begin(), row.end());
      for (std::int64_t c = 0; c < width; ++c) {
        double sum = 0.0;
        for (std::int64_t j = 0; j < keys; ++j) {
          sum += row[static_cast<std::size_t>(j)] * v[static_cast<std::size_t>((item * keys + j) * width + c)];
        }
        output.push_back(sum);
      }
    }
  }
  const Shape& shape = query.shape();
  return {{"weights", Tensor::fromDoubles(shape.withSize(-1, keys), std::move(weights))},
          {"output", Tensor::fromDoubles(shape.withSize(-1, width), std::move(output))}};
}

Tensor product(const Tensor& a, const Tensor& b, const Tensor* bias) {
  const std::int64_t inner = b.shape()[0];
  const std::int64_t columns = b.shape()[1];
  const std::int64_t rows = a.elementCount() / std::max<std::int64_t>(1, inner);
  std::vector<double> result;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      double sum = bias == nullptr ? 0.0 : bias->at(j);
      for (std::int64_t k = 0; k < inner; ++k) sum += a.at(i * inner + k) * b.at(k * columns + j);
      result.push_back(sum);
    }
  }
  return Tensor::fromDoubles(a.shape().withSize(-1, columns), std::move(result));
}

}  // namespace heed::core::reference
