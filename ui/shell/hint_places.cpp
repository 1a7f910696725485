#include "ui/shell/hint_places.h"

#include "ui/step/stage.h"

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kGap = 3;        ///< under a bubble
constexpr double kClearance = 1;  ///< around a bubble
constexpr double kBesideColumn = 12;
constexpr double kFromEdge = 8;
constexpr double kLongestLine = 40;  ///< from a bubble to what it speaks of
constexpr double kLineRoom = 5;      ///< to both sides of the line
constexpr int kStride = 4;           ///< between the places that are tried

}  // namespace

HintGround::HintGround(const Stage& stage, const Appearance& appearance, const QWidget& window)
    : m_appearance(appearance), m_area(stage.mapTo(&window, QPoint(0, 0)), stage.size()) {
  const QPointF corner = m_area.topLeft();
  const auto take = [&](const QRectF& area) { m_taken.emplace_back(stage.toWidget(area).translated(corner)); };
  const StageLayout& layout = stage.stageLayout();
  for (const PlacedMatrix& matrix : layout.matrices) take(matrix.area());
  for (const StageText& text : layout.texts) take(text.area);
  for (const StageBox& box : layout.boxes) take(box.area);
  for (const StageLegend& legend : layout.legends) take(legend.ramp);
  for (const StageCrop& crop : layout.crops) take(crop.area);
  for (const StageTarget& target : layout.targets) take(target.area);
  if (layout.picture) take(layout.picture->whole);
  // The bracket over the formula's current term stands a little above it.
  if (layout.formula) take(layout.formula->area.adjusted(0, -8, 0, 0));
  const FigureStyle style = appearance.figureStyle();
  for (const PlacedLabel& label : layout.labels) {
    QPolygonF turned = label.area(style);
    for (QPointF& point : turned) point = point * appearance.scale() + corner;
    m_taken.push_back(turned);
  }
  const auto controls = stage.findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
  for (const QWidget* control : controls) {
    if (control->isVisible()) m_taken.emplace_back(QRectF(control->geometry()).translated(corner));
  }
}

bool HintGround::covers(const QRect& bubble) const {
  const int gap = m_appearance.px(kClearance);
  const QPolygonF ground(QRectF(bubble.adjusted(-gap, -gap, gap, gap)));
  return std::ranges::any_of(m_taken, [&](const QPolygonF& taken) {
    return ground.boundingRect().intersects(taken.boundingRect()) && ground.intersects(taken);
  });
}

bool HintGround::isClear(const QRect& bubble) const {
  return m_area.contains(bubble) && !covers(bubble);
}

std::optional<HintPlace> HintGround::besideColumn(const QRect& column, QSize bubble) const {
  const int away = m_appearance.px(kBesideColumn);
  const int upper = column.top() - bubble.height() - m_appearance.px(kGap);
  const int middle = upper + bubble.height() / 2;
  const int near = m_appearance.px(2);
  const HintPlace right{QRect(QPoint(column.right() + away, upper), bubble), QPoint(column.right() + near, middle)};
  if (isClear(right.bubble)) return right;
  const HintPlace left{QRect(QPoint(column.left() - away - bubble.width(), upper), bubble),
                       QPoint(column.left() - near, middle)};
  if (isClear(left.bubble)) return left;
  return std::nullopt;
}

std::optional<HintPlace> HintGround::above(const QRect& button, QSize bubble) const {
  const QPoint target(button.center().x(), button.top());
  const int edge = m_appearance.px(kFromEdge);
  const int lineRoom = m_appearance.px(kLineRoom);
  const int lowest = std::min(m_area.bottom() - m_appearance.px(kGap), target.y() - edge);
  for (int lower = lowest; target.y() - lower <= m_appearance.px(kLongestLine); lower -= kStride) {
    // The line ends in the bubble, not at its corner.
    const QRect line(QPoint(target.x() - lineRoom, lower), QPoint(target.x() + lineRoom, m_area.bottom()));
    if (covers(line)) return std::nullopt;
    for (int left = std::max(m_area.left() + edge, target.x() + edge - bubble.width()); left + edge <= target.x();
         left += kStride) {
      const QRect place(QPoint(left, lower - bubble.height()), bubble);
      if (isClear(place)) return HintPlace{place, target};
    }
  }
  return std::nullopt;
}

}  // namespace heed::ui
