#include "ui/step/thread_figure.h"

#include "ui/tensorview/color_map.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace heed::ui {

namespace {

// Lengths in pixels of the design.
constexpr double kCellWidth = 58;
constexpr double kCellHeight = 40;
constexpr double kThickest = 20;
constexpr double kThinnest = 1.5;
constexpr double kFactorWidth = 46;
constexpr double kFactorHeight = 24;
constexpr double kLeastPitch = 118;
constexpr double kMostPitch = 150;
constexpr double kRowPitch = 68;
constexpr double kNameRoom = 24;

QColor nameColor(core::Role role, const Theme& theme) {
  return role == core::Role::None || role == core::Role::Output ? theme.text2 : theme.role(role).line;
}

}  // namespace

bool ThreadFigure::isHorizontal(double width, const FigureStyle& style) const {
  return width >= style.px(kLeastPitch) * static_cast<double>(m_stops.size());
}

std::vector<ThreadFigure::Places> ThreadFigure::places(const QRectF& rect, const FigureStyle& style) const {
  std::vector<Places> all;
  const bool horizontal = isHorizontal(rect.width(), style);
  const auto count = static_cast<double>(std::max<std::size_t>(m_stops.size(), 1));
  const double pitch = std::min(rect.width() / count, style.px(kMostPitch));
  for (std::size_t i = 0; i < m_stops.size(); ++i) {
    const auto n = static_cast<double>(i);
    Places place;
    const QSizeF cell(style.px(kCellWidth), style.px(kCellHeight));
    place.cell =
        horizontal
            ? QRectF(QPointF(rect.left() + n * pitch + (pitch - cell.width()) / 2, rect.top() + style.px(kNameRoom)),
                     cell)
            : QRectF(QPointF(rect.left(), rect.top() + n * style.px(kRowPitch)), cell);
    if (m_stops[i].factor) {
      const QSizeF factor(style.px(kFactorWidth), style.px(kFactorHeight));
      place.factor = horizontal
                         ? QRectF(QPointF(place.cell.left() + pitch + cell.width() - factor.width(),
                                          place.cell.bottom() + style.px(8)),
                                  factor)
                         : QRectF(QPointF(rect.right() - factor.width(), place.cell.bottom() + style.px(2)), factor);
    }
    all.push_back(place);
  }
  return all;
}

QSizeF ThreadFigure::sizeFor(double width, const FigureStyle& style) const {
  if (m_stops.empty()) return {0, 0};
  if (isHorizontal(width, style)) {
    return {width, style.px(kNameRoom + kCellHeight + 8 + kFactorHeight)};
  }
  return {width, style.px(kRowPitch) * static_cast<double>(m_stops.size() - 1) + style.px(kCellHeight)};
}

void ThreadFigure::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const bool horizontal = isHorizontal(rect.width(), style);
  const std::vector<Places> all = places(rect, style);
  paintLinks(painter, all, horizontal, style);
  paintStops(painter, rect, all, horizontal, style);
  painter.restore();
}

void ThreadFigure::paintLinks(QPainter& painter, const std::vector<Places>& all, bool horizontal,
                              const FigureStyle& style) const {
  const Theme& theme = style.theme;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    const QRectF from = all[i].cell;
    const QRectF to = all[i + 1].cell;
    const double start = style.px(kThickest) / 2;
    const double end = std::max(style.px(kThinnest), style.px(kThickest) * m_stops[i].share) / 2;
    QPolygonF band;
    if (horizontal) {
      const double y = from.center().y();
      band << QPointF(from.right(), y - start) << QPointF(to.left(), y - end) << QPointF(to.left(), y + end)
           << QPointF(from.right(), y + start);
    } else {
      const double x = from.center().x();
      band << QPointF(x - start, from.bottom()) << QPointF(x - end, to.top()) << QPointF(x + end, to.top())
           << QPointF(x + start, from.bottom());
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.strong);
    painter.drawPolygon(band);
    const TextStyle words{style.px(12), theme.text, FontUse::Interface, 500};
    const double cap = style.letters.capHeight(words) / 2;
    if (horizontal) {
      style.letters.draw(painter, {(from.right() + to.left()) / 2, from.center().y() + cap}, m_stops[i].linkWords,
                         words, Qt::AlignHCenter);
    } else {
      style.letters.draw(painter, {from.right() + style.px(10), (from.bottom() + to.top()) / 2 + cap},
                         m_stops[i].linkWords, words);
    }
  }
}

