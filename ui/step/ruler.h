#pragma once

#include "ui/step/stage_content.h"
#include "ui/tensorview/figure.h"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace heed::ui {

/// A draw by hard attention: the chances of a row's keys laid end to end from 0
/// to 1, the random number that falls among them, and how often each key is hit
/// by a hundred further numbers.
struct Ruler {
  struct Key {
    QString name;
    double share = 0.0;  ///< its probability
    int hits = 0;        ///< of kNeedles further draws
  };
  std::vector<Key> keys;
  double needle = 0.0;       ///< the random number, in [0, 1)
  std::int64_t chosen = -1;  ///< the key that was drawn; -1 where every key is masked

  static constexpr int kNeedles = 100;
};

/// Whether a step belongs to a draw.
[[nodiscard]] bool hasRuler(const Computation& computation, int step);
/// Where in a draw a cell of one of its steps is: the head and the query. Steps with one number for each query have the
/// queries as their columns and the heads as their rows.
struct DrawPlace {
  std::int64_t head = 0;
  std::int64_t query = 0;
};
[[nodiscard]] DrawPlace drawPlace(const StageMatrix& shown, std::int64_t head, Focus::Cell cell);
/// The draw of one row of the step's block; none where it draws nothing. The
/// further draws have the document's seed.
[[nodiscard]] std::optional<Ruler> rulerOf(core::Evaluator& evaluator, const Computation& computation, int step,
                                           std::int64_t head, std::int64_t row);

/// The ruler with its needle, and the keys that matter with their chance and
/// their hits.
class RulerFigure : public Figure {
 public:
  RulerFigure(Ruler ruler, QString title) : m_ruler(std::move(ruler)), m_title(std::move(title)) {}

  [[nodiscard]] QString title() const override { return m_title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const Ruler& ruler() const { return m_ruler; }

 private:
  void paintRuler(QPainter& painter, double width, const FigureStyle& style) const;
  void paintKeys(QPainter& painter, double width, const FigureStyle& style) const;
  /// The keys with the largest chance, and the one that was drawn.
  [[nodiscard]] std::vector<std::size_t> shownKeys() const;

  Ruler m_ruler;
  QString m_title;
};

}  // namespace heed::ui
