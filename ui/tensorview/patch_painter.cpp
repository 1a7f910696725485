#include "ui/tensorview/patch_painter.h"

#include "ui/tensorview/value_scale.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kVeil = 0.74;

/// Grey and lightened, 110 + 0.55 Y, so that the map on it keeps its colours.
QImage paleGrey(const QImage& picture) {
  QImage result = picture.convertToFormat(QImage::Format_RGB32);
  for (int y = 0; y < result.height(); ++y) {
    auto* line = reinterpret_cast<QRgb*>(result.scanLine(y));
    for (int x = 0; x < result.width(); ++x) {
      const double luma = 0.299 * qRed(line[x]) + 0.587 * qGreen(line[x]) + 0.114 * qBlue(line[x]);
      const int grey = std::min(255, static_cast<int>(std::lround(110 + 0.55 * luma)));
      line[x] = qRgb(grey, grey, grey);
    }
  }
  return result;
}

QColor withOpacity(QColor color, double opacity) {
  color.setAlphaF(static_cast<float>(std::clamp(opacity, 0.0, 1.0)));
  return color;
}

}  // namespace

bool PatchWeights::isAllowed(std::int64_t patch) const {
  return allowed.isNull() || allowed.at(patch) != 0;
}

double PatchWeights::weight(std::int64_t patch) const {
  const double value = weights.at(patch);
  return isAllowed(patch) && std::isfinite(value) && value > 0 ? value : 0;
}

CellGlyph PatchWeights::glyph(std::int64_t patch) const {
  return ValueScale().glyph(weights.at(patch));
}

double PatchWeights::largest() const {
  double largest = 0;
  for (std::int64_t patch = 0; patch < count(); ++patch) largest = std::max(largest, weight(patch));
  return largest;
}

double spotlightVeil(double share) {
  return kVeil * (1 - std::min(1.0, 1.15 * std::sqrt(share)));
}

QImage pictureForMode(const QImage& picture, OverlayMode mode, double width) {
  const QImage shown = mode == OverlayMode::Overlay ? paleGrey(picture) : picture.convertToFormat(QImage::Format_RGB32);
  if (shown.width() > width) {
    return shown.scaledToWidth(std::max(1, static_cast<int>(std::lround(width))), Qt::SmoothTransformation);
  }
  const int factor = std::max(1, static_cast<int>(std::ceil(width / shown.width())));
  return factor == 1 ? shown : shown.scaled(shown.size() * factor, Qt::IgnoreAspectRatio, Qt::FastTransformation);
}

PatchPainter::PatchPainter(const PatchWeights& weights, OverlayMode mode, const QRectF& grid, const FigureStyle& style)
    : m_weights(weights),
      m_mode(mode),
      m_grid(grid),
      m_style(style),
      m_map(ColorMap::fromStops(style.theme.viridis)),
      m_largest(weights.weights.isNull() ? 0 : weights.largest()) {}

QRectF PatchPainter::patchRect(std::int64_t patch) const {
  const double width = m_grid.width() / static_cast<double>(m_weights.columns);
  const double height = m_grid.height() / static_cast<double>(m_weights.rows);
  const std::int64_t row = patch / m_weights.columns;
  const std::int64_t column = patch % m_weights.columns;
  return {m_grid.left() + static_cast<double>(column) * width, m_grid.top() + static_cast<double>(row) * height, width,
          height};
}

std::optional<std::int64_t> PatchPainter::patchAt(QPointF point) const {
  if (!m_grid.contains(point)) return std::nullopt;
  const QPointF inside = point - m_grid.topLeft();
  const auto place = [](double at, double length, std::int64_t count) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(at / length * static_cast<double>(count)), 0, count - 1);
  };
  return place(inside.y(), m_grid.height(), m_weights.rows) * m_weights.columns +
         place(inside.x(), m_grid.width(), m_weights.columns);
}

