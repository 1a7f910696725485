#include "ui/widgets/switch.h"

#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"

#include <QPainter>
#include <QStyle>

namespace heed::ui {

namespace {

constexpr int kTrackWidth = 28;
constexpr int kTrackHeight = 16;
constexpr int kKnobMargin = 2;
constexpr int kGap = 8;

}  // namespace

Switch::Switch(const Appearance& appearance, const QString& text, QWidget* parent)
    : QCheckBox(text, parent), m_appearance(appearance) {
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  follow(*this, appearance, [this] { setFont(m_appearance.font(13)); });
}

QSize Switch::sizeHint() const {
  const QFontMetrics metrics(font());
  const int words = text().isEmpty() ? 0 : m_appearance.px(kGap) + metrics.size(Qt::TextShowMnemonic, text()).width();
  return {m_appearance.px(kTrackWidth) + words, std::max(m_appearance.px(24), metrics.height())};
}

bool Switch::hitButton(const QPoint& position) const {
  return rect().contains(position);
}

void Switch::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = m_appearance.theme();
  const double height = m_appearance.px(kTrackHeight);
  QRectF track(0, (this->height() - height) / 2, m_appearance.px(kTrackWidth), height);
  track = QRectF(QStyle::visualRect(layoutDirection(), rect(), track.toRect()));
  const QColor ground = isChecked() && isEnabled() ? theme.ink : (isEnabled() ? theme.control : theme.strong);
  style::paintBox(painter, track, height / 2, ground, QColor(), 0);
  const double margin = m_appearance.px(kKnobMargin);
  QRectF knob(track.left() + margin, track.top() + margin, height - 2 * margin, height - 2 * margin);
  if (isChecked() == (layoutDirection() == Qt::LeftToRight)) knob.moveRight(track.right() - margin);
  style::paintBox(painter, knob, knob.height() / 2, isChecked() ? theme.onInk : theme.surface, QColor(), 0);
  const QRect words(m_appearance.px(kTrackWidth + kGap), 0, width() - m_appearance.px(kTrackWidth + kGap),
                    this->height());
  painter.setPen(isEnabled() ? theme.text2 : theme.text3);
  const Qt::Alignment alignment = QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter);
  painter.drawText(QStyle::visualRect(layoutDirection(), rect(), words),
                   static_cast<int>(alignment) | Qt::TextHideMnemonic | Qt::TextSingleLine, text());
}

}  // namespace heed::ui