void ThreadFigure::paintStops(QPainter& painter, const QRectF& rect, const std::vector<Places>& all, bool horizontal,
                              const FigureStyle& style) const {
  const Theme& theme = style.theme;
  const ColorMap signedMap = ColorMap::fromStops(theme.signedMap);
  const ColorMap positive = ColorMap::fromStops(theme.viridis);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ThreadStop& stop = m_stops[i];
    const QRgb ground = (stop.isCentred ? signedMap : positive).at(stop.mapPosition);
    painter.setBrush(QColor(ground));
    painter.setPen(QPen(theme.strong, style.line));
    painter.drawRoundedRect(all[i].cell, style.px(4), style.px(4));
    TextStyle number = style.number(style.px(15), textOn(ground, theme), 600);
    const double wide = style.letters.width(stop.shown, number);
    if (wide > all[i].cell.width() - style.px(6)) number.size *= (all[i].cell.width() - style.px(6)) / wide;
    style.letters.draw(painter,
                       {all[i].cell.center().x(), all[i].cell.center().y() + style.letters.capHeight(number) / 2},
                       stop.shown, number, Qt::AlignHCenter);
    const TextStyle name{style.px(12), nameColor(stop.role, theme), FontUse::Interface, 600};
    if (horizontal) {
      TextStyle fitted = name;
      const double room = style.px(kLeastPitch) - style.px(6);
      const double width = style.letters.width(stop.name, name);
      if (width > room) fitted.size = std::max(style.leastSize * 0.9, name.size * room / width);
      style.letters.draw(painter, {all[i].cell.center().x(), all[i].cell.top() - style.px(8)}, stop.name, fitted,
                         Qt::AlignHCenter);
    } else {
      const double left = all[i].cell.right() + style.px(10);
      style.letters.draw(painter, {left, all[i].cell.top() + style.px(15)}, stop.name, name);
      const TextStyle terms = style.number(style.px(12), theme.text2, 400);
      style.letters.draw(painter, {left, all[i].cell.top() + style.px(33)}, stop.terms, terms);
    }
    if (!stop.factor) continue;
    const QRectF box = all[i].factor;
    const QColor role = nameColor(stop.factor->role, theme);
    painter.setBrush(theme.surface);
    painter.setPen(QPen(role, style.outline));
    painter.drawRoundedRect(box, style.px(3), style.px(3));
    const TextStyle value = style.number(style.px(13), theme.text, 600);
    style.letters.draw(painter, {box.center().x(), box.center().y() + style.letters.capHeight(value) / 2},
                       stop.factor->shown, value, Qt::AlignHCenter);
    const TextStyle times{style.px(12), role, FontUse::Interface, 600};
    style.letters.draw(painter, {box.left() - style.px(5), box.center().y() + style.letters.capHeight(times) / 2},
                       QStringLiteral("× ") + stop.factor->letter, times, Qt::AlignRight);
  }
  static_cast<void>(rect);
}

std::vector<FigureNumbers> ThreadFigure::numbers() const {
  core::TensorBuffer values(core::ElementKind::Float64, {static_cast<std::int64_t>(m_stops.size())});
  for (std::size_t i = 0; i < m_stops.size(); ++i) values.setAt(static_cast<std::int64_t>(i), m_stops[i].number);
  return {{m_title, values.finish()}};
}

}  // namespace heed::ui
