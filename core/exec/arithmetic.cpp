#include "core/exec/arithmetic.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace heed::core {

namespace {

constexpr int kFewestDecimals = 2;
constexpr int kMostDecimals = 4;
constexpr double kLargestFixed = 1e9;  ///< beyond it numbers are shown with an exponent

double rounded(double number, int decimals) {
  if (!std::isfinite(number) || std::abs(number) >= kLargestFixed) return number;
  return std::stod(fmt::format("{:.{}f}", number, decimals));
}

bool isAdded(Combination combination) {
  return combination == Combination::Sum || combination == Combination::Mean;
}

/// The terms to show, in their order: the largest, the selected one, and a layer norm's gain and bias.
std::vector<std::size_t> shownTerms(const CellExplanation& explanation) {
  const std::size_t count = explanation.terms.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (count <= Arithmetic::kShownTerms) return order;
  const auto mustShow = [&](std::size_t i) {
    return static_cast<int>(i) == explanation.selected || (explanation.function == "layer_norm" && i + 2 >= count);
  };
  const bool byValue = explanation.function == "softmax" || explanation.function == "log_sum_exp" ||
                       explanation.combination == Combination::Maximum;
  const auto size = [&](std::size_t i) {
    const double value = explanation.terms[i].value;
    if (explanation.combination == Combination::Minimum) return -value;
    return byValue ? value : std::abs(value);
  };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return mustShow(a) != mustShow(b) ? mustShow(a) : size(a) > size(b);
  });
  order.resize(Arithmetic::kShownTerms);
  std::ranges::sort(order);
  return order;
}

/// Which axes of a column of factors the terms run over, and how its places are called.
class Column {
 public:
  Column(const ExplainedCell& cell, const Program& program, std::size_t position) {
    for (const ExplainedTerm& term : cell.terms) {
      if (position >= term.factors.size() || !term.factors[position].value.isValid()) return;
      m_factors.push_back(&term.factors[position]);
      if (m_factors.back()->value != m_factors.front()->value) return;
    }
    describe(program);
  }

  [[nodiscard]] bool isOneValue() const { return m_isOneValue; }
  [[nodiscard]] int step() const { return m_step; }
  [[nodiscard]] bool runs() const { return std::ranges::find(m_varies, true) != m_varies.end(); }

  /// How much the places say: names, at least a meaning, or only numbers.
  [[nodiscard]] int quality() const {
    int best = runs() ? 1 : 0;
    for (std::size_t i = 0; i < m_varies.size(); ++i) {
      if (m_varies[i] && m_axes[i].labels != nullptr) return 3;
      if (m_varies[i] && m_axes[i].meaning != AxisMeaning::Other) best = 2;
    }
    return best;
  }

  [[nodiscard]] std::string axisName() const {
    for (std::size_t i = 0; i < m_varies.size(); ++i) {
      if (m_varies[i]) return toString(m_axes[i].meaning);
    }
    return {};
  }

  /// The place of a term along the axes that vary, or along those that do not.
  [[nodiscard]] std::string place(std::size_t term, bool varying) const {
    const auto index = m_shape.index(m_factors[term]->offset);
    std::string result;
    for (std::size_t i = 0; i < m_varies.size(); ++i) {
      if (m_varies[i] != varying) continue;
      result += (result.empty() ? "" : ", ") + axisPlace(m_axes[i], index[i]);
    }
    return result;
  }

 private:
  /// What all factors have in common, once they are known to be of one value.
  void describe(const Program& program) {
    m_shape = program.type(m_factors.front()->value).shape;
    m_step = m_factors.front()->step;
    if (m_step >= 0) m_axes = program.steps()[static_cast<std::size_t>(m_step)].axes;
    m_axes.resize(static_cast<std::size_t>(m_shape.rank()));
    const auto first = m_shape.index(m_factors.front()->offset);
    for (int axis = 0; axis < m_shape.rank(); ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      m_varies.push_back(std::ranges::any_of(
          m_factors, [&](const ExplainedFactor* factor) { return m_shape.index(factor->offset)[i] != first[i]; }));
    }
    m_isOneValue = true;
  }

  std::vector<const ExplainedFactor*> m_factors;
  Shape m_shape;
  int m_step = -1;
  std::vector<Axis> m_axes;
  std::vector<bool> m_varies;
  bool m_isOneValue = false;
};

/// One explanation with all its numbers rounded to some decimals, as a reader sees it.
class Rounded {
 public:
  Rounded(const ExplainedCell& cell, const Program& program, std::vector<std::size_t> shown, int decimals)
      : m_cell(cell), m_program(program), m_shown(std::move(shown)), m_decimals(decimals) {}

  [[nodiscard]] double factor(std::size_t term, std::size_t position) const {
    const ExplainedFactor& factor = m_cell.terms[term].factors[position];
    return isWhole(factor) ? factor.number : rounded(factor.number, m_decimals);
  }
  [[nodiscard]] std::string factorText(std::size_t term, std::size_t position) const {
    const ExplainedFactor& factor = m_cell.terms[term].factors[position];
    return shownNumber(factor.number, isWhole(factor) ? 0 : m_decimals);
  }

  [[nodiscard]] std::optional<double> remainingSum() const {
    const CellExplanation& explanation = m_cell.explanation;
    if (!isAdded(explanation.combination) || m_shown.size() == explanation.terms.size()) return {};
    double sum = 0.0;
    for (std::size_t i = 0; i < explanation.terms.size(); ++i) {
      if (!std::ranges::binary_search(m_shown, i)) sum += explanation.terms[i].value;
    }
    return sum;
  }

