#include "ui/shell/drop_overlay.h"

#include "ui/theme/style_parts.h"

#include <QPainter>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr double kInset = 8;
constexpr double kPadding = 16;
constexpr double kLabelHeight = 44;
constexpr double kGlyph = 20;

}  // namespace

DropOverlay::DropOverlay(const Appearance& appearance, QWidget& window) : QWidget(&window), m_appearance(appearance) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
}

void DropOverlay::say(const QString& words, bool isPossible) {
  m_words = words;
  m_isPossible = isPossible;
  setAccessibleName(words);
  setGeometry(parentWidget()->rect());
  raise();
  show();
  update();
}

void DropOverlay::paintEvent(QPaintEvent*) {
  const Theme& theme = m_appearance.theme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const double inset = m_appearance.px(kInset);
  QPen frame(m_isPossible ? theme.ink : theme.error, m_appearance.px(2));
  frame.setDashPattern({4, 3});
  painter.setPen(frame);
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), m_appearance.px(8),
                          m_appearance.px(8));

  painter.setFont(m_appearance.font(14, 600));
  const double padding = m_appearance.px(kPadding);
  const double glyph = m_appearance.px(kGlyph);
  const double most = std::max(width() - 4.0 * inset - 2.0 * padding - glyph, 40.0);
  const QString words = painter.fontMetrics().elidedText(m_words, Qt::ElideMiddle, static_cast<int>(most));
  const double wide = painter.fontMetrics().horizontalAdvance(words) + 2.0 * padding + glyph + m_appearance.px(8);
  const QRectF box((width() - wide) / 2.0, (height() - m_appearance.px(kLabelHeight)) / 2.0, wide,
                   m_appearance.px(kLabelHeight));
  const QColor ground = m_isPossible ? theme.ink : theme.errorTint;
  const QColor ink = m_isPossible ? theme.onInk : theme.error;
  style::paintBox(painter, box, m_appearance.px(8), ground, m_isPossible ? QColor() : theme.error, 1);
  style::paintGlyph(painter, QRectF(box.left() + padding, box.top(), glyph, box.height()), glyph,
                    m_isPossible ? QStringLiteral("down") : QStringLiteral("error"), ink);
  painter.setPen(m_isPossible ? theme.onInk : theme.text);
  painter.drawText(box.adjusted(padding + glyph + m_appearance.px(8), 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                   words);
}

}  // namespace heed::ui
