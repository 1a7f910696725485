#pragma once

#include "ui/step/stage_layout.h"

#include <QPolygonF>
#include <QString>

#include <algorithm>
#include <cmath>
#include <vector>

namespace heed::test {

inline constexpr double kTouch = 1.0;  ///< boxes may share their last pixel

/// Words on the stage, a little smaller than they are, so that neighbours may touch.
struct Inked {
  QPolygonF area;
  QString name;
};

inline QPolygonF shrunk(const QRectF& box) {
  return QPolygonF(box.adjusted(kTouch, kTouch, -kTouch, -kTouch));
}

inline QPolygonF shrunk(const QPolygonF& polygon) {
  QPolygonF result;
  const QPointF centre = polygon.boundingRect().center();
  for (const QPointF& corner : polygon) {
    const QPointF away = corner - centre;
    const double length = std::hypot(away.x(), away.y());
    result << centre + away * std::max(0.0, (length - 1.5 * kTouch) / std::max(length, 1e-9));
  }
  return result;
}

inline std::vector<Inked> writtenOn(const ui::StageLayout& layout, const ui::FigureStyle& style) {
  std::vector<Inked> result;
  for (const ui::StageText& text : layout.texts) result.push_back({shrunk(text.area), text.text});
  for (const ui::PlacedLabel& label : layout.labels) result.push_back({shrunk(label.area(style)), label.label.text});
  return result;
}

inline QString overlapIn(const std::vector<Inked>& written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    for (std::size_t j = i + 1; j < written.size(); ++j) {
      if (!written[i].area.boundingRect().intersects(written[j].area.boundingRect())) continue;
      if (written[i].area.intersects(written[j].area)) {
        const QRectF a = written[i].area.boundingRect();
        return QStringLiteral("\"%1\" and \"%2\" at %3, %4")
            .arg(written[i].name, written[j].name)
            .arg(a.x())
            .arg(a.y());
      }
    }
  }
  return {};
}

inline QString coveredMatrixIn(const ui::StageLayout& layout, const std::vector<Inked>& written) {
  for (const Inked& word : written) {
    for (const ui::PlacedMatrix& matrix : layout.matrices) {
      const QRectF area = matrix.area();
      if (area.isEmpty() || !word.area.intersects(shrunk(area))) continue;
      // The words of a fold stand where the matrix has no cells.
      const QPointF centre = word.area.boundingRect().center();
      if (!matrix.rows.placeAt(centre.y()) || !matrix.columns.placeAt(centre.x())) continue;
      return QStringLiteral("\"%1\" over a matrix at %2, %3").arg(word.name).arg(centre.x()).arg(centre.y());
    }
  }
  return {};
}

inline QString outsideIn(const ui::StageLayout& layout, const std::vector<Inked>& written) {
  const QRectF stage(QPointF(0, 0), layout.size);
  for (const Inked& word : written) {
    if (!stage.contains(word.area.boundingRect())) return word.name;
  }
  for (const ui::PlacedMatrix& matrix : layout.matrices) {
    if (!stage.contains(matrix.area())) return QStringLiteral("a matrix");
  }
  for (const ui::StageBox& box : layout.boxes) {
    if (!stage.contains(box.area)) return QStringLiteral("a box");
  }
  return {};
}

/// What is wrong with a picture of the stage: words over words or over cells, anything outside; empty if nothing is.
inline QString layoutProblem(const ui::StageLayout& layout, const ui::FigureStyle& style) {
  const std::vector<Inked> written = writtenOn(layout, style);
  QString problem = overlapIn(written);
  if (problem.isEmpty()) problem = coveredMatrixIn(layout, written);
  if (problem.isEmpty()) problem = outsideIn(layout, written);
  return problem;
}

/// The same of a picture laid out on a stage of this size, in lecture size on all of the screen; `title` says of what.
inline QString problemAt(QSizeF size, const ui::StagePicture& picture, const ui::FigureStyle& style,
                         const QString& title) {
  const QSizeF stage = picture.isLectureSize ? QSizeF(size.width() + 392, size.height() + 80) : size;
  const QString problem = layoutProblem(ui::layoutStage(picture, style, stage), style);
  if (problem.isEmpty()) return {};
  return QStringLiteral("%1, %2 x %3%4: %5")
      .arg(title)
      .arg(stage.width())
      .arg(stage.height())
      .arg(picture.isLectureSize ? QStringLiteral(", lecture size") : QString(), problem);
}

}  // namespace heed::test