  /// Whether the shown numbers give the shown result, which must not look like zero if it is none.
  [[nodiscard]] bool closes() const {
    const CellExplanation& explanation = m_cell.explanation;
    const double result = rounded(explanation.result, m_decimals);
    if (!std::isfinite(explanation.result)) return true;
    if (result == 0.0 && explanation.result != 0.0) return false;
    return rounded(recomputed(), m_decimals) == result;
  }

 private:
  /// Integers and the op's own whole constants are shown as they are.
  [[nodiscard]] bool isWhole(const ExplainedFactor& factor) const {
    if (factor.value.isValid()) return m_program.type(factor.value).kind != ValueKind::Real;
    return std::isfinite(factor.number) && factor.number == std::round(factor.number) &&
           std::abs(factor.number) < kLargestFixed;
  }

  [[nodiscard]] double recomputed() const {
    CellExplanation shown = m_cell.explanation;
    if (shown.terms.empty()) return shown.result;
    if (isAdded(shown.combination) && shown.terms.size() > 1) {
      double sum = 0.0;
      for (const std::size_t term : m_shown) sum += rounded(shown.terms[term].value, m_decimals);
      if (const auto rest = remainingSum()) sum += rounded(*rest, m_decimals);
      return shown.combination == Combination::Mean ? sum / static_cast<double>(shown.terms.size()) : sum;
    }
    for (std::size_t term = 0; term < shown.terms.size(); ++term) {
      for (std::size_t i = 0; i < shown.terms[term].factors.size(); ++i) {
        shown.terms[term].factors[i].number = factor(term, i);
      }
      shown.terms[term].value = rounded(shown.terms[term].value, m_decimals);
    }
    return recombine(shown);
  }

  const ExplainedCell& m_cell;
  const Program& m_program;
  std::vector<std::size_t> m_shown;
  int m_decimals;
};

std::vector<Column> columnsOf(const ExplainedCell& cell, const Program& program) {
  std::size_t count = 0;
  for (const ExplainedTerm& term : cell.terms) count = std::max(count, term.factors.size());
  std::vector<Column> columns;
  for (std::size_t i = 0; i < count; ++i) columns.emplace_back(cell, program, i);
  return columns;
}

Text noteFor(const CellExplanation& explanation) {
  const bool isTiny = std::abs(explanation.result) < 0.5e-4;
  const std::string full =
      isTiny ? fmt::format("{:.3g}", explanation.result) : shownNumber(explanation.result, kMostDecimals);
  return explanation.combination == Combination::Sum ? text("Arithmetic", "(rounded; full sum %1)", full)
                                                     : text("Arithmetic", "(rounded; full result %1)", full);
}

}  // namespace

std::string shownNumber(double number, int decimals) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0.0 ? "∞" : "−∞";
  std::string digits = std::abs(number) >= kLargestFixed ? fmt::format("{:.4g}", std::abs(number))
                                                         : fmt::format("{:.{}f}", std::abs(number), decimals);
  const bool isZero = digits.find_first_not_of("0.") == std::string::npos;
  return number < 0.0 && !isZero ? "−" + digits : digits;
}

Arithmetic arithmeticOf(const ExplainedCell& cell, const Program& program) {
  const CellExplanation& explanation = cell.explanation;
  Arithmetic result;
  result.combination = explanation.combination;
  result.function = explanation.function;
  const std::vector<std::size_t> shown = shownTerms(explanation);
  const bool isReal = program.type(cell.value).kind == ValueKind::Real;
  result.closes = false;
  for (int decimals = kFewestDecimals; decimals <= kMostDecimals && !result.closes; ++decimals) {
    result.decimals = decimals;
    result.closes = !isReal || Rounded(cell, program, shown, decimals).closes();
  }
  if (!result.closes) {
    result.decimals = kFewestDecimals;
    result.note = noteFor(explanation);
  }
  const Rounded numbers(cell, program, shown, result.decimals);
  const std::vector<Column> columns = columnsOf(cell, program);
  const Column* best = nullptr;
  for (const Column& column : columns) {
    result.columns.push_back({column.step(), column.isOneValue() ? column.place(0, false) : std::string()});
    if (column.isOneValue() && column.runs() && (best == nullptr || column.quality() > best->quality())) best = &column;
  }
  if (cell.terms.size() > 1) result.axis = best != nullptr ? best->axisName() : toString(AxisMeaning::Other);
  for (const std::size_t term : shown) {
    ArithmeticLine line;
    line.term = static_cast<int>(term);
    if (cell.terms.size() > 1) line.place = best != nullptr ? best->place(term, true) : std::to_string(term);
    for (std::size_t i = 0; i < cell.terms[term].factors.size(); ++i)
      line.factors.push_back(numbers.factorText(term, i));
    line.product =
        line.factors.size() == 1 ? line.factors.front() : shownNumber(cell.terms[term].value, result.decimals);
    line.isSelected = line.term == explanation.selected;
    result.lines.push_back(std::move(line));
  }
  result.remainingCount = static_cast<int>(explanation.terms.size() - shown.size());
  if (const auto rest = numbers.remainingSum()) result.remainingSum = shownNumber(*rest, result.decimals);
  result.result = shownNumber(explanation.result, isReal ? result.decimals : 0);
  return result;
}

}  // namespace heed::core
