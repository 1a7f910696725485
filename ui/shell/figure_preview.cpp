#include "ui/shell/figure_preview.h"

#include <QPainter>

#include <cmath>

namespace heed::ui {

FigurePreview::FigurePreview(const Appearance& appearance, QWidget* parent)
    : QWidget(parent), m_appearance(appearance) {
  setMinimumSize(appearance.px(360), appearance.px(240));
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigurePreview::setPicture(const QImage& picture) {
  m_picture = picture;
  m_shown = {};
  update();
}

void FigurePreview::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), m_appearance.theme().window);
  if (m_picture.isNull()) return;
  const double ratio = devicePixelRatioF();
  const QSize room = ((QSizeF(size()) - QSizeF(2, 2)) * ratio).toSize();
  QSize pixels = m_picture.size();
  if (pixels.width() > room.width() || pixels.height() > room.height()) pixels.scale(room, Qt::KeepAspectRatio);
  if (pixels.isEmpty()) return;
  if (m_shown.size() != pixels) {
    m_shown = m_picture.scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
  }
  m_shown.setDevicePixelRatio(ratio);
  const QSizeF shown = QSizeF(pixels) / ratio;
  // On whole pixels, so that every pixel of the picture is one of the screen.
  const QRectF place(QPointF(std::floor((width() - shown.width()) / 2), std::floor((height() - shown.height()) / 2)),
                     shown);
  painter.drawImage(place.topLeft(), m_shown);
  painter.setPen(m_appearance.theme().border);
  painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5));
}

}  // namespace heed::ui
