#pragma once

#include "core/compare/row_softmax.h"
#include "ui/step/bands.h"
#include "ui/step/stage_content.h"
#include "ui/tensorview/figure_style.h"

#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace heed::ui {

/// A key lifted out of one row of softmax weights: what the row becomes without
/// it.
struct Lift {
  std::int64_t row = 0;
  std::int64_t key = 0;
  QString query;  ///< the words of row and key
  QString word;
  std::vector<double> before;
  core::LiftedRow after;
};

/// None where the key is masked in the row, or has all of its weight: then
/// nothing is left to share it.
[[nodiscard]] std::optional<Lift> liftOf(const StageMatrix& weights, std::int64_t row, std::int64_t key);

/// The key that a change took out of the rows, where it is one alone; `before` and `now` are weights over the same
/// words.
[[nodiscard]] std::optional<std::int64_t> liftedKey(const StageMatrix& before, const StageMatrix& now);

/// Whether the row of the weights is what the lift foretells, within 1e-4.
[[nodiscard]] bool isLiftOf(const Lift& lift, const StageMatrix& now);

/// "every other weight × 5.14 = 1 / (1 − .8054)", with the decimals that make
/// it true.
[[nodiscard]] QString liftCaption(const Lift& lift);

/// Hanging: in the hand, over the matrix, with its words. Settled: dropped, in a place of its own that has the words,
/// fainter.
enum class LiftForm { Hanging, Settled };

/// The row as bars over the columns of the matrix that `area` covers: the old
/// ones as outlines, and bands along which the share of the lifted key flows to
/// the others. In pixels of the design.
void paintLift(QPainter& painter, const Lift& lift, const Bands& columns, const QRectF& area, const FigureStyle& style,
               LiftForm form = LiftForm::Hanging);

}  // namespace heed::ui