double PatchPainter::fitted(double designPixels) const {
  const QRectF first = patchRect(0);
  return std::min(m_style.px(designPixels), std::min(first.width(), first.height()) * designPixels / 20);
}

void PatchPainter::paintPicture(QPainter& painter, const QImage& picture, const QRectF& whole) const {
  if (m_mode == OverlayMode::MapOnly) return;
  painter.save();
  painter.setRenderHint(QPainter::SmoothPixmapTransform, true);
  painter.drawImage(whole, picture);
  painter.restore();
  // Viewers widen a picture to whole pixels: the frame covers what the veil does not.
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(m_style.theme.surface, m_style.px(2.5), Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawRect(whole.adjusted(-m_style.px(1), -m_style.px(1), m_style.px(1), m_style.px(1)));
  paintRest(painter, whole);
}

void PatchPainter::paintRest(QPainter& painter, const QRectF& whole) const {
  const QColor dim = withOpacity(m_style.theme.surface, 0.8);
  const QRectF parts[] = {QRectF(whole.topLeft(), QPointF(whole.right(), m_grid.top())),
                          QRectF(QPointF(whole.left(), m_grid.bottom()), whole.bottomRight()),
                          QRectF(QPointF(whole.left(), m_grid.top()), QPointF(m_grid.left(), m_grid.bottom())),
                          QRectF(QPointF(m_grid.right(), m_grid.top()), QPointF(whole.right(), m_grid.bottom()))};
  for (const QRectF& part : parts) {
    if (part.width() > 0.01 && part.height() > 0.01) painter.fillRect(part, dim);
  }
}

void PatchPainter::paintPatches(QPainter& painter) const {
  for (std::int64_t patch = 0; patch < m_weights.count(); ++patch) {
    const QRectF rect = patchRect(patch);
    if (!m_weights.isAllowed(patch)) {
      paintHatch(painter, rect, m_style);
      continue;
    }
    if (const CellGlyph glyph = m_weights.glyph(patch); glyph != CellGlyph::None) {
      paintGlyph(painter, rect, glyph, m_style);
      continue;
    }
    const double share = m_largest > 0 ? m_weights.weight(patch) / m_largest : 0;
    const QColor color(m_map.at(share));
    switch (m_mode) {
      case OverlayMode::Spotlight: {
        painter.fillRect(rect, withOpacity(m_style.theme.surface, spotlightVeil(share)));
        if (share < kLeastEdgeShare) break;
        const double edge = fitted(4);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(color, edge, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.drawRect(rect.adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2));
        break;
      }
      case OverlayMode::Overlay:
        painter.fillRect(rect, withOpacity(color, 0.85 * std::min(1.0, 0.03 + std::pow(share, 0.6))));
        break;
      case OverlayMode::MapOnly:
        painter.fillRect(rect, color);
        break;
    }
  }
}

void PatchPainter::paintGrid(QPainter& painter) const {
  painter.setPen(QPen(withOpacity(m_style.theme.imageLine, 0.8), fitted(0.8), Qt::SolidLine, Qt::FlatCap));
  for (std::int64_t column = 0; column <= m_weights.columns; ++column) {
    const double x =
        m_grid.left() + m_grid.width() * static_cast<double>(column) / static_cast<double>(m_weights.columns);
    painter.drawLine(QPointF(x, m_grid.top()), QPointF(x, m_grid.bottom()));
  }
  for (std::int64_t row = 0; row <= m_weights.rows; ++row) {
    const double y = m_grid.top() + m_grid.height() * static_cast<double>(row) / static_cast<double>(m_weights.rows);
    painter.drawLine(QPointF(m_grid.left(), y), QPointF(m_grid.right(), y));
  }
}

void PatchPainter::paintOutline(QPainter& painter, std::int64_t patch, double width, Role role) const {
  const QRectF rect = patchRect(patch);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(m_style.theme.imageLine, width * 1.9, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawRect(rect);
  painter.setPen(QPen(m_style.theme.role(role).line, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
  painter.drawRect(rect);
}

}  // namespace heed::ui
