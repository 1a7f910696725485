#include "ui/step/ledger.h"

#include "ui/step/place_words.h"

#include "core/base/error.h"
#include "ui/step/feature_expansion.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace heed::ui {

namespace {

using core::Error;
using core::ErrorKind;

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
    std::vector<FeatureParts> queries;
    std::vector<FeatureParts> keys;
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

  static std::vector<FeatureLeaf> leavesOf(const std::vector<FeatureParts>& all) {
    std::set<FeatureLeaf> leaves;
    for (const FeatureParts& parts : all) {
      for (const auto& [leaf, value] : parts) leaves.insert(leaf);
    }
    return {leaves.begin(), leaves.end()};
  }

  void addProduct(const FeatureParts& query, const FeatureParts& key) {
    const auto placeIn = [](const std::vector<FeatureLeaf>& leaves, const FeatureLeaf& leaf) {
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

  [[nodiscard]] Ledger::Feature feature(const FeatureLeaf& leaf) const {
    const core::Step& step = m_computation.step(leaf.step);
    Ledger::Feature feature;
    feature.value = m_evaluator.value(step.value).at(leaf.offset);
    const core::Shape& shape = m_computation.program().type(step.value).shape;
    const std::int64_t last = shape.rank() == 0 ? 0 : leaf.offset % shape[-1];
    const bool isBias = step.isInput && step.phase == core::Phase::Project;
    feature.name = isBias              ? translated(core::text("Ledger", "bias"))
                   : step.axes.empty() ? QString::number(last)
                                       : placeText(step.axes.back(), last);
    return feature;
  }

  [[nodiscard]] std::vector<Ledger::Feature> features(const std::vector<FeatureLeaf>& leaves, const Order& shown,
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
  FeatureExpansion m_expansion;
  double m_score = 0.0;
  std::vector<FeatureLeaf> m_rows;
  std::vector<FeatureLeaf> m_columns;
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
    return placeText(entry.axes[axis], index[axis]);
  };
  if (shape.rank() >= 2 && entry.axes.size() == static_cast<std::size_t>(shape.rank())) {
    ledger.query = placeAt(2);
    ledger.key = placeAt(1);
  }
  return ledger;
}

}  // namespace heed::ui
