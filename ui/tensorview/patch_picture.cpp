#include "ui/tensorview/patch_picture.h"

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

/// Enough for a patch of 32 pixels on a screen of twice the density.
constexpr int kMostSide = 64;
constexpr double kMostPixels = 2e6;

}  // namespace

PatchPicture::PatchPicture(const QImage& picture, QRect area, int rows, int columns)
    : m_whole(picture.convertToFormat(QImage::Format_RGB32)), m_area(area), m_rows(rows), m_columns(columns) {
  const int given = std::max(1, area.width() / std::max(columns, 1));
  const double pixels = static_cast<double>(picture.width()) * picture.height();
  const int byPixels = static_cast<int>(given * std::sqrt(std::min(1.0, kMostPixels / std::max(pixels, 1.0))));
  m_side = std::max(1, std::min({given, kMostSide, byPixels}));
  if (m_side == given) return;
  // A patch stays whole pixels; what is cut at the edges may round.
  const double factor = static_cast<double>(m_side) / given;
  const auto scaled = [factor](int length) { return static_cast<int>(std::lround(length * factor)); };
  m_area = QRect(scaled(area.left()), scaled(area.top()), m_side * columns, m_side * rows);
  const QSize size(std::max(scaled(picture.width()), m_area.right() + 1),
                   std::max(scaled(picture.height()), m_area.bottom() + 1));
  m_whole = m_whole.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QImage PatchPicture::crop(std::int64_t patch) const {
  if (patch < 0 || patch >= count()) return {};
  const int row = static_cast<int>(patch / m_columns);
  const int column = static_cast<int>(patch % m_columns);
  return m_whole.copy(m_area.left() + column * m_side, m_area.top() + row * m_side, m_side, m_side);
}

QRectF PatchPicture::wholeRect(QPointF corner, double patchSide) const {
  const double scale = patchSide / m_side;
  return {corner.x() - m_area.left() * scale, corner.y() - m_area.top() * scale, m_whole.width() * scale,
          m_whole.height() * scale};
}

}  // namespace heed::ui
