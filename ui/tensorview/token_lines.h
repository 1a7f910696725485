#pragma once

#include "core/tensor/tensor.h"
#include "ui/tensorview/axis_labels.h"
#include "ui/tensorview/figure.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace heed::ui {

struct TokenLinesOptions {
  QString title;
  std::vector<AxisLabel> queryLabels;
  std::vector<AxisLabel> keyLabels;
  QString queryAxis;     ///< above the left words: "queries"
  QString keyAxis;       ///< above the right words: "keys"
  core::Tensor allowed;  ///< Bool of the weights' shape, false where masked; null where nothing is
  std::optional<std::int64_t> focusRow;
  QStringList notes;
  QString caption;
};

/// The weights of one head as lines from queries on the left to keys on the right; above 24 tokens the words as running
/// text with a bar under each for the focus row (the first row, where there is none).
class TokenLines : public Figure {
 public:
  /// Throws core::Error{Shape} where `weights` does not have two dimensions or `allowed` another shape, and
  /// core::Error{Parameter} for a focus outside the rows.
  TokenLines(core::Tensor weights, TokenLinesOptions options);

  [[nodiscard]] QString title() const override { return m_options.title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const TokenLinesOptions& options() const { return m_options; }
  [[nodiscard]] std::int64_t queries() const { return m_weights.shape()[0]; }
  [[nodiscard]] std::int64_t keys() const { return m_weights.shape()[1]; }
  [[nodiscard]] double value(std::int64_t query, std::int64_t key) const;
  /// What a line or a bar shows: 0 where the value is masked, not finite or negative.
  [[nodiscard]] double weight(std::int64_t query, std::int64_t key) const;
  [[nodiscard]] bool isAllowed(std::int64_t query, std::int64_t key) const;
  /// A word of the figure: a query, or a key.
  struct Word {
    Role role = Role::Query;
    std::int64_t place = 0;
    bool operator==(const Word&) const = default;
  };
  /// The word under a point, where the figure is painted into `rect`. In running text every word is a key.
  [[nodiscard]] std::optional<Word> wordAt(QPointF point, const QRectF& rect, const FigureStyle& style) const;
  /// Whether it is running text instead of lines.
  [[nodiscard]] bool isText() const;

 private:
  core::Tensor m_weights;
  TokenLinesOptions m_options;
};

}  // namespace heed::ui
