#include "ui/tensorview/cell_marks.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heed::ui {

namespace {

/// The part of a convex polygon where side * (x + y) <= side * limit.
QPolygonF cutAtDiagonal(const QPolygonF& polygon, double limit, double side) {
  QPolygonF result;
  const auto distance = [&](QPointF p) { return side * (p.x() + p.y() - limit); };
  for (qsizetype i = 0; i < polygon.size(); ++i) {
    const QPointF from = polygon[i];
    const QPointF to = polygon[(i + 1) % polygon.size()];
    const double here = distance(from);
    const double there = distance(to);
    if (here <= 0) result << from;
    if ((here < 0 && there > 0) || (here > 0 && there < 0)) result << from + (to - from) * (here / (here - there));
  }
  return result;
}

void arrowToBar(QPainter& painter, const QRectF& box, double direction) {
  const double x = box.center().x();
  const double tip = direction > 0 ? box.bottom() : box.top();
  const double tail = direction > 0 ? box.top() : box.bottom();
  const double wing = box.height() * 0.32;
  painter.drawLine(QPointF(x, tail), QPointF(x, tip - direction * box.height() * 0.1));
  painter.drawLine(QPointF(x, tip - direction * box.height() * 0.1),
                   QPointF(x - wing, tip - direction * (wing + box.height() * 0.1)));
  painter.drawLine(QPointF(x, tip - direction * box.height() * 0.1),
                   QPointF(x + wing, tip - direction * (wing + box.height() * 0.1)));
  painter.drawLine(QPointF(box.left() + box.width() * 0.12, tip), QPointF(box.right() - box.width() * 0.12, tip));
}

}  // namespace

std::vector<QPolygonF> hatchStripes(const QRectF& cell, double width, double period) {
  std::vector<QPolygonF> stripes;
  if (cell.isEmpty() || period <= 0) return stripes;
  // Along x + y, a line of some thickness at 45 degrees is longer by the root of two.
  const double step = period * std::numbers::sqrt2;
  const double half = width * std::numbers::sqrt2 / 2;
  const double first = cell.left() + cell.top();
  const double last = cell.right() + cell.bottom();
  const QPolygonF corners({cell.topLeft(), cell.topRight(), cell.bottomRight(), cell.bottomLeft()});
  for (double k = std::ceil((first - half) / step); k * step - half < last; ++k) {
    const QPolygonF below = cutAtDiagonal(corners, k * step + half, 1);
    const QPolygonF stripe = cutAtDiagonal(below, k * step - half, -1);
    if (stripe.size() >= 3) stripes.push_back(stripe);
  }
  return stripes;
}

void paintHatch(QPainter& painter, const QRectF& cell, const FigureStyle& style) {
  painter.fillRect(cell, style.theme.sunken);
  QPainterPath path;
  for (const QPolygonF& stripe : hatchStripes(cell, style.hatchWidth, style.hatchPeriod)) {
    path.addPolygon(stripe);
    path.closeSubpath();
  }
  painter.fillPath(path, style.theme.hatch);
}

void paintGlyph(QPainter& painter, const QRectF& cell, CellGlyph glyph, const FigureStyle& style) {
  const double frame = style.line;
  painter.save();
  painter.fillRect(cell, style.theme.glyphGround);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(style.theme.glyphInk, frame, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawRect(cell.adjusted(frame / 2, frame / 2, -frame / 2, -frame / 2));
  const double side = std::min({cell.width(), cell.height(), style.px(16)}) * 0.5;
  const QRectF box(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side);
  painter.setPen(QPen(style.theme.glyphInk, std::max(side * 0.16, frame), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  switch (glyph) {
    case CellGlyph::NotANumber:
      painter.drawLine(box.topLeft(), box.bottomRight());
      painter.drawLine(box.topRight(), box.bottomLeft());
      painter.drawLine(QPointF(box.left() - side * 0.25, box.center().y()),
                       QPointF(box.right() + side * 0.25, box.center().y()));
      break;
    case CellGlyph::PositiveInfinity:
      arrowToBar(painter, box, -1);
      break;
    case CellGlyph::NegativeInfinity:
      arrowToBar(painter, box, 1);
      break;
    case CellGlyph::AboveScale:
      painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()));
      [[fallthrough]];
    case CellGlyph::BelowScale:
      painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
      break;
    case CellGlyph::None:
      break;
  }
  painter.restore();
}

void paintTriangle(QPainter& painter, const QRectF& box, const FigureStyle& style) {
  painter.save();
  const double pen = std::max(style.line, box.height() * 0.1);
  const QRectF inner = box.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2);
  painter.setPen(QPen(style.theme.warning, pen, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolygon(QPolygonF({QPointF(inner.center().x(), inner.top()), inner.bottomRight(), inner.bottomLeft()}));
  const double x = inner.center().x();
  painter.drawLine(QPointF(x, inner.top() + inner.height() * 0.36), QPointF(x, inner.top() + inner.height() * 0.66));
  painter.drawLine(QPointF(x, inner.top() + inner.height() * 0.76), QPointF(x, inner.top() + inner.height() * 0.86));
  painter.restore();
}

void paintDie(QPainter& painter, const QRectF& box, const FigureStyle& style) {
  painter.save();
  const double pen = std::max(style.line, box.height() * 0.09);
  const QRectF inner = box.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2);
  painter.setPen(QPen(style.theme.text2, pen));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(inner, inner.width() * 0.18, inner.width() * 0.18);
  painter.setPen(Qt::NoPen);
  painter.setBrush(style.theme.text2);
  const double radius = inner.width() * 0.09;
  for (const QPointF& pip :
       {QPointF(.27, .27), QPointF(.73, .73), QPointF(.5, .5), QPointF(.73, .27), QPointF(.27, .73)}) {
    painter.drawEllipse(QPointF(inner.left() + pip.x() * inner.width(), inner.top() + pip.y() * inner.height()), radius,
                        radius);
  }
  painter.restore();
}

void paintRing(QPainter& painter, const QRectF& cell, const FigureStyle& style) {
  painter.save();
  painter.setBrush(Qt::NoBrush);
  const double out = style.ring * 0.4;
  const QRectF ring = cell.adjusted(-out, -out, out, out);
  painter.setPen(QPen(style.theme.surface, 2 * style.ring, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawRect(ring);
  painter.setPen(QPen(style.theme.ink, style.ring, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawRect(ring);
  painter.restore();
}

}  // namespace heed::ui
