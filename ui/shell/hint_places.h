#pragma once

#include "ui/shell/hints.h"
#include "ui/theme/appearance.h"

#include <QPolygonF>
#include <QRect>

#include <optional>
#include <vector>

namespace heed::ui {

class Stage;

/// What hints keep clear of: everything that is written, drawn or can be pressed on a stage. In the coordinates of the
/// window that holds it.
class HintGround {
 public:
  HintGround(const Stage& stage, const Appearance& appearance, const QWidget& window);

  [[nodiscard]] const QRect& area() const { return m_area; }
  /// Whether a bubble here stands on the stage and covers nothing.
  [[nodiscard]] bool isClear(const QRect& bubble) const;

  /// A bubble beside the column of a cell, in the free line above the matrix that holds it. `column` is the first cell
  /// of that column.
  [[nodiscard]] std::optional<HintPlace> besideColumn(const QRect& column, QSize bubble) const;
  /// A bubble over a button under the stage, as low as there is room, with a straight line down to it.
  [[nodiscard]] std::optional<HintPlace> above(const QRect& button, QSize bubble) const;

 private:
  [[nodiscard]] bool covers(const QRect& bubble) const;

  const Appearance& m_appearance;
  QRect m_area;
  std::vector<QPolygonF> m_taken;
};

}  // namespace heed::ui
