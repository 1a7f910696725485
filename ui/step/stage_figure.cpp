#include "ui/step/stage_figure.h"

#include "ui/step/stage_painter.h"

#include <QPainter>

#include <algorithm>

namespace heed::ui {

StageFigure::StageFigure(StagePicture picture, QString title, QSizeF design)
    : m_picture(std::move(picture)), m_title(std::move(title)), m_design(design) {}

QSizeF StageFigure::sizeFor(double width, const FigureStyle& style) const {
  const double unit = std::max(style.unit, 1e-6);
  const double scale = std::min(1.0, width / (m_design.width() * unit));
  return {m_design.width() * unit * scale, m_design.height() * unit * scale};
}

void StageFigure::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  if (rect.isEmpty()) return;
  // The design keeps its proportions: where the room is smaller, everything shrinks together.
  FigureStyle fitted = style;
  fitted.unit = std::min(rect.width() / m_design.width(), rect.height() / m_design.height());
  StageImages images;
  const StageLayout layout = layoutStage(m_picture, fitted, m_design);
  painter.save();
  painter.translate(rect.topLeft());
  StagePainter(m_picture, layout, fitted, images).paint(painter);
  painter.restore();
}

std::vector<FigureNumbers> StageFigure::numbers() const {
  std::vector<FigureNumbers> result;
  for (const StagePart part : {StagePart::Result, StagePart::Left, StagePart::Top, StagePart::Before, StagePart::Column,
                               StagePart::Gradient, StagePart::Difference, StagePart::Behind}) {
    const StageMatrix* matrix = m_picture.matrix(part);
    if (matrix != nullptr && !matrix->values.isNull()) result.push_back({matrix->name, matrix->values});
  }
  return result;
}

}  // namespace heed::ui
