#include "ui/formula/formula_shapes.h"

#include <QTransform>

#include <algorithm>

namespace heed::ui {

namespace {

/// A crescent: thin at the ends, thick in the middle, open to the right.
QPainterPath parenthesis(double width, double top, double bottom, double thin, double thick) {
  const double middle = (top + bottom) / 2;
  const double bend = (bottom - top) * 0.30;
  const double inner = thick;
  QPainterPath outline(QPointF(width, top));
  outline.cubicTo(QPointF(width * 0.30, top + bend * 0.55), QPointF(0, middle - bend), QPointF(0, middle));
  outline.cubicTo(QPointF(0, middle + bend), QPointF(width * 0.30, bottom - bend * 0.55), QPointF(width, bottom));
  outline.lineTo(QPointF(width + thin, bottom - thin));
  outline.cubicTo(QPointF(width * 0.42 + inner, bottom - bend * 0.62), QPointF(inner, middle + bend * 0.95),
                  QPointF(inner, middle));
  outline.cubicTo(QPointF(inner, middle - bend * 0.95), QPointF(width * 0.42 + inner, top + bend * 0.62),
                  QPointF(width + thin, top + thin));
  outline.closeSubpath();
  return outline;
}

QPainterPath bar(double x, double top, double bottom, double thickness) {
  QPainterPath path;
  path.addRect(x, top, thickness, bottom - top);
  return path;
}

/// A square bracket, or half of one: which of its feet it has.
QPainterPath square(double width, double top, double bottom, double thickness, bool hasTop, bool hasBottom) {
  QPainterPath path = bar(0, top, bottom, thickness * 1.3);
  path.setFillRule(Qt::WindingFill);
  if (hasTop) path.addRect(0, top, width, thickness);
  if (hasBottom) path.addRect(0, bottom - thickness, width, thickness);
  return path;
}

QPainterPath brace(double width, double top, double bottom, double thickness) {
  const double middle = (top + bottom) / 2;
  const double spine = width * 0.5;
  const double bend = std::min((bottom - top) * 0.2, width * 1.2);
  const auto side = [&](double shift) {
    QPainterPath path(QPointF(width, top));
    path.quadTo(QPointF(spine + shift, top), QPointF(spine + shift, top + bend));
    path.lineTo(QPointF(spine + shift, middle - bend));
    path.quadTo(QPointF(spine + shift, middle), QPointF(shift / 2, middle));
    path.quadTo(QPointF(spine + shift, middle), QPointF(spine + shift, middle + bend));
    path.lineTo(QPointF(spine + shift, bottom - bend));
    path.quadTo(QPointF(spine + shift, bottom), QPointF(width, bottom));
    return path;
  };
  QPainterPath path = side(0);
  path.connectPath(side(thickness).toReversed());
  path.closeSubpath();
  return path;
}

QPainterPath angle(double width, double top, double bottom, double thickness) {
  const double middle = (top + bottom) / 2;
  QPainterPath path(QPointF(width, top));
  path.lineTo(QPointF(0, middle));
  path.lineTo(QPointF(width, bottom));
  path.lineTo(QPointF(width + thickness, bottom));
  path.lineTo(QPointF(thickness * 1.1, middle));
  path.lineTo(QPointF(width + thickness, top));
  path.closeSubpath();
  return path;
}

/// Mirrored left to right within its own width.
QPainterPath mirrored(const QPainterPath& path, double width) {
  return QTransform(-1, 0, 0, 1, width, 0).map(path);
}

}  // namespace

BracketShape bracketShape(const QString& sign, double top, double bottom, double size) {
  if (sign.isEmpty()) return {};
  const double height = bottom - top;
  const double thin = size * 0.045;
  const double thick = size * 0.085;
  const double wide = std::min(size * 0.18 + height * 0.07, size * 0.42);
  const double air = size * 0.06;
  QPainterPath path;
  double width = wide + thin;
  switch (sign[0].unicode()) {
    case u'(':
      path = parenthesis(wide, top, bottom, thin, thick);
      break;
    case u')':
      path = mirrored(parenthesis(wide, top, bottom, thin, thick), width);
      break;
    case u'[':
      width = size * 0.2;
      path = square(width, top, bottom, thin, true, true);
      break;
    case u']':
      width = size * 0.2;
      path = mirrored(square(width, top, bottom, thin, true, true), width);
      break;
    case u'⌊':
      width = size * 0.2;
      path = square(width, top, bottom, thin, false, true);
      break;
    case u'⌋':
      width = size * 0.2;
      path = mirrored(square(width, top, bottom, thin, false, true), width);
      break;
    case u'⌈':
      width = size * 0.2;
      path = square(width, top, bottom, thin, true, false);
      break;
    case u'⌉':
      width = size * 0.2;
      path = mirrored(square(width, top, bottom, thin, true, false), width);
      break;
    case u'{':
      width = size * 0.3;
      path = brace(width, top, bottom, thin * 1.5);
      break;
    case u'}':
      width = size * 0.3;
      path = mirrored(brace(width, top, bottom, thin * 1.5), width);
      break;
    case u'⟨':
      path = angle(wide, top, bottom, thin * 1.3);
      width = wide + thin * 1.3;
      break;
    case u'⟩':
      width = wide + thin * 1.3;
      path = mirrored(angle(wide, top, bottom, thin * 1.3), width);
      break;
    case u'‖':
      path = bar(0, top, bottom, thin * 1.2);
      path.addPath(bar(size * 0.13, top, bottom, thin * 1.2));
      width = size * 0.13 + thin * 1.2;
      break;
    default:
      path = bar(0, top, bottom, thin * 1.2);
      width = thin * 1.2;
      break;
  }
  path.translate(air, 0);
  return {path, width + 2 * air};
}

RootShape rootShape(double top, double bottom, double width, double thickness, double size) {
  const double height = bottom - top;
  const double hook = size * 0.14;                  // the small stroke up
  const double fall = size * 0.20;                  // the thick stroke down
  const double rise = size * 0.16 + height * 0.12;  // the thin stroke up to the bar
  const double knee = bottom - std::min(height * 0.5, size * 0.42);
  const double thin = thickness;
  const double thick = thickness * 1.6;
  const double foot = hook + fall;
  const double end = foot + rise;
  QPainterPath path(QPointF(0, knee + size * 0.07));
  path.lineTo(QPointF(hook + thick * 0.3, knee));
  path.lineTo(QPointF(foot + thick * 0.2, bottom - thick * 1.6));
  path.lineTo(QPointF(end - thin * 0.2, top));
  path.lineTo(QPointF(end + width, top));
  path.lineTo(QPointF(end + width, top + thickness));
  path.lineTo(QPointF(end + thin * 0.7, top + thickness));
  path.lineTo(QPointF(foot + thick * 0.35, bottom));
  path.lineTo(QPointF(foot - thick * 0.25, bottom));
  path.lineTo(QPointF(hook - thick * 0.45, knee + thin * 1.5));
  path.lineTo(QPointF(thin * 0.3, knee + size * 0.07 + thin * 0.8));
  path.closeSubpath();
  return {path, end};
}

}  // namespace heed::ui
