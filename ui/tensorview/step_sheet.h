#pragma once

#include "ui/tensorview/figure.h"
#include "ui/tensorview/matrix_view.h"

#include <memory>
#include <vector>

namespace heed::ui {

/// The steps of a run in order, each a matrix with its caption: a page each where a format has pages, one below another
/// in a picture.
class StepSheet : public Figure {
 public:
  explicit StepSheet(QString title) : m_title(std::move(title)) {}

  /// Adds a step at the end; the options' caption says what it does.
  void add(core::Tensor matrix, MatrixOptions options);

  [[nodiscard]] QString title() const override { return m_title; }
  [[nodiscard]] QSizeF sizeFor(double width, const FigureStyle& style) const override;
  void paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const override;
  [[nodiscard]] std::vector<FigureNumbers> numbers() const override;
  [[nodiscard]] std::vector<const Figure*> pages() const override;

 private:
  QString m_title;
  std::vector<std::unique_ptr<MatrixView>> m_steps;
};

}  // namespace heed::ui
