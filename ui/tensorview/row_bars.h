#pragma once

#include "core/tensor/tensor.h"
#include "ui/tensorview/axis_labels.h"
#include "ui/tensorview/figure.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace heed::ui {

struct RowBarsOptions {
  QString title;
  std::vector<AxisLabel> labels;  ///< of the bars; where there are none, they are numbered
  QString axis;                   ///< what the bars are: "key"
  core::Tensor allowed;           ///< Bool [n], false where masked; null where nothing is
  std::optional<std::int64_t> focus;
  QStringList notes;
  QString caption;
};

/// One row of weights as bars from a common line, each with its number as long as there is room.
class RowBars : public Figure {
 public:
  /// Throws core::Error{Shape} where `row` does not have one dimension or `allowed` another shape.
  RowBars(core::Tensor row, RowBarsOptions options);

  [[nodiscard]] QString title() const override { return m_options.title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] std::int64_t count() const { return m_row.shape()[0]; }
  [[nodiscard]] double value(std::int64_t place) const { return m_row.at(place); }
  [[nodiscard]] bool isAllowed(std::int64_t place) const;

 private:
  /// The height of the bars' field, and the height of the longest label as it stands below.
  struct Measures;
  [[nodiscard]] Measures measure(QSizeF room, const FigureStyle& style) const;
  void paintBar(QPainter& painter, const QRectF& field, std::int64_t place, double largest,
                const FigureStyle& style) const;

  core::Tensor m_row;
  RowBarsOptions m_options;
};

}  // namespace heed::ui
