#include "ui/step/ledger.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <map>
#include <numeric>
#include <set>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;

/// A number as a sum over elements of earlier steps: what each of them has in it.
struct Leaf {
  int step = -1;
  std::int64_t offset = 0;
  auto operator<=>(const Leaf&) const = default;
};
using Parts = std::map<Leaf, double>;

/// Expands projected queries and keys into the features that they are made of.
class Expansion {
 public:
  Expansion(core::Evaluator& evaluator, const Computation& computation)
      : m_evaluator(evaluator), m_computation(computation) {}

  /// The parts of an element of a step; of itself where it is no projection.
  Parts partsOf(int step, std::int64_t offset) {
    if (!isProjection(step)) return {{{step, offset}, number(step, offset)}};
    Parts parts;
    const core::ExplainedCell cell = core::explainCell(m_evaluator, m_computation.step(step).value, offset);
    if (!add(parts, cell, 1.0)) return {{{step, offset}, number(step, offset)}};
    return parts;
  }

 private:
  [[nodiscard]] double number(int step, std::int64_t offset) const {
    return m_evaluator.value(m_computation.step(step).value).at(offset);
  }
  [[nodiscard]] bool isProjection(int step) const {
    const core::Step& entry = m_computation.step(step);
    return entry.phase == core::Phase::Project && !entry.isInput;
  }
  [[nodiscard]] bool isWeight(const core::ExplainedFactor& factor) const {
    return factor.step >= 0 && m_computation.step(factor.step).isInput &&
           m_computation.step(factor.step).phase == core::Phase::Project;
  }

  /// False where the cell is no sum of features times weights.
  bool add(Parts& parts, const core::ExplainedCell& cell, double factor) {
    if (cell.explanation.combination != core::Combination::Sum) return false;
    for (const core::ExplainedTerm& term : cell.terms) {
      if (!addTerm(parts, term, factor)) return false;
    }
    return true;
  }

  bool addTerm(Parts& parts, const core::ExplainedTerm& term, double factor) {
    if (term.factors.size() == 1) {
      const core::ExplainedFactor& only = term.factors.front();
      if (only.step >= 0) {
        parts[{only.step, only.stepOffset}] += factor * only.number;
        return true;
      }
      return only.value.isValid() && add(parts, core::explainCell(m_evaluator, only.value, only.offset), factor);
    }
    if (term.factors.size() != 2) return false;
    const bool isSecond = isWeight(term.factors[1]);
    if (!isSecond && !isWeight(term.factors[0])) return false;
    const core::ExplainedFactor& feature = term.factors[isSecond ? 0 : 1];
    const double weight = factor * term.factors[isSecond ? 1 : 0].number;
    if (feature.step < 0) return false;
    for (const auto& [leaf, value] : partsOf(feature.step, feature.stepOffset)) parts[leaf] += weight * value;
    return true;
  }

  core::Evaluator& m_evaluator;
  const Computation& m_computation;
};

/// The ledger over all features, before small ones are taken together.
class LedgerMaker {
 public:
  LedgerMaker(core::Evaluator& evaluator, const Computation& computation)
      : m_evaluator(evaluator), m_computation(computation), m_expansion(evaluator, computation) {}

  Ledger make(int step, std::int64_t offset) {
    const core::ExplainedCell cell = core::explainCell(m_evaluator, m_computation.step(step).value, offset);
    m_score = m_evaluator.value(m_computation.step(step).value).at(offset);
    const bool isProductSum =
        cell.explanation.combination == core::Combination::Sum && !cell.terms.empty() &&
        std::ranges::all_of(cell.terms, [](const core::ExplainedTerm& term) {
          return term.factors.size() == 2 && term.factors[0].step >= 0 && term.factors[1].step >= 0;
        });
    if (!isProductSum) {
      throw Error(ErrorKind::Model, core::text("Ledger",
                                               "This score is no sum of query times key by channel, so it "
                                               "has no ledger by features."));
    }
    std::vector<Parts> queries;
    std::vector<Parts> keys;
    for (const core::ExplainedTerm& term : cell.terms) {
      queries.push_back(m_expansion.partsOf(term.factors[0].step, term.factors[0].stepOffset));
      keys.push_back(m_expansion.partsOf(term.factors[1].step, term.factors[1].stepOffset));
    }
    m_rows = leavesOf(queries);
    m_columns = leavesOf(keys);
    m_cells.assign(m_rows.size() * m_columns.size(), 0.0);
    for (std::size_t term = 0; term < queries.size(); ++term) addProduct(queries[term], keys[term]);
    return folded();
  }

 private:
  using Order = std::vector<std::size_t>;  ///< positions of leaves

  static std::vector<Leaf> leavesOf(const std::vector<Parts>& all) {
    std::set<Leaf> leaves;
    for (const Parts& parts : all) {
      for (const auto& [leaf, value] : parts) leaves.insert(leaf);
    }
    return {leaves.begin(), leaves.end()};
  }

