#include "ui/step/start_chip.h"

#include "ui/tensorview/number_text.h"
#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"

#include <QEvent>
#include <QPainter>

#include <cmath>

namespace heed::ui {

namespace {

constexpr double kHeight = 24;
constexpr double kPadding = 8;
constexpr double kGap = 8;
constexpr double kLeastWidth = 150;
const QString kKey = QStringLiteral("B");

}  // namespace

StartChip::StartChip(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent), m_walk(walk), m_appearance(appearance) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(&m_walk, &Walk::listChanged, this, &StartChip::refresh);
  connect(&m_walk.focus(), &Focus::directionChanged, this, &StartChip::refresh);
  follow(*this, appearance, [this] { setFixedHeight(m_appearance.px(kHeight)); });
  refresh();
}

void StartChip::refresh() {
  const auto start = m_walk.backwardStart();
  m_sentence.clear();
  if (start && std::isnan(start->number)) {
    m_sentence = tr("from %1").arg(start->name);
  } else if (start) {
    m_sentence = tr("from %1 = %2").arg(start->name, fixedText(start->number, 2));
  }
  setAccessibleName(m_sentence);
  setToolTip(m_sentence.isEmpty() ? QString() : tr("The gradients are those of this number (B)"));
  setVisible(!m_sentence.isEmpty());
  updateGeometry();
  update();
}

QFont StartChip::textFont() const {
  return m_appearance.font(13, 500);
}

int StartChip::keyWidth() const {
  return static_cast<int>(std::ceil(QFontMetricsF(m_appearance.font(11)).horizontalAdvance(kKey))) +
         m_appearance.px(10);
}

QSize StartChip::sizeHint() const {
  const double width = QFontMetricsF(textFont()).horizontalAdvance(m_sentence) + 2 * m_appearance.px(kPadding) +
                       m_appearance.px(kGap) + keyWidth();
  return {static_cast<int>(std::ceil(width)) + 1, m_appearance.px(kHeight)};
}

QSize StartChip::minimumSizeHint() const {
  return {std::min(sizeHint().width(), m_appearance.px(kLeastWidth)), m_appearance.px(kHeight)};
}

void StartChip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) refresh();
  QWidget::changeEvent(event);
}

void StartChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = m_appearance.theme();
  const QRect ground = rect().adjusted(0, 0, -keyWidth() - m_appearance.px(kGap), 0);
  style::paintBox(painter, QRectF(ground).adjusted(0.5, 0.5, -0.5, -0.5), m_appearance.px(4), theme.surface, theme.ink,
                  1.5 * m_appearance.scale());
  painter.setFont(textFont());
  painter.setPen(theme.text);
  const QFontMetrics metrics(textFont());
  const QRect inside = ground.adjusted(m_appearance.px(kPadding), 0, -m_appearance.px(kPadding), 0);
  painter.drawText(inside, Qt::AlignCenter, metrics.elidedText(m_sentence, Qt::ElideMiddle, inside.width() + 1));
  const QRectF key(width() - keyWidth(), (height() - m_appearance.px(18)) / 2.0, keyWidth(), m_appearance.px(18));
  style::paintBox(painter, key, m_appearance.px(4), theme.surface, theme.strong, m_appearance.px(1));
  painter.setFont(m_appearance.font(11));
  painter.setPen(theme.text2);
  painter.drawText(key, Qt::AlignCenter, kKey);
}

}  // namespace heed::ui
