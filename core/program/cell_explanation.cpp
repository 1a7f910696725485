#include "core/program/cell_explanation.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>

namespace heed::core {

namespace {

using Terms = std::vector<double>;
using Parameters = std::vector<double>;

double sum(const Terms& terms) {
  double total = 0.0;
  for (const double term : terms) total += term;
  return total;
}

double maximum(const Terms& terms) {
  double result = -std::numeric_limits<double>::infinity();
  for (const double term : terms) {
    if (std::isnan(term)) return term;
    result = std::max(result, term);
  }
  return result;
}

/// The terms are the allowed scores of the row; `selected` is the cell's own, -1 if it is masked out.
double softmax(const Terms& terms, int selected) {
  if (selected < 0 || terms.empty()) return 0.0;
  const double largest = maximum(terms);
  double total = 0.0;
  for (const double term : terms) total += std::exp(term - largest);
  return std::exp(terms[static_cast<std::size_t>(selected)] - largest) / total;
}

double logSumExp(const Terms& terms) {
  const double largest = maximum(terms);
  double total = 0.0;
  for (const double term : terms) total += std::exp(term - largest);
  return largest + std::log(total);
}

/// Terms: the row, then the gain and the bias of the cell; parameter: epsilon.
double layerNorm(const Terms& terms, const Parameters& parameters, int selected) {
  const auto count = static_cast<double>(terms.size() - 2);
  double mean = 0.0;
  for (std::size_t i = 0; i + 2 < terms.size(); ++i) mean += terms[i] / count;
  double variance = 0.0;
  for (std::size_t i = 0; i + 2 < terms.size(); ++i) variance += (terms[i] - mean) * (terms[i] - mean) / count;
  const double normalised = (terms[static_cast<std::size_t>(selected)] - mean) / std::sqrt(variance + parameters[0]);
  return normalised * terms[terms.size() - 2] + terms[terms.size() - 1];
}

/// Terms: logits row by row; parameters: the number of classes, then the class of each row.
double crossEntropy(const Terms& terms, const Parameters& parameters) {
  const auto classCount = static_cast<std::size_t>(parameters.at(0));
  double total = 0.0;
  for (std::size_t row = 0; row + 1 < parameters.size(); ++row) {
    const auto first = terms.begin() + static_cast<std::ptrdiff_t>(row * classCount);
    const Terms logits(first, first + static_cast<std::ptrdiff_t>(classCount));
    total += logSumExp(logits) - logits.at(static_cast<std::size_t>(parameters[row + 1]));
  }
  return total / static_cast<double>(parameters.size() - 1);
}

/// Terms: prediction, target, prediction, target ...
double meanSquaredError(const Terms& terms) {
  double total = 0.0;
  for (std::size_t i = 0; i + 1 < terms.size(); i += 2) total += (terms[i] - terms[i + 1]) * (terms[i] - terms[i + 1]);
  return total / (static_cast<double>(terms.size()) / 2.0);
}

/// The index of the element at a place of the row in descending order: NaN first, equal ones in their order.
double sortIndex(const Terms& terms, std::size_t place) {
  std::vector<std::size_t> order(terms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return std::isnan(terms[a]) ? !std::isnan(terms[b]) : terms[a] > terms[b];
  });
  return static_cast<double>(order.at(place));
}

/// Terms: the probabilities, then the uniform. The first index with a positive probability whose running sum exceeds
/// the uniform, else the last with a positive probability, else -1.
double sampleIndex(const Terms& terms) {
  double running = 0.0;
  double last = -1.0;
  for (std::size_t i = 0; i + 1 < terms.size(); ++i) {
    running += terms[i];
    if (terms[i] > 0.0) last = static_cast<double>(i);
    if (terms[i] > 0.0 && running > terms.back()) break;
  }
  return last;
}

double geluTanh(double x) {
  return 0.5 * x * (1.0 + std::tanh(std::sqrt(2.0 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

using FunctionOfOne = double (*)(double x, const Parameters& parameters);

const std::map<std::string, FunctionOfOne>& functionsOfOne() {
  static const std::map<std::string, FunctionOfOne> table = {
      {"exp", [](double x, const Parameters&) { return std::exp(x); }},
      {"log", [](double x, const Parameters&) { return std::log(x); }},
      {"sqrt", [](double x, const Parameters&) { return std::sqrt(x); }},
      {"abs", [](double x, const Parameters&) { return std::abs(x); }},
      {"negate", [](double x, const Parameters&) { return -x; }},
      {"sign", [](double x, const Parameters&) { return x > 0.0 ? 1.0 : (x < 0.0 ? -1.0 : x); }},
      {"erf", [](double x, const Parameters&) { return std::erf(x); }},
      {"tanh", [](double x, const Parameters&) { return std::tanh(x); }},
      {"sigmoid", [](double x, const Parameters&) { return 1.0 / (1.0 + std::exp(-x)); }},
      {"relu", [](double x, const Parameters&) { return x > 0.0 ? x : (std::isnan(x) ? x : 0.0); }},
      {"leaky_relu", [](double x, const Parameters& p) { return x > 0.0 ? x : p[0] * x; }},
      {"elu", [](double x, const Parameters& p) { return x > 0.0 ? x : p[0] * std::expm1(x); }},
      {"gelu_erf", [](double x, const Parameters&) { return 0.5 * x * (1.0 + std::erf(x / std::numbers::sqrt2)); }},
      {"gelu_tanh", [](double x, const Parameters&) { return geluTanh(x); }},
      {"truncate", [](double x, const Parameters&) { return std::trunc(x); }},
      {"not", [](double x, const Parameters&) { return x == 0.0 ? 1.0 : 0.0; }},
      {"truth", [](double x, const Parameters&) { return x != 0.0 ? 1.0 : 0.0; }},
  };
  return table;
}

using FunctionOfTwo = bool (*)(double a, double b);

const std::map<std::string, FunctionOfTwo>& relations() {
  static const std::map<std::string, FunctionOfTwo> table = {
      {"less", [](double a, double b) { return a < b; }},
      {"less_equal", [](double a, double b) { return a <= b; }},
      {"greater", [](double a, double b) { return a > b; }},
      {"greater_equal", [](double a, double b) { return a >= b; }},
      {"equal", [](double a, double b) { return a == b; }},
      {"not_equal", [](double a, double b) { return a != b; }},
      {"and", [](double a, double b) { return a != 0.0 && b != 0.0; }},
      {"or", [](double a, double b) { return a != 0.0 || b != 0.0; }},
  };
  return table;
}

double applyFunction(const CellExplanation& explanation, const Terms& terms) {
  const std::string& name = explanation.function;
  if (const auto one = functionsOfOne().find(name); one != functionsOfOne().end()) {
    return one->second(terms.at(0), explanation.parameters);
  }
  if (const auto two = relations().find(name); two != relations().end()) {
    return two->second(terms.at(0), terms.at(1)) ? 1.0 : 0.0;
  }
  if (name == "softmax") return softmax(terms, explanation.selected);
  if (name == "log_sum_exp") return logSumExp(terms);
  if (name == "layer_norm") return layerNorm(terms, explanation.parameters, explanation.selected);
  if (name == "log_softmax") return terms.at(static_cast<std::size_t>(explanation.selected)) - logSumExp(terms);
  if (name == "cross_entropy") return crossEntropy(terms, explanation.parameters);
  if (name == "mean_squared_error") return meanSquaredError(terms);
  if (name == "arg_max") return sortIndex(terms, 0);
  if (name == "sort_index") return sortIndex(terms, static_cast<std::size_t>(explanation.parameters.at(0)));
  if (name == "sample_index") return sampleIndex(terms);
  HEED_ASSERT(false);
}

}  // namespace

double recombine(const CellExplanation& explanation) {
  Terms terms;
  terms.reserve(explanation.terms.size());
  for (const Term& term : explanation.terms) {
    double product = term.factors.empty() ? term.value : 1.0;
    for (const Factor& factor : term.factors) product *= factor.number;
    terms.push_back(product);
  }
  switch (explanation.combination) {
    case Combination::Copy:
      return terms.at(0);
    case Combination::Sum:
      return sum(terms);
    case Combination::Mean:
      return sum(terms) / static_cast<double>(terms.size());
    case Combination::Difference:
      return terms.at(0) - terms.at(1);
    case Combination::Product:
      return terms.at(0) * terms.at(1);
    case Combination::Quotient:
      return terms.at(0) / terms.at(1);
    case Combination::Maximum:
      return maximum(terms);
    case Combination::Minimum: {
      Terms negated;
      for (const double term : terms) negated.push_back(-term);
      return -maximum(negated);
    }
    case Combination::Function:
      return applyFunction(explanation, terms);
    case Combination::Choice:
      return terms.at(static_cast<std::size_t>(explanation.selected));
    case Combination::Constant:
      return explanation.result;
  }
  HEED_ASSERT(false);
}

}  // namespace heed::core