  void addProduct(const Parts& query, const Parts& key) {
    const auto placeIn = [](const std::vector<Leaf>& leaves, const Leaf& leaf) {
      return static_cast<std::size_t>(std::ranges::lower_bound(leaves, leaf) - leaves.begin());
    };
    std::vector<std::pair<std::size_t, double>> columns;
    for (const auto& [leaf, value] : key) {
      if (value != 0.0) columns.emplace_back(placeIn(m_columns, leaf), value);
    }
    for (const auto& [leaf, a] : query) {
      if (a == 0.0) continue;
      const std::size_t row = placeIn(m_rows, leaf) * m_columns.size();
      for (const auto& [column, b] : columns) m_cells[row + column] += a * b;
    }
  }

  [[nodiscard]] double sizeOf(std::size_t place, bool isRow) const {
    double size = 0.0;
    const std::size_t count = isRow ? m_columns.size() : m_rows.size();
    for (std::size_t i = 0; i < count; ++i) {
      size += std::abs(m_cells[isRow ? place * m_columns.size() + i : i * m_columns.size() + place]);
    }
    return size;
  }

  /// The features that count, in the order of the input; beyond `most` the smaller ones are the rest.
  [[nodiscard]] Order shownOf(bool isRow, std::size_t most, Order& rest) const {
    std::vector<std::pair<double, std::size_t>> sized;
    for (std::size_t place = 0; place < (isRow ? m_rows : m_columns).size(); ++place) {
      if (const double size = sizeOf(place, isRow); size > 0.0) sized.emplace_back(size, place);
    }
    std::ranges::stable_sort(sized, [](const auto& a, const auto& b) { return a.first > b.first; });
    Order shown;
    const std::size_t own = sized.size() <= most ? sized.size() : most - 1;
    for (std::size_t i = 0; i < sized.size(); ++i) (i < own ? shown : rest).push_back(sized[i].second);
    std::ranges::sort(shown);
    return shown;
  }

  [[nodiscard]] Ledger::Feature feature(const Leaf& leaf) const {
    const core::Step& step = m_computation.step(leaf.step);
    Ledger::Feature feature;
    feature.value = m_evaluator.value(step.value).at(leaf.offset);
    const core::Shape& shape = m_computation.program().type(step.value).shape;
    const std::int64_t last = shape.rank() == 0 ? 0 : leaf.offset % shape[-1];
    const bool isBias = step.isInput && step.phase == core::Phase::Project;
    feature.name = isBias              ? translated(core::text("Ledger", "bias"))
                   : step.axes.empty() ? QString::number(last)
                                       : QString::fromStdString(core::axisPlace(step.axes.back(), last));
    return feature;
  }

  [[nodiscard]] std::vector<Ledger::Feature> features(const std::vector<Leaf>& leaves, const Order& shown,
                                                      const Order& rest) const {
    std::vector<Ledger::Feature> all;
    for (const std::size_t place : shown) all.push_back(feature(leaves[place]));
    if (!rest.empty()) all.push_back({translated(core::text("Ledger", "%1 more", rest.size())), 0.0, true});
    return all;
  }

  [[nodiscard]] Ledger folded() const {
    Ledger ledger;
    Order restRows;
    Order restColumns;
    const Order rows = shownOf(true, kMostLedgerRows, restRows);
    const Order columns = shownOf(false, kMostLedgerColumns, restColumns);
    ledger.rows = features(m_rows, rows, restRows);
    ledger.columns = features(m_columns, columns, restColumns);
    ledger.cells.assign(ledger.rows.size() * ledger.columns.size(), 0.0);
    const auto shownPlace = [](const Order& order, std::size_t place) {
      return static_cast<std::size_t>(std::ranges::find(order, place) - order.begin());
    };
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
      for (std::size_t column = 0; column < m_columns.size(); ++column) {
        const double value = m_cells[row * m_columns.size() + column];
        if (value == 0.0) continue;
        ledger.cells[shownPlace(rows, row) * ledger.columns.size() + shownPlace(columns, column)] += value;
      }
    }
    ledger.score = m_score;
    const double difference = std::abs(ledger.sum() - m_score);
    if (!(difference <= kLedgerTolerance * std::max(1.0, std::abs(m_score)))) {
      throw Error(ErrorKind::Model, core::text("Ledger",
                                               "The features give %1 and the score is %2, so there is no "
                                               "ledger of it.",
                                               ledger.sum(), m_score));
    }
    return ledger;
  }

  core::Evaluator& m_evaluator;
  const Computation& m_computation;
  Expansion m_expansion;
  double m_score = 0.0;
  std::vector<Leaf> m_rows;
  std::vector<Leaf> m_columns;
  std::vector<double> m_cells;
};

}  // namespace

double Ledger::sum() const {
  return std::accumulate(cells.begin(), cells.end(), 0.0);
}

Ledger ledgerOf(core::Evaluator& evaluator, const Computation& computation, int step, std::int64_t offset) {
  Ledger ledger = LedgerMaker(evaluator, computation).make(step, offset);
  const core::Step& entry = computation.step(step);
  const core::Shape& shape = computation.program().type(entry.value).shape;
  const auto index = shape.index(offset);
  const auto placeAt = [&](int fromEnd) {
    const auto axis = static_cast<std::size_t>(shape.rank() - fromEnd);
    return QString::fromStdString(core::axisPlace(entry.axes[axis], index[axis]));
  };
  if (shape.rank() >= 2 && entry.axes.size() == static_cast<std::size_t>(shape.rank())) {
    ledger.query = placeAt(2);
    ledger.key = placeAt(1);
  }
  return ledger;
}

}  // namespace heed::ui
