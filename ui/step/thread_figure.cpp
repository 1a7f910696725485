#include "ui/step/thread_figure.h"

#include "ui/tensorview/color_map.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace heed::ui {

namespace {

// Lengths in pixels of the design.
constexpr double kCellWidth = 58;
constexpr double kCellHeight = 28;
constexpr double kThickest = 20;
constexpr double kThinnest = 1.5;
constexpr double kFactorWidth = 46;
constexpr double kFactorHeight = 18;
constexpr double kLeastPitch = 132;
constexpr double kMostPitch = 170;
constexpr double kRowGap = 18;      ///< between two cells one below the other
constexpr double kRemarkLine = 15;  ///< from line to line
constexpr double kTextIndent = 10;
constexpr double kNameRoom = 24;

TextStyle remarkStyle(const FigureStyle& style) {
  return {style.px(12), style.theme.text2, FontUse::Interface, 400};
}

QColor nameColor(core::Role role, const Theme& theme) {
  return role == core::Role::None || role == core::Role::Output ? theme.text2 : theme.role(role).line;
}

}  // namespace

bool ThreadFigure::isHorizontal(double width, const FigureStyle& style) const {
  return width >= style.px(kLeastPitch) * static_cast<double>(m_stops.size());
}

std::vector<ThreadFigure::Places> ThreadFigure::places(const QRectF& rect, const FigureStyle& style) const {
  return isHorizontal(rect.width(), style) ? placesInLine(rect, style) : placesInColumn(rect, style);
}

std::vector<ThreadFigure::Places> ThreadFigure::placesInLine(const QRectF& rect, const FigureStyle& style) const {
  std::vector<Places> all;
  const auto count = static_cast<double>(std::max<std::size_t>(m_stops.size(), 1));
  const double pitch = std::min(rect.width() / count, style.px(kMostPitch));
  const QSizeF cell(style.px(kCellWidth), style.px(kCellHeight));
  for (std::size_t i = 0; i < m_stops.size(); ++i) {
    const double left = rect.left() + static_cast<double>(i) * pitch;
    Places place;
    place.cell = QRectF(QPointF(left + (pitch - cell.width()) / 2, rect.top() + style.px(kNameRoom)), cell);
    double below = place.cell.bottom() + style.px(8);
    if (m_stops[i].factor) {
      const QSizeF factor(style.px(kFactorWidth), style.px(kFactorHeight));
      place.factor = QRectF(QPointF(place.cell.left() + pitch + cell.width() - factor.width(), below), factor);
    }
    if (i > 0 && m_stops[i - 1].factor) below += style.px(kFactorHeight + 4);
    place.remark = remarkLines(i, pitch - style.px(8), style);
    place.remarkStart = QPointF(left + pitch / 2, below + style.px(kRemarkLine - 4));
    all.push_back(std::move(place));
  }
  return all;
}

std::vector<ThreadFigure::Places> ThreadFigure::placesInColumn(const QRectF& rect, const FigureStyle& style) const {
  std::vector<Places> all;
  const QSizeF cell(style.px(kCellWidth), style.px(kCellHeight));
  const double indent = cell.width() + style.px(kTextIndent);
  double top = rect.top();
  for (std::size_t i = 0; i < m_stops.size(); ++i) {
    Places place;
    place.cell = QRectF(QPointF(rect.left(), top), cell);
    place.remark = remarkLines(i, rect.width() - indent, style);
    place.remarkStart = QPointF(rect.left() + indent, place.cell.bottom() + style.px(kRowGap + kRemarkLine - 6));
    if (m_stops[i].factor) {
      const QSizeF factor(style.px(kFactorWidth), style.px(kFactorHeight));
      place.factor = QRectF(QPointF(rect.right() - factor.width(), place.cell.bottom()), factor);
    }
    top = place.cell.bottom() + style.px(kRowGap + kRemarkLine * static_cast<double>(place.remark.size()));
    all.push_back(std::move(place));
  }
  return all;
}

QStringList ThreadFigure::remarkLines(std::size_t stop, double width, const FigureStyle& style) const {
  const QString& remark = m_stops[stop].remark;
  return remark.isEmpty() ? QStringList() : style.letters.wrapped(remark, remarkStyle(style), width);
}

QSizeF ThreadFigure::sizeFor(double width, const FigureStyle& style) const {
  if (m_stops.empty()) return {0, 0};
  double bottom = 0.0;
  for (const Places& place : places(QRectF(0, 0, width, 0), style)) {
    const double lines = static_cast<double>(place.remark.size());
    bottom = std::max({bottom, place.cell.bottom(), place.factor.bottom(),
                       lines > 0 ? place.remarkStart.y() + style.px(kRemarkLine * (lines - 1) + 4) : 0.0});
  }
  return {width, bottom};
}

void ThreadFigure::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const bool horizontal = isHorizontal(rect.width(), style);
  const std::vector<Places> all = places(rect, style);
  paintLinks(painter, all, horizontal, style);
  paintStops(painter, all, horizontal, style);
  for (const Places& place : all) {
    QPointF baseline = place.remarkStart;
    for (const QString& line : place.remark) {
      style.letters.draw(painter, baseline, line, remarkStyle(style), horizontal ? Qt::AlignHCenter : Qt::AlignLeft);
      baseline.ry() += style.px(kRemarkLine);
    }
  }
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
      TextStyle fitted = words;
      const double room = to.left() - from.right() - style.px(4);
      const double wide = style.letters.width(m_stops[i].linkWords, words);
      if (wide > room) fitted.size = words.size * room / wide;
      style.letters.draw(painter, {(from.right() + to.left()) / 2, from.center().y() + cap}, m_stops[i].linkWords,
                         fitted, Qt::AlignHCenter);
    } else {
      style.letters.draw(painter, {from.right() + style.px(kTextIndent), from.bottom() + style.px(kRowGap / 2) + cap},
                         m_stops[i].linkWords, words);
    }
  }
}

void ThreadFigure::paintStops(QPainter& painter, const std::vector<Places>& all, bool horizontal,
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
      const double left = all[i].cell.right() + style.px(kTextIndent);
      style.letters.draw(painter, {left, all[i].cell.top() + style.px(stop.terms.isEmpty() ? 18 : 11)}, stop.name,
                         name);
      const TextStyle terms = style.number(style.px(12), theme.text2, 400);
      style.letters.draw(painter, {left, all[i].cell.top() + style.px(25)}, stop.terms, terms);
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
}

std::vector<FigureNumbers> ThreadFigure::numbers() const {
  core::TensorBuffer values(core::ElementKind::Float64, {static_cast<std::int64_t>(m_stops.size())});
  for (std::size_t i = 0; i < m_stops.size(); ++i) values.setAt(static_cast<std::int64_t>(i), m_stops[i].number);
  return {{m_title, values.finish()}};
}

}  // namespace heed::ui
