#include "ui/shell/figure_preview.h"

#include <QPainter>

#include <algorithm>

namespace heed::ui {

FigurePreview::FigurePreview(const Appearance& appearance, QWidget* parent)
    : QWidget(parent), m_appearance(appearance) {
  setMinimumSize(appearance.px(360), appearance.px(240));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigurePreview::setPicture(const QImage& picture) {
  m_picture = picture;
  update();
}

void FigurePreview::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), m_appearance.theme().window);
  if (m_picture.isNull()) return;
  const QSizeF room = QSizeF(size()) - QSizeF(2, 2);
  const QSizeF picture(m_picture.size());
  const double factor = std::min({room.width() / picture.width(), room.height() / picture.height(), 1.0});
  const QSizeF shown = picture * factor;
  const QRectF place(QPointF((width() - shown.width()) / 2, (height() - shown.height()) / 2), shown);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawImage(place, m_picture);
  painter.setPen(m_appearance.theme().border);
  painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5));
}

}  // namespace heed::ui
