#pragma once

#include "core/compare/root_of_width.h"
#include "ui/tensorview/figure.h"

#include <vector>

namespace heed::ui {

/// Why scores are divided by the square root of the width: for some widths the mean largest weight of random queries
/// and keys without the division and with it, and how steep softmax still is there.
class RootFigure : public Figure {
 public:
  RootFigure(core::RootOfWidthTrial trial, std::vector<core::RootOfWidthRow> rows)
      : m_trial(std::move(trial)), m_rows(std::move(rows)) {}

  [[nodiscard]] const std::vector<core::RootOfWidthRow>& rows() const { return m_rows; }
  /// What was drawn: how many random queries, of which seed, over how many keys.
  [[nodiscard]] QString source() const;

  [[nodiscard]] QString title() const override;
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

 private:
  void paintRow(QPainter& painter, const core::RootOfWidthRow& row, double y, double width,
                const FigureStyle& style) const;

  core::RootOfWidthTrial m_trial;
  std::vector<core::RootOfWidthRow> m_rows;
};

}  // namespace heed::ui
