#include "ui/widgets/labels.h"

#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <utility>

namespace heed::ui {

namespace {

constexpr double kChipPadding = 4;
constexpr double kChipHeight = 20;
constexpr double kLetterGap = 3;
constexpr double kCropSide = 20;
constexpr double kLetterSize = 11;

constexpr int kTagPadding = 6;
constexpr int kTagHeight = 20;
constexpr int kTagGlyph = 14;
constexpr int kTagGap = 5;

struct TagColors {
  QColor ground;
  QColor text;
};

TagColors tagColors(const Theme& theme, TagTone tone) {
  switch (tone) {
    case TagTone::Warning:
      return {theme.warningTint, theme.warning};
    case TagTone::Error:
      return {theme.errorTint, theme.error};
    case TagTone::Good:
      return {theme.goodTint, theme.good};
    case TagTone::Plain:
      break;
  }
  return {theme.hover, theme.text2};
}

}  // namespace

QSizeF chipSize(const ChipText& chip, const Appearance& appearance, double size) {
  if (!chip.crop.isNull()) return QSizeF(appearance.px(kCropSide), appearance.px(kCropSide));
  const QFontMetricsF word(appearance.font(size, 600));
  double width = word.horizontalAdvance(chip.word) + 2 * appearance.px(kChipPadding);
  if (!chip.letter.isEmpty()) {
    width +=
        QFontMetricsF(appearance.font(kLetterSize, 500)).horizontalAdvance(chip.letter) + appearance.px(kLetterGap);
  }
  return {width, std::max<double>(appearance.px(kChipHeight), word.height())};
}

void paintChip(QPainter& painter, const QPointF& at, const ChipText& chip, const Appearance& appearance,
               ChipStyle style, double size) {
  const RoleColors colors = appearance.theme().role(chip.role);
  const QRectF box(at, chipSize(chip, appearance, size));
  if (!chip.crop.isNull()) {
    const double line = 2 * appearance.scale();
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, true);
    const QRectF area = box.adjusted(line / 2, line / 2, -line / 2, -line / 2);
    painter.drawImage(area, chip.crop);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.line, line, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawRect(area);
    painter.restore();
    return;
  }
  const bool isOutlined = style == ChipStyle::Outlined;
  style::paintBox(painter, box, appearance.px(3), isOutlined ? appearance.theme().surface : colors.tint,
                  isOutlined ? colors.line : QColor(), 1.5 * appearance.scale());
  painter.save();
  painter.setPen(colors.line);
  const QFont wordFont = appearance.font(size, 600);
  const QFontMetricsF metrics(wordFont);
  const double left = box.left() + appearance.px(kChipPadding);
  const double baseline = box.center().y() + (metrics.ascent() - metrics.descent()) / 2;
  painter.setFont(wordFont);
  painter.drawText(QPointF(left, baseline), chip.word);
  if (!chip.letter.isEmpty()) {
    painter.setFont(appearance.font(kLetterSize, 500));
    painter.drawText(QPointF(left + metrics.horizontalAdvance(chip.word) + appearance.px(kLetterGap), baseline),
                     chip.letter);
  }
  painter.restore();
}

Chip::Chip(const ChipText& chip, const Appearance& appearance, QWidget* parent, ChipStyle style)
    : QLabel(parent), m_appearance(appearance), m_style(style) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setChip(chip);
  follow(*this, appearance, [] {});
}

void Chip::setChip(const ChipText& chip) {
  m_chip = chip;
  setText(chip.word);
  setAccessibleName(chip.letter.isEmpty() ? chip.word : chip.word + QLatin1Char(' ') + chip.letter);
  updateGeometry();
}

QSize Chip::sizeHint() const {
  const QSizeF size = chipSize(m_chip, m_appearance);
  return {qCeil(size.width()), qCeil(size.height())};
}

void Chip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const double top = (height() - chipSize(m_chip, m_appearance).height()) / 2;
  paintChip(painter, QPointF(0, top), m_chip, m_appearance, m_style);
}

Tag::Tag(const QString& text, const Appearance& appearance, QWidget* parent, TagTone tone, QString iconName)
    : QLabel(text, parent), m_appearance(appearance), m_tone(tone), m_iconName(std::move(iconName)) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  follow(*this, appearance, [this] { setFont(m_appearance.font(12, 500)); });
}

QString Tag::glyph() const {
  switch (m_tone) {
    case TagTone::Warning:
      return QStringLiteral("warn");
    case TagTone::Error:
      return QStringLiteral("error");
    case TagTone::Good:
      return QStringLiteral("check");
    case TagTone::Plain:
      break;
  }
  return m_iconName;
}

QSize Tag::sizeHint() const {
  const QFontMetrics metrics(font());
  int width = metrics.horizontalAdvance(text()) + 2 * m_appearance.px(kTagPadding);
  if (!glyph().isEmpty()) width += m_appearance.px(kTagGlyph + kTagGap);
  return {width, std::max(m_appearance.px(kTagHeight), metrics.height())};
}

void Tag::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const TagColors colors = tagColors(m_appearance.theme(), m_tone);
  style::paintBox(painter, QRectF(rect()), m_appearance.px(4), colors.ground, QColor(), 0);
  QRect words = rect().adjusted(m_appearance.px(kTagPadding), 0, 0, 0);
  if (!glyph().isEmpty()) {
    const int side = m_appearance.px(kTagGlyph);
    style::paintGlyph(painter, QRectF(words.left(), 0, side, height()), side, glyph(), colors.text);
    words.setLeft(words.left() + m_appearance.px(kTagGlyph + kTagGap));
  }
  painter.setPen(colors.text);
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text());
}

ElidedLabel::ElidedLabel(const QString& text, QWidget* parent, Qt::TextElideMode mode)
    : QLabel(text, parent), m_mode(mode) {
  setTextFormat(Qt::PlainText);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedLabel::minimumSizeHint() const {
  const QFontMetrics metrics(font());
  return {metrics.averageCharWidth() * 4, metrics.height()};
}

bool ElidedLabel::isElided() const {
  return QFontMetrics(font()).horizontalAdvance(text()) > contentsRect().width();
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, foregroundRole()));
  const QString shown = painter.fontMetrics().elidedText(text(), m_mode, contentsRect().width());
  const Qt::Alignment placed = QStyle::visualAlignment(layoutDirection(), alignment());
  painter.drawText(contentsRect(), static_cast<int>(placed) | Qt::TextSingleLine, shown);
}

bool ElidedLabel::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && isElided()) {
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
    return true;
  }
  return QLabel::event(event);
}

}  // namespace heed::ui
