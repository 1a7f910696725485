#include "ui/widgets/segmented_control.h"

#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/icon.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QPainterPath>
#include <QRadioButton>

namespace heed::ui {

namespace {

/// A radio button that looks like a piece of the control.
class SegmentButton : public QRadioButton {
 public:
  SegmentButton(const Appearance& appearance, const Segment& segment, SegmentSize size, QWidget* parent)
      : QRadioButton(segment.text, parent), m_appearance(appearance), m_segment(segment), m_size(size) {
    setAccessibleName(segment.accessibleName.isEmpty() ? segment.text : segment.accessibleName);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    if (segment.text.isEmpty()) setToolTip(accessibleName());
    follow(*this, appearance, [this] { setFont(m_appearance.font(fontSize(), 400, m_segment.use)); });
  }

  void setEnds(bool isFirst, bool isLast) {
    m_isFirst = isFirst;
    m_isLast = isLast;
    update();
  }

  [[nodiscard]] QSize sizeHint() const override {
    // As wide as it is when it is chosen, so that nothing moves then.
    const QFontMetrics metrics(chosenFont());
    int width = 2 * m_appearance.px(m_size == SegmentSize::Compact ? 9 : 11);
    if (!text().isEmpty()) width += metrics.horizontalAdvance(text());
    if (!m_segment.icon.isEmpty()) width += iconSize() + (text().isEmpty() ? 0 : m_appearance.px(5));
    const int height = m_appearance.px(m_size == SegmentSize::Compact ? 24 : 28);
    return {width, std::max(height, metrics.height() + m_appearance.px(4))};
  }
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  [[nodiscard]] bool hitButton(const QPoint& position) const override { return rect().contains(position); }

  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    const Theme& theme = m_appearance.theme();
    paintGround(painter);
    const QColor color = isEnabled() ? (isChecked() ? theme.onInk : theme.text2) : theme.text3;
    painter.setFont(isChecked() ? chosenFont() : font());
    painter.setPen(color);
    const QFontMetrics metrics(painter.font());
    const int gap = text().isEmpty() ? 0 : m_appearance.px(5);
    const int words = text().isEmpty() ? 0 : metrics.horizontalAdvance(text());
    const int glyph = m_segment.icon.isEmpty() ? 0 : iconSize() + gap;
    QRect place = rect();
    if (glyph > 0) {
      const int left = (width() - words - glyph) / 2;
      style::paintGlyph(painter, QRectF(left, 0, iconSize(), height()), iconSize(), m_segment.icon, color);
      place.setLeft(left + glyph);
      painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text());
    } else {
      painter.drawText(place, Qt::AlignCenter | Qt::TextSingleLine, text());
    }
  }

 private:
  [[nodiscard]] double fontSize() const { return m_size == SegmentSize::Compact ? 12 : 13; }
  [[nodiscard]] QFont chosenFont() const { return m_appearance.font(fontSize(), 600, m_segment.use); }
  [[nodiscard]] int iconSize() const { return m_appearance.px(m_size == SegmentSize::Compact ? 14 : 16); }

  void paintGround(QPainter& painter) {
    const Theme& theme = m_appearance.theme();
    QColor ground;
    if (isChecked()) {
      ground = isEnabled() ? theme.ink : theme.control;
    } else if (isEnabled() && underMouse()) {
      ground = theme.hover;
    }
    if (!ground.isValid()) return;
    const double radius = m_appearance.px(5);
    QPainterPath shape;
    shape.setFillRule(Qt::WindingFill);
    shape.addRoundedRect(rect(), radius, radius);
    if (!m_isFirst) shape.addRect(0, 0, radius, height());
    if (!m_isLast) shape.addRect(width() - radius, 0, radius, height());
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.fillPath(shape, ground);
  }

  const Appearance& m_appearance;
  Segment m_segment;
  SegmentSize m_size;
  bool m_isFirst = false;
  bool m_isLast = false;
};

}  // namespace

SegmentedControl::SegmentedControl(const Appearance& appearance, const QString& name, const QList<Segment>& segments,
                                   QWidget* parent, SegmentSize size)
    : QWidget(parent), m_appearance(appearance), m_size(size), m_group(new QButtonGroup(this)) {
  setAccessibleName(name);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  auto* row = new QHBoxLayout(this);
  follow(*this, appearance, [this, row] {
    const int edge = std::max(m_appearance.px(1), 1);
    row->setContentsMargins(edge, 0, edge, 0);
    row->setSpacing(edge);
  });
  connect(m_group, &QButtonGroup::idToggled, this, [this](int id, bool isOn) {
    update();
    letTabReachTheChosen();
    if (isOn) Q_EMIT currentChanged(id);
  });
  connect(m_group, &QButtonGroup::idClicked, this, &SegmentedControl::chosen);
  setSegments(segments);
}

void SegmentedControl::setSegments(const QList<Segment>& segments) {
  const QSignalBlocker quiet(m_group);
  const QList<QAbstractButton*> old = m_group->buttons();
  for (QAbstractButton* button : old) {
    m_group->removeButton(button);
    delete button;
  }
  for (int i = 0; i < segments.size(); ++i) {
    auto* button = new SegmentButton(m_appearance, segments[i], m_size, this);
    button->setEnds(i == 0, i + 1 == segments.size());
    m_group->addButton(button, i);
    layout()->addWidget(button);
  }
  if (!segments.isEmpty()) m_group->button(0)->setChecked(true);
  letTabReachTheChosen();
  updateGeometry();
}

/// Tab comes to the chosen piece only; Qt does so by itself only after the first visit.
void SegmentedControl::letTabReachTheChosen() {
  const QList<QAbstractButton*> buttons = m_group->buttons();
  for (QAbstractButton* button : buttons) {
    const bool isReached = button->isChecked() || m_group->checkedButton() == nullptr;
    button->setFocusPolicy(isReached ? Qt::StrongFocus : Qt::ClickFocus);
  }
}

int SegmentedControl::count() const {
  return static_cast<int>(m_group->buttons().size());
}

int SegmentedControl::currentIndex() const {
  return m_group->checkedId();
}

void SegmentedControl::setCurrentIndex(int index) {
  if (QAbstractButton* button = m_group->button(index)) button->setChecked(true);
}

void SegmentedControl::setSegmentEnabled(int index, bool isEnabled, const QString& reason) {
  if (QAbstractButton* button = m_group->button(index)) {
    button->setEnabled(isEnabled);
    button->setToolTip(reason);
  }
}

void SegmentedControl::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = m_appearance.theme();
  style::paintBox(painter, QRectF(rect()), m_appearance.px(6), theme.surface, isEnabled() ? theme.control : QColor(),
                  m_appearance.px(1));
  const QList<QAbstractButton*> buttons = m_group->buttons();
  for (qsizetype i = 0; i + 1 < buttons.size(); ++i) {
    if (buttons[i]->isChecked() || buttons[i + 1]->isChecked()) continue;
    const QRect place = buttons[i]->geometry();
    painter.fillRect(place.right() + 1, m_appearance.px(1), m_appearance.px(1), height() - 2 * m_appearance.px(1),
                     theme.border);
  }
}

}  // namespace heed::ui
