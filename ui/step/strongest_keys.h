#pragma once

#include "ui/step/patch_scores.h"
#include "ui/tensorview/figure.h"
#include "ui/tensorview/patch_picture.h"

#include <memory>

namespace heed::ui {

/// The patches that match the query best, each with a signed bar by feature group that adds up to its score: parts that
/// speak against it stand left of the line. The query patch itself is always listed, and near-equal scores are said.
class StrongestKeys : public Figure {
 public:
  StrongestKeys(PatchScores scores, std::shared_ptr<const PatchPicture> patches, QString title);

  [[nodiscard]] QString title() const override { return m_title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const PatchScores& scores() const { return m_scores; }
  /// The keys in the order in which they stand.
  [[nodiscard]] const std::vector<PatchScores::Key>& keys() const { return m_keys; }
  /// "row 6, column 5", and whether it is the query itself.
  [[nodiscard]] QString placeOf(const PatchScores::Key& key) const;
  /// The key at a point of the figure in `rect`.
  [[nodiscard]] std::optional<std::size_t> keyAt(QPointF point, const QRectF& rect, const FigureStyle& style) const;

  /// A part of a key's bar, where the bars share the width from `left` to `right`.
  struct BarPart {
    std::size_t group = 0;
    double from = 0;
    double to = 0;
  };
  [[nodiscard]] std::vector<BarPart> barParts(const PatchScores::Key& key, double left, double right) const;
  /// Where the parts start: right of it those that speak for the key.
  [[nodiscard]] double zero(double left, double right) const;

 private:
  [[nodiscard]] double legendHeight(double width, const FigureStyle& style) const;
  void paintLegend(QPainter& painter, double width, const FigureStyle& style) const;
  void paintKey(QPainter& painter, const PatchScores::Key& key, const QRectF& row, const FigureStyle& style) const;
  [[nodiscard]] QStringList notes(double width, const FigureStyle& style) const;

  PatchScores m_scores;
  std::shared_ptr<const PatchPicture> m_patches;
  QString m_title;
  std::vector<PatchScores::Key> m_keys;
  double m_positive = 0;  ///< the longest way right and left of the line, in units of the score
  double m_negative = 0;
};

}  // namespace heed::ui
