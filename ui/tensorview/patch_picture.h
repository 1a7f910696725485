#pragma once

#include <QImage>
#include <QRect>

#include <cstdint>

namespace heed::ui {

/// A picture that is cut into patches, no larger than it needs to be to paint them: labels, chips and the stage show
/// its parts. A plain value that any thread may read.
class PatchPicture {
 public:
  PatchPicture() = default;
  /// `area` is what the patches cover, in pixels of the picture: rows x columns squares of whole pixels.
  PatchPicture(const QImage& picture, QRect area, int rows, int columns);

  [[nodiscard]] bool isNull() const { return m_whole.isNull(); }
  [[nodiscard]] int rows() const { return m_rows; }
  [[nodiscard]] int columns() const { return m_columns; }
  [[nodiscard]] std::int64_t count() const { return std::int64_t{m_rows} * m_columns; }
  /// The picture with what its edges lose, and the part of it that is cut into patches.
  [[nodiscard]] const QImage& whole() const { return m_whole; }
  [[nodiscard]] QRect area() const { return m_area; }
  /// The side of a patch in pixels of whole().
  [[nodiscard]] int side() const { return m_side; }
  /// One patch, counted row by row; null outside.
  [[nodiscard]] QImage crop(std::int64_t patch) const;
  /// Where the picture and its patches stand when a patch has this side and the first one stands at `corner`.
  [[nodiscard]] QRectF wholeRect(QPointF corner, double patchSide) const;

 private:
  QImage m_whole;
  QRect m_area;
  int m_rows = 0;
  int m_columns = 0;
  int m_side = 1;
};

}  // namespace heed::ui
