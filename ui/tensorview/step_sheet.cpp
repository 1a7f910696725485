#include "ui/tensorview/step_sheet.h"

#include "ui/tensorview/panel.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace heed::ui {

namespace {

TextStyle headingStyle(const FigureStyle& style) {
  return {style.titleSize * 1.2, style.theme.text, FontUse::Interface, 600};
}

double spacing(const FigureStyle& style) {
  return style.px(32);
}

}  // namespace

void StepSheet::add(core::Tensor matrix, MatrixOptions options) {
  m_steps.push_back(std::make_unique<MatrixView>(std::move(matrix), std::move(options)));
}

QSizeF StepSheet::sizeFor(double width, const FigureStyle& style) const {
  QSizeF size(0, 0);
  if (!m_title.isEmpty()) {
    size.setWidth(std::min(width, style.letters.width(m_title, headingStyle(style)) + style.px(1)));
    size.setHeight(setLines(nullptr, {}, m_title, headingStyle(style), width, style) + style.px(12));
  }
  for (const auto& step : m_steps) {
    const QSizeF part = step->sizeFor(width, style);
    size = {std::max(size.width(), part.width()), size.height() + part.height()};
  }
  if (m_steps.size() > 1) size.rheight() += static_cast<double>(m_steps.size() - 1) * spacing(style);
  return size;
}

void StepSheet::paintTo(QPainter& painter, const QRectF& rect, const FigureStyle& style) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  // A rectangle that is too low makes the whole sheet smaller: steps are read together.
  const double needed = sizeFor(rect.width(), style).height();
  painter.translate(rect.topLeft());
  if (needed > rect.height() && rect.height() > 0) painter.scale(rect.height() / needed, rect.height() / needed);
  double y = 0;
  if (!m_title.isEmpty()) {
    y = setLines(&painter, {0, 0}, m_title, headingStyle(style), rect.width(), style) + style.px(12);
  }
  for (const auto& step : m_steps) {
    const double height = step->sizeFor(rect.width(), style).height();
    step->paintTo(painter, QRectF(0, y, rect.width(), height), style);
    y += height + spacing(style);
  }
  painter.restore();
}

std::vector<FigureNumbers> StepSheet::numbers() const {
  std::vector<FigureNumbers> result;
  for (const auto& step : m_steps) {
    for (FigureNumbers& entry : step->numbers()) result.push_back(std::move(entry));
  }
  return result;
}

std::vector<const Figure*> StepSheet::pages() const {
  std::vector<const Figure*> result;
  for (const auto& step : m_steps) result.push_back(step.get());
  return result;
}

}  // namespace heed::ui
