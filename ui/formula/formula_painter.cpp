#include "ui/formula/formula_layout.h"

#include <QPainter>

namespace heed::ui {

namespace {

// Lengths of the design at letters of 22 px.
constexpr double kDesignSize = 22;
constexpr double kBracketRise = 7;
constexpr double kBracketWidth = 3;
constexpr double kBracketLegs = 3;
constexpr double kCorner = 3;
constexpr double kRing = 2;

QPainterPath bracketAbove(const QRectF& box, double unit) {
  const double top = box.top() - kBracketRise * unit;
  const double width = kBracketWidth * unit;
  const double legs = kBracketLegs * unit;
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  path.addRect(box.left(), top, box.width(), width);
  path.addRect(box.left(), top, width, width + legs);
  path.addRect(box.right() - width, top, width, width + legs);
  return path;
}

void paintGround(QPainter& painter, const QRectF& box, double unit, const QColor& color) {
  QPainterPath path;
  path.addRoundedRect(box, kCorner * unit, kCorner * unit);
  painter.fillPath(path, color);
}

void paintRing(QPainter& painter, const QRectF& box, double unit, const QColor& color) {
  const double width = kRing * unit;
  QPainterPath path;
  path.setFillRule(Qt::OddEvenFill);
  path.addRoundedRect(box.adjusted(-width, -width, width, width), kCorner * unit + width, kCorner * unit + width);
  path.addRoundedRect(box, kCorner * unit, kCorner * unit);
  painter.fillPath(path, color);
}

}  // namespace

void FormulaLayout::paint(QPainter& painter, const QPointF& at, const FigureStyle& style,
                          const FormulaMarks& marks) const {
  const Theme& theme = style.theme;
  const double unit = m_letterSize / kDesignSize;
  painter.save();
  painter.translate(at);
  painter.setRenderHint(QPainter::Antialiasing, true);
  const QRectF hovered = termRect(marks.hovered);
  const QRectF current = termRect(marks.current);
  const QRectF focused = termRect(marks.focused);
  const bool hasCurrent = !current.isNull();
  if (!hovered.isNull() && marks.hovered != marks.current) paintGround(painter, hovered, unit, theme.hover);
  if (hasCurrent) {
    paintGround(painter, current, unit, theme.selected);
    painter.fillPath(bracketAbove(current, unit), theme.ink);
  }
  for (const FormulaPiece& piece : m_pieces) {
    const bool isLit = !hasCurrent || isInside(piece.term, marks.current);
    QColor color = piece.isNote
                       ? theme.text2
                       : (isLit ? theme.text : (isInside(piece.term, marks.hovered) ? theme.text2 : theme.text3));
    if (piece.role != Role::None) color = theme.role(piece.role).line;
    if (piece.letters.isEmpty()) {
      painter.fillPath(piece.shape.translated(piece.at), color);
    } else {
      TextStyle text = piece.style;
      text.color = color;
      style.letters.draw(painter, piece.at, piece.letters, text);
    }
  }
  if (!focused.isNull()) paintRing(painter, focused, unit, theme.ink);
  painter.restore();
}

}  // namespace heed::ui
