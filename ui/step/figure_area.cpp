#include "ui/step/figure_area.h"

#include "ui/widgets/follow.h"

#include <QPainter>

#include <cmath>
#include <utility>

namespace heed::ui {

FigureArea::FigureArea(const Appearance& appearance, Source source, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_source(std::move(source)) {
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  follow(*this, appearance, [] {});
}

int FigureArea::heightForWidth(int width) const {
  const Figure* figure = m_source();
  return figure == nullptr ? 0
                           : static_cast<int>(std::ceil(figure->sizeFor(width, m_appearance.figureStyle()).height()));
}

QSize FigureArea::sizeHint() const {
  const int width = m_appearance.px(256);
  return {width, heightForWidth(width)};
}

void FigureArea::paintEvent(QPaintEvent*) {
  const Figure* figure = m_source();
  if (figure == nullptr) return;
  QPainter painter(this);
  figure->paintTo(painter, QRectF(rect()), m_appearance.figureStyle());
}

}  // namespace heed::ui
