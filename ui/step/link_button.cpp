#include "ui/step/link_button.h"

#include "ui/widgets/follow.h"

#include <QPainter>

#include <cmath>

namespace heed::ui {

namespace {

constexpr double kSize = 12;
constexpr double kHeight = 24;
constexpr double kMarkWidth = 13;

}  // namespace

LinkButton::LinkButton(const QString& text, const Appearance& appearance, QWidget* parent, Mark mark)
    : QAbstractButton(parent), m_appearance(appearance), m_mark(mark) {
  setText(text);
  setCursor(Qt::PointingHandCursor);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAttribute(Qt::WA_Hover);
  follow(*this, appearance, [this] { setFont(m_appearance.font(kSize)); });
}

QSize LinkButton::sizeHint() const {
  const double mark = m_mark == Mark::HollowDot ? m_appearance.px(kMarkWidth) : 0;
  return {static_cast<int>(std::ceil(QFontMetricsF(m_appearance.font(kSize)).horizontalAdvance(text()) + mark)),
          m_appearance.px(kHeight)};
}

void LinkButton::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = m_appearance.theme();
  double left = 0;
  if (m_mark == Mark::HollowDot) {
    painter.setPen(QPen(theme.ink, m_appearance.px(1.3)));
    painter.drawEllipse(QPointF(m_appearance.px(4), height() / 2.0), 2.8 * m_appearance.scale(),
                        2.8 * m_appearance.scale());
    left = m_appearance.px(kMarkWidth);
  }
  const QFont font = m_appearance.font(kSize);
  const QFontMetricsF metrics(font);
  const double baseline = (height() + metrics.ascent() - metrics.descent()) / 2;
  painter.setFont(font);
  painter.setPen(isEnabled() ? theme.text : theme.text3);
  painter.drawText(QPointF(left, baseline), text());
  painter.setPen(QPen(underMouse() && isEnabled() ? theme.ink : theme.control, m_appearance.px(1)));
  const double line = baseline + m_appearance.px(3) + 0.5;
  painter.drawLine(QPointF(left, line), QPointF(left + metrics.horizontalAdvance(text()), line));
}

}  // namespace heed::ui
