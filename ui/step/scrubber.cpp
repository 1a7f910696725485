#include "ui/step/scrubber.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kTickTop = 18;
constexpr double kTickHeight = 6;
constexpr double kTickGap = 2;
constexpr double kNameBaseline = 41;
constexpr double kHeight = 48;
constexpr double kKnobRadius = 8;
constexpr double kNameGap = 8;
/// Narrower ticks than this are one bar.
constexpr double kLeastPitch = 5;

}  // namespace

Scrubber::Scrubber(Walk& walk, Appearance& appearance, QWidget* parent)
    : QAbstractSlider(parent), m_walk(walk), m_appearance(appearance) {
  setOrientation(Qt::Horizontal);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setSingleStep(1);
  setPageStep(1);
  connect(&m_walk, &Walk::listChanged, this, &Scrubber::takeList);
  connect(&m_walk.focus(), &Focus::stepChanged, this, &Scrubber::takeList);
  connect(this, &QAbstractSlider::valueChanged, &m_walk, &Walk::goTo);
  connect(&m_appearance, &Appearance::changed, this, [this] {
    updateGeometry();
    update();
  });
  takeList();
}

void Scrubber::takeList() {
  const QSignalBlocker quiet(this);
  setRange(0, std::max(0, m_walk.list().count() - 1));
  setValue(m_walk.current());
  describe();
  update();
}

void Scrubber::describe() {
  if (m_walk.list().isEmpty() || m_walk.current() >= m_walk.list().count()) {
    setAccessibleName(tr("Steps"));
    return;
  }
  const StepRow& row = m_walk.list().row(m_walk.current());
  setAccessibleName(tr("Step %1 of %2: %3").arg(row.shown).arg(m_walk.list().forwardCount()).arg(row.title));
}

QSize Scrubber::sizeHint() const {
  return {m_appearance.px(360), m_appearance.px(kHeight)};
}

QSize Scrubber::minimumSizeHint() const {
  return {m_appearance.px(160), m_appearance.px(kHeight)};
}

double Scrubber::pitch() const {
  return width() / static_cast<double>(std::max(1, m_walk.list().count()));
}

int Scrubber::stepAt(double x) const {
  return std::clamp(static_cast<int>(x / pitch()), minimum(), maximum());
}

void Scrubber::place(Group& group, double pitch) const {
  const bool isCurrent = m_walk.current() >= group.first && m_walk.current() < group.first + group.count;
  const QFontMetricsF metrics(m_appearance.font(12, isCurrent ? 700 : 400));
  group.nameWidth = metrics.horizontalAdvance(phaseTitle(group.phase));
  const double middle = (group.first + group.count / 2.0) * pitch;
  group.nameLeft = std::clamp(middle - group.nameWidth / 2, 0.0, std::max(0.0, width() - group.nameWidth));
}

std::vector<Scrubber::Group> Scrubber::groups() const {
  std::vector<Group> groups;
  for (const StepRow& row : m_walk.list().rows()) {
    if (groups.empty() || groups.back().phase != row.phase) groups.push_back({row.phase, row.number, 0, false, 0, 0});
    ++groups.back().count;
  }
  for (Group& group : groups) place(group, pitch());
  const auto isCurrent = [this](const Group& group) {
    return m_walk.current() >= group.first && m_walk.current() < group.first + group.count;
  };
  const auto collides = [&](const Group& group) {
    return std::ranges::any_of(groups, [&](const Group& other) {
      return other.isNamed && group.nameLeft < other.nameLeft + other.nameWidth + m_appearance.px(kNameGap) &&
             other.nameLeft < group.nameLeft + group.nameWidth + m_appearance.px(kNameGap);
    });
  };
  for (Group& group : groups) group.isNamed = isCurrent(group);
  for (Group& group : groups) {
    // A group of one step is narrower than its name, so it is named only while it is current.
    if (!group.isNamed && group.count > 1 && !collides(group)) group.isNamed = true;
  }
  return groups;
}

void Scrubber::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = m_appearance.theme();
  const int count = m_walk.list().count();
  if (count == 0) return;
  const double step = pitch();
  const bool isForward = m_walk.list().direction() == Direction::Forward;
  const double top = m_appearance.px(kTickTop);
  const double height = m_appearance.px(kTickHeight);
  painter.setPen(Qt::NoPen);
  if (step < m_appearance.px(kLeastPitch)) {
    painter.fillRect(QRectF(0, top, width(), height), theme.strong);
    painter.fillRect(QRectF(0, top, (m_walk.current() + 0.5) * step, height), theme.ink);
  } else {
    for (int i = 0; i < count; ++i) {
      painter.setBrush(i <= m_walk.current() ? theme.ink : theme.strong);
      const double gap = m_appearance.px(kTickGap);
      painter.drawRoundedRect(QRectF(i * step + gap / 2, top, step - gap, height), 1.5, 1.5);
    }
  }
  for (const Group& group : groups()) {
    if (!group.isNamed) continue;
    const bool isCurrent = m_walk.current() >= group.first && m_walk.current() < group.first + group.count;
    painter.setFont(m_appearance.font(12, isCurrent ? 700 : 400));
    painter.setPen(isCurrent ? theme.text : theme.text3);
    painter.drawText(QPointF(group.nameLeft, m_appearance.px(kNameBaseline)), phaseTitle(group.phase));
  }
  const double radius = m_appearance.px(kKnobRadius);
  const double x = std::clamp((m_walk.current() + 0.5) * step, radius + 1, width() - radius - 1);
  painter.setBrush(theme.surface);
  painter.setPen(QPen(theme.ink, m_appearance.px(3)));
  painter.drawEllipse(QPointF(x, top + height / 2), radius - 0.5, radius - 0.5);
  if (!isForward) {
    painter.setPen(QPen(theme.ink, m_appearance.px(1.5)));
    const double arrow = m_appearance.px(2.5);
    painter.drawPolyline(QPolygonF({{x + arrow / 2, top + height / 2 - arrow},
                                    {x - arrow, top + height / 2},
                                    {x + arrow / 2, top + height / 2 + arrow}}));
  }
}

void Scrubber::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  setValue(stepAt(event->position().x()));
}

void Scrubber::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton)) setValue(stepAt(event->position().x()));
}

void Scrubber::sliderChange(SliderChange change) {
  QAbstractSlider::sliderChange(change);
  if (change == SliderValueChange) update();
}

bool Scrubber::event(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) describe();
  if (event->type() == QEvent::ToolTip && !m_walk.list().isEmpty()) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const StepRow& row = m_walk.list().row(stepAt(help->pos().x()));
    QToolTip::showText(help->globalPos(), tr("%1 %2").arg(row.shown).arg(row.title), this);
    return true;
  }
  return QAbstractSlider::event(event);
}

}  // namespace heed::ui
