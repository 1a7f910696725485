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

Score scaledDotProduct(const ReferenceCall& call) {
  const std::int64_t width = call.inputs.at("query").shape()[-1];
  double divisor = std::get<double>(*findParameter(call.parameters, "divisor"));
  if (divisor == 0.0) divisor = std::sqrt(static_cast<double>(width));
  return [width, divisor](const double* query, const double* key, std::int64_t) {
    double sum = 0.0;
    for (std::int64_t c = 0; c < width; ++c) sum += query[c] * key[c];
    return sum / divisor;
  };
}

Tensor scores(const ReferenceCall& call, const Score& score) {
  const Tensor& query = call.inputs.at("query");
  const Tensor& key = call.inputs.at("key");
  const std::vector<double> q = query.toDoubles();
  const std::vector<double> k = key.toDoubles();
  const std::int64_t queries = query.shape()[-2];
  const std::int64_t keys = key.shape()[-2];
  std::vector<double> result;
  for (std::int64_t item = 0; item < leadingCount(query.shape()); ++item) {
    for (std::int64_t i = 0; i < queries; ++i) {
      for (std::int64_t j = 0; j < keys; ++j) {
        result.push_back(score(&q[static_cast<std::size_t>((item * queries + i) * query.shape()[-1])],
                               &k[static_cast<std::size_t>((item * keys + j) * key.shape()[-1])], item));
      }
    }
  }
  return Tensor::fromDoubles(query.shape().withSize(-1, keys), result);
}

Tensor mixed(const Tensor& weights, const Tensor& value) {
  const std::int64_t queries = weights.shape()[-2];
  const std::int64_t keys = weights.shape()[-1];
  const std::int64_t width = value.shape()[-1];
  std::vector<double> result;
  for (std::int64_t item = 0; item < leadingCount(weights.shape()); ++item) {
    for (std::int64_t i = 0; i < queries; ++i) {
      for (std::int64_t c = 0; c < width; ++c) {
        double sum = 0.0;
        for (std::int64_t j = 0; j < keys; ++j) {
          sum += weights.at((item * queries + i) * keys + j) * value.at((item * keys + j) * width + c);
        }
        result.push_back(sum);
      }
    }
  }
  return Tensor::fromDoubles(weights.shape().withSize(-1, width), result);
}

std::map<std::string, Tensor> softmaxAttention(const ReferenceCall& call, const Score& score) {
  const Tensor all = scores(call, score);
  const Tensor* mask = find(call.inputs, "mask");
  const std::int64_t queries = all.shape()[-2];
  const std::int64_t keys = all.shape()[-1];
  std::vector<double> weights;
  for (std::int64_t row = 0; row < all.elementCount() / std::max<std::int64_t>(1, keys); ++row) {
    std::vector<double> rowScores;
    std::vector<bool> isAllowed;
    for (std::int64_t j = 0; j < keys; ++j) {
      rowScores.push_back(all.at(row * keys + j));
      isAllowed.push_back(allowed(mask, row / queries, row % queries, j));
    }
    const std::vector<double> rowWeights = softmaxRow(rowScores, isAllowed);
    weights.insert(weights.end(), rowWeights.begin(), rowWeights.end());
  }
  const Tensor weightsTensor = Tensor::fromDoubles(all.shape(), weights);
  return {{"weights", weightsTensor}, {"output", mixed(weightsTensor, call.inputs.at("value"))}};
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
  return Tensor::fromDoubles(a.shape().withSize(-1, columns), result);
}

Tensor splitHeads(const Tensor& tensor, std::int64_t heads) {
  const Shape& shape = tensor.shape();
  const std::int64_t items = shape[-2];
  const std::int64_t width = shape[-1] / heads;
  std::vector<double> elements;
  for (std::int64_t front = 0; front < tensor.elementCount() / (items * shape[-1]); ++front) {
    for (std::int64_t head = 0; head < heads; ++head) {
      for (std::int64_t i = 0; i < items; ++i) {
        for (std::int64_t c = 0; c < width; ++c)
          elements.push_back(tensor.at((front * items + i) * shape[-1] + head * width + c));
      }
    }
  }
  return Tensor::fromDoubles(shape.withSize(-1, width).withInserted(shape.rank() - 2, heads), elements);
}

Tensor joinHeads(const Tensor& tensor, const Tensor* gate) {
  const Shape& shape = tensor.shape();
  const std::int64_t heads = shape[-3];
  const std::int64_t items = shape[-2];
  const std::int64_t width = shape[-1];
  std::vector<double> elements;
  for (std::int64_t front = 0; front < tensor.elementCount() / (heads * items * width); ++front) {
    for (std::int64_t i = 0; i < items; ++i) {
      for (std::int64_t head = 0; head < heads; ++head) {
        for (std::int64_t c = 0; c < width; ++c) {
          elements.push_back(tensor.at(((front * heads + head) * items + i) * width + c) *
                             (gate == nullptr ? 1.0 : gate->at(head)));
        }
      }
    }
  }
  return Tensor::fromDoubles(shape.without(-3).withSize(-1, heads * width), elements);
}

std::map<std::string, Tensor> below(const std::string& prefix, const std::map<std::string, Tensor>& weights) {
  std::map<std::string, Tensor> inner;
  for (const auto& [path, tensor] : weights) {
    if (path.starts_with(prefix)) inner.emplace(path.substr(prefix.size()), tensor);
  }
  return inner;
}

}  // namespace heed::core::reference
