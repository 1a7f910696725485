#pragma once

#include "ui/step/stage_content.h"

#include <QString>

#include <vector>

namespace heed::ui {

/// Why a bilinear score is what it is: features of the query by features of the key, in cells that add up to the score.
/// With projections W_Q and W_K a cell is x_i[a] (W_Q W_K^T)[a, b] x_j[b].
struct Ledger {
  struct Feature {
    QString name;
    double value = 0.0;
    bool isRest = false;  ///< several features together
  };
  std::vector<Feature> rows;     ///< of the query
  std::vector<Feature> columns;  ///< of the key
  std::vector<double> cells;     ///< row-major
  double score = 0.0;
  QString query;
  QString key;

  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return cells[row * columns.size() + column]; }
  [[nodiscard]] double sum() const;
};

/// The most features of either side that stand for themselves; smaller ones are taken together.
inline constexpr std::size_t kMostLedgerRows = 8;
inline constexpr std::size_t kMostLedgerColumns = 4;
/// How far the cells may be from the score, as a share of it (at least of 1): the score is a float32 sum.
inline constexpr double kLedgerTolerance = 1e-4;

/// The ledger of one score. Throws core::Error{Model} where the score is no sum of products of projected features, or
/// where the cells do not add up to it.
[[nodiscard]] Ledger ledgerOf(core::Evaluator& evaluator, const Computation& computation, int step,
                              std::int64_t offset);

}  // namespace heed::ui
