#include "ui/step/lock_chip.h"

#include "ui/step/place_words.h"

#include "ui/step/stage_picture.h"
#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/icon.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QPainter>

#include <cmath>

namespace heed::ui {

namespace {

constexpr double kHeight = 24;
constexpr double kPadding = 7;
constexpr double kIcon = 14;
constexpr double kGap = 6;
constexpr qsizetype kLongestWord = 14;
const QString kArrow = QStringLiteral("→");
const QString kKey = QStringLiteral("Esc");

QString wordOf(const core::Axis& axis, std::int64_t index) {
  const bool isGrid = axis.labels != nullptr && axis.labels->gridColumns > 0;
  if (isGrid) {
    return QStringLiteral("%1, %2").arg(index / axis.labels->gridColumns).arg(index % axis.labels->gridColumns);
  }
  const QString word = placeText(axis, index);
  return word.size() <= kLongestWord ? word : word.left(6) + QStringLiteral("…") + word.right(6);
}

Role roleOf(const core::Axis& axis) {
  if (axis.meaning == core::AxisMeaning::Query) return Role::Query;
  return axis.meaning == core::AxisMeaning::Key ? Role::Key : Role::None;
}

}  // namespace

LockChip::LockChip(Walk& walk, Appearance& appearance, QWidget* parent)
    : QAbstractButton(parent), m_walk(walk), m_appearance(appearance) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setFocusPolicy(Qt::TabFocus);
  connect(&m_walk.focus(), &Focus::cellChanged, this, &LockChip::refresh);
  connect(&m_walk, &Walk::contentChanged, this, &LockChip::refresh);
  connect(this, &QAbstractButton::clicked, this, [this] { m_walk.focus().release(); });
  follow(*this, appearance, [] {});
  refresh();
}

void LockChip::refresh() {
  const auto locked = m_walk.focus().locked();
  const StageMatrix* shown = m_walk.content() == nullptr ? nullptr : &m_walk.content()->result;
  const bool isThere =
      locked && shown != nullptr && locked->row < shown->rowCount() && locked->column < shown->columnCount();
  if (isThere) {
    m_row = placeOf(shown->rows, locked->row);
    m_column = shown->columnCount() > 1 ? placeOf(shown->columns, locked->column) : Place();
    setAccessibleName(m_column.word.isEmpty() ? tr("Locked: %1. Release").arg(m_row.word)
                                              : tr("Locked: %1 to %2. Release").arg(m_row.word, m_column.word));
    setToolTip(tr("Release the locked cell (Esc)"));
  }
  setVisible(isThere);
  updateGeometry();
  update();
}

LockChip::Place LockChip::placeOf(const core::Axis& axis, std::int64_t index) const {
  const PatchPicture* patches = m_walk.content() == nullptr ? nullptr : m_walk.content()->patches.get();
  const bool isPatch = patches != nullptr && isPatchAxis(axis, *patches);
  return {wordOf(axis, index), roleOf(axis), isPatch ? patches->crop(index) : QImage()};
}

double LockChip::widthOf(const Place& place) const {
  if (!place.crop.isNull()) return chipSize({place.word, place.role, {}, place.crop}, m_appearance).width();
  return QFontMetricsF(m_appearance.font(12, 600)).horizontalAdvance(place.word);
}

void LockChip::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) refresh();
  QAbstractButton::changeEvent(event);
}

QSize LockChip::sizeHint() const {
  const QFontMetricsF words(m_appearance.font(12, 600));
  const QFontMetricsF keys(m_appearance.font(11));
  double width = 2 * m_appearance.px(kPadding) + m_appearance.px(kIcon + kGap) + widthOf(m_row);
  if (!m_column.word.isEmpty()) {
    width += words.horizontalAdvance(kArrow) + widthOf(m_column) + 2 * m_appearance.px(kGap);
  }
  width += m_appearance.px(kGap + 10) + keys.horizontalAdvance(kKey);
  return {static_cast<int>(std::ceil(width)), m_appearance.px(kHeight)};
}

void LockChip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = m_appearance.theme();
  const QFont wordFont = m_appearance.font(12, 600);
  const QFontMetricsF words(wordFont);
  const QFontMetricsF keys(m_appearance.font(11));
  const double keyWidth = keys.horizontalAdvance(kKey) + m_appearance.px(10);
  const QRectF ground(0, 0, width() - keyWidth - m_appearance.px(kGap), height());
  style::paintBox(painter, ground, m_appearance.px(4), underMouse() ? theme.selected : theme.hover, QColor(), 0);
  double x = m_appearance.px(kPadding);
  const double icon = m_appearance.px(kIcon);
  paintIcon(painter, QRectF(x, (height() - icon) / 2, icon, icon), QStringLiteral("lock"), theme.text2);
  x += icon + m_appearance.px(kGap);
  const double baseline = (height() + words.ascent() - words.descent()) / 2;
  const auto write = [&](const QString& text, const QColor& color) {
    painter.setFont(wordFont);
    painter.setPen(color);
    painter.drawText(QPointF(x, baseline), text);
    x += words.horizontalAdvance(text) + m_appearance.px(kGap);
  };
  const auto show = [&](const Place& place) {
    if (place.crop.isNull()) {
      write(place.word, place.role == Role::None ? theme.text : theme.role(place.role).line);
      return;
    }
    const ChipText chip{place.word, place.role, {}, place.crop};
    const QSizeF size = chipSize(chip, m_appearance);
    paintChip(painter, QPointF(x, (height() - size.height()) / 2), chip, m_appearance);
    x += size.width() + m_appearance.px(kGap);
  };
  show(m_row);
  if (!m_column.word.isEmpty()) {
    write(kArrow, theme.text2);
    show(m_column);
  }
  const QRectF key(width() - keyWidth, (height() - m_appearance.px(18)) / 2.0, keyWidth, m_appearance.px(18));
  style::paintBox(painter, key, m_appearance.px(4), theme.surface, theme.strong, m_appearance.px(1));
  painter.setFont(m_appearance.font(11));
  painter.setPen(theme.text2);
  painter.drawText(key, Qt::AlignCenter, kKey);
}

}  // namespace heed::ui
