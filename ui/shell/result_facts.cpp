#include "ui/shell/result_facts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

namespace heed::ui {

namespace {

/// Beyond this a row does not sum to 1 for a reason other than rounding: a number in it was replaced.
constexpr double kRoundingOnly = 1e-4;

QString words(const char* text) {
  return QCoreApplication::translate("ResultFacts", text);
}

/// One figure, rounded up, so that what is said holds: 1.19e-7 is within 2e-7.
QString roundedUp(double value) {
  const double exponent = std::floor(std::log10(value));
  double figure = std::ceil(value / std::pow(10.0, exponent) - 1e-9);
  double power = exponent;
  if (figure >= 10.0) {
    figure = 1.0;
    power += 1.0;
  }
  return QStringLiteral("%1e%2%3")
      .arg(static_cast<int>(figure))
      .arg(power < 0 ? QStringLiteral("\u2212") : QString())
      .arg(static_cast<int>(std::abs(power)));
}

}  // namespace

ResultFacts factsOf(const Computation& computation) {
  ResultFacts facts;
  for (int position = 0; position < computation.forwardStepCount(); ++position) {
    if (computation.step(position).role != core::Role::Weights) continue;
    const core::Tensor& weights = computation.trace().kept(position);
    if (weights.isNull() || weights.kind() != core::ElementKind::Float32 || weights.shape().rank() < 2) continue;
    const std::int64_t columns = weights.shape()[-1];
    if (columns == 0) continue;
    const auto elements = weights.floats();
    for (std::size_t begin = 0; begin < elements.size(); begin += static_cast<std::size_t>(columns)) {
      double sum = 0.0;
      for (const float weight : elements.subspan(begin, static_cast<std::size_t>(columns))) sum += weight;
      ++facts.weightRows;
      if (sum == 0.0) {
        ++facts.maskedRows;
      } else {
        facts.rowSumError = std::max(facts.rowSumError, std::isfinite(sum) ? std::abs(sum - 1.0) : 1.0);
      }
    }
  }
  return facts;
}

QString rowSumWords(const ResultFacts& facts) {
  if (facts.weightRows == 0) return {};
  QString sentence;
  if (facts.rowSumError > kRoundingOnly) {
    sentence = words(QT_TRANSLATE_NOOP("ResultFacts", "a row of weights misses 1 by %1"))
                   .arg(QString::number(facts.rowSumError, 'g', 2));
  } else if (facts.rowSumError == 0.0) {
    sentence = words(QT_TRANSLATE_NOOP("ResultFacts", "every row sums to 1"));
  } else {
    sentence =
        words(QT_TRANSLATE_NOOP("ResultFacts", "every row sums to 1 within %1")).arg(roundedUp(facts.rowSumError));
  }
  if (facts.maskedRows == 0) return sentence;
  return words(QT_TRANSLATE_NOOP("ResultFacts", "%1, %2 fully masked"))
      .arg(sentence, QString::number(facts.maskedRows));
}

QString sourceWords(const core::Lowered& lowered) {
  std::set<core::WeightOrigin> origins;
  for (const core::LoweredWeight& weight : lowered.weights) origins.insert(weight.origin);
  QString source;
  if (origins.contains(core::WeightOrigin::Seeded)) {
    source = words(QT_TRANSLATE_NOOP("ResultFacts", "random weights, seed %1")).arg(lowered.seed);
  } else if (origins.contains(core::WeightOrigin::Trained)) {
    source = words(QT_TRANSLATE_NOOP("ResultFacts", "trained weights"));
  } else if (origins.contains(core::WeightOrigin::Loaded)) {
    source = words(QT_TRANSLATE_NOOP("ResultFacts", "weights from a file"));
  } else if (!origins.empty()) {
    source = words(QT_TRANSLATE_NOOP("ResultFacts", "weights set by hand"));
  }
  const bool isNamed =
      std::ranges::any_of(lowered.ports, [](const core::LoweredPort& port) { return port.signal.isHandSet; });
  if (!isNamed) return source;
  if (source.isEmpty()) return words(QT_TRANSLATE_NOOP("ResultFacts", "named features"));
  return words(QT_TRANSLATE_NOOP("ResultFacts", "named features, %1")).arg(source);
}

double multiplyAddsOf(const core::Program& program, int step) {
  double sum = 0.0;
  std::set<int> counted;
  std::vector<core::Value> open = {program.steps()[static_cast<std::size_t>(step)].value};
  bool isFirst = true;
  while (!open.empty()) {
    const core::Value value = open.back();
    open.pop_back();
    const int node = program.info(value).node;
    const bool isEarlierStep = !isFirst && program.labelIndex(value) >= 0;
    isFirst = false;
    if (node < 0 || isEarlierStep || !counted.insert(node).second) continue;
    const core::Node& made = program.nodes()[static_cast<std::size_t>(node)];
    std::vector<core::ValueType> inputs;
    std::vector<core::ValueType> outputs;
    for (const core::Value input : made.inputs) inputs.push_back(program.type(input));
    for (const core::Value output : made.outputs) outputs.push_back(program.type(output));
    if (made.op->cost != nullptr) sum += made.op->cost(inputs, outputs, made.attributes).multiplyAdds;
    open.insert(open.end(), made.inputs.begin(), made.inputs.end());
  }
  return sum;
}

QString timeWords(double seconds) {
  if (seconds >= 1.0) return words(QT_TRANSLATE_NOOP("ResultFacts", "%1 s")).arg(QString::number(seconds, 'f', 1));
  return words(QT_TRANSLATE_NOOP("ResultFacts", "%1 ms")).arg(QString::number(seconds * 1000.0, 'g', 2));
}

}  // namespace heed::ui
