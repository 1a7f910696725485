#include "core/compare/row_softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace heed::core {

std::vector<double> rowSoftmax(std::span<const double> scores, std::span<const std::uint8_t> allowed) {
  const auto isAllowed = [allowed](std::size_t place) { return allowed.empty() || allowed[place] != 0; };
  std::vector<double> weights(scores.size(), 0.0);
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (isAllowed(i)) largest = std::max(largest, scores[i]);
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!isAllowed(i)) continue;
    weights[i] = std::exp(scores[i] - largest);
    sum += weights[i];
  }
  if (sum > 0.0) {
    for (double& weight : weights) weight /= sum;
  }
  return weights;
}

LiftedRow liftedRow(std::span<const double> weights, std::int64_t key) {
  const auto place = static_cast<std::size_t>(key);
  LiftedRow lifted{std::vector<double>(weights.begin(), weights.end()), weights[place], 1.0};
  lifted.weights[place] = 0.0;
  double rest = 0.0;
  for (const double weight : lifted.weights) rest += weight;
  // What is left is added up rather than taken from 1, which the rounded weights of a run miss by a little.
  lifted.factor = rest > 0.0 ? (rest + lifted.share) / rest : std::numeric_limits<double>::infinity();
  for (double& weight : lifted.weights) weight = rest > 0.0 ? weight * lifted.factor : 0.0;
  return lifted;
}

}  // namespace heed::core
