#pragma once

#include "ui/step/stage_picture.h"
#include "ui/tensorview/figure.h"

namespace heed::ui {

/// The stage as a figure that can be exported: the same layout and the same painter as in the window.
class StageFigure : public Figure {
 public:
  /// `design` is the size of the stage that the figure is laid out for, in pixels of the design.
  StageFigure(StagePicture picture, QString title, QSizeF design);

  [[nodiscard]] QString title() const override { return m_title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;

  [[nodiscard]] const StagePicture& picture() const { return m_picture; }

 private:
  StagePicture m_picture;
  QString m_title;
  QSizeF m_design;
};

}  // namespace heed::ui
