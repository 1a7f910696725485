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
constexpr double kLayerTickTop = 24;  ///< with two levels
constexpr double kLayerNameBaseline = 44;
constexpr double kPartHeight = 14;
constexpr double kPartSize = 11;  ///< of its name
constexpr double kPartGap = 3;
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
  connect(&m_walk, &Walk::layerChanged, this, &Scrubber::takeList);
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
  const QString place = tr("Step %1 of %2: %3").arg(row.shown).arg(m_walk.list().forwardCount()).arg(row.title);
  setAccessibleName(row.layer < 0 ? place : tr("%1, %2").arg(layerTitle(row.layer), place));
}

QSize Scrubber::sizeHint() const {
  return {m_appearance.px(360), m_appearance.px(kHeight)};
}

QSize Scrubber::minimumSizeHint() const {
  return {m_appearance.px(160), m_appearance.px(kHeight)};
}

StepPart Scrubber::shownSteps() const {
  const StepPart all{0, m_walk.list().count(), -1};
  if (m_walk.list().layerCount() == 0) return all;
  for (const StepPart& part : m_walk.list().parts()) {
    if (m_walk.current() >= part.first && m_walk.current() < part.first + part.count) return part;
  }
  return all;
}

std::vector<Scrubber::Part> Scrubber::parts() const {
  std::vector<Part> parts;
  if (m_walk.list().layerCount() == 0) return parts;
  const std::vector<StepPart> runs = m_walk.list().parts();
  const double gap = m_appearance.px(kPartGap);
  const double pitch = (width() + gap) / static_cast<double>(std::max<std::size_t>(runs.size(), 1));
  const QFontMetricsF metrics(m_appearance.font(kPartSize, 600));
  for (const StepPart& run : runs) {
    const auto place = static_cast<double>(parts.size());
    const bool isFirst = parts.empty();
    const bool isLast = parts.size() + 1 == runs.size();
    QString name = isFirst ? tr("before") : isLast ? tr("after") : tr("between");
    if (run.layer >= 0) name = layerTitle(run.layer);
    const QRectF area(place * pitch, 1, pitch - gap, m_appearance.px(kPartHeight));
    if (run.layer >= 0 && metrics.horizontalAdvance(name) > area.width() - 4) name = QString::number(run.layer);
    parts.push_back({run, name, area, metrics.horizontalAdvance(name) <= area.width() - 4});
  }
  return parts;
}

const Scrubber::Part* Scrubber::partAt(const std::vector<Part>& parts, QPointF position) const {
  if (position.y() > m_appearance.px(kPartHeight) + 1) return nullptr;
  for (const Part& part : parts) {
    if (position.x() < part.area.right() + m_appearance.px(kPartGap)) return &part;
  }
  return nullptr;
}

/// A layer opens at the same step, what lies around layers at its first.
void Scrubber::goToPart(const Part& part) {
  const bool isInLayer = m_walk.list().row(m_walk.current()).layer >= 0;
  if (part.steps.layer >= 0 && isInLayer) {
    m_walk.setLayer(part.steps.layer);
  } else {
    m_walk.goTo(part.steps.first);
  }
}

double Scrubber::tickTop() const {
  return m_appearance.px(m_walk.list().layerCount() > 0 ? kLayerTickTop : kTickTop);
}

double Scrubber::pitch() const {
  return width() / static_cast<double>(std::max(1, shownSteps().count));
}

int Scrubber::stepAt(double x) const {
  const StepPart shown = shownSteps();
  return std::clamp(shown.first + static_cast<int>(x / pitch()), shown.first,
                    std::max(shown.first, shown.first + shown.count - 1));
}

void Scrubber::place(Group& group, double pitch) const {
  const bool isCurrent = m_walk.current() >= group.first && m_walk.current() < group.first + group.count;
  const QFontMetricsF metrics(m_appearance.font(12, isCurrent ? 700 : 400));
  group.nameWidth = metrics.horizontalAdvance(phaseTitle(group.phase));
  const double middle = (group.first - shownSteps().first + group.count / 2.0) * pitch;
  group.nameLeft = std::clamp(middle - group.nameWidth / 2, 0.0, std::max(0.0, width() - group.nameWidth));
}

std::vector<Scrubber::Group> Scrubber::groups() const {
  std::vector<Group> groups;
  const StepPart shown = shownSteps();
  for (const StepRow& row : m_walk.list().rows()) {
    if (row.number < shown.first || row.number >= shown.first + shown.count) continue;
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
  const StepPart shown = shownSteps();
  if (shown.count == 0) return;
  paintParts(painter);
  const int here = m_walk.current() - shown.first;
  const double step = pitch();
  const bool isForward = m_walk.list().direction() == Direction::Forward;
  const double top = tickTop();
  const double height = m_appearance.px(kTickHeight);
  painter.setPen(Qt::NoPen);
  if (step < m_appearance.px(kLeastPitch)) {
    painter.fillRect(QRectF(0, top, width(), height), theme.strong);
    painter.fillRect(QRectF(0, top, (here + 0.5) * step, height), theme.ink);
  } else {
    for (int i = 0; i < shown.count; ++i) {
      painter.setBrush(i <= here ? theme.ink : theme.strong);
      const double gap = m_appearance.px(kTickGap);
      painter.drawRoundedRect(QRectF(i * step + gap / 2, top, step - gap, height), 1.5, 1.5);
    }
  }
  for (const Group& group : groups()) {
    if (!group.isNamed) continue;
    const bool isCurrent = m_walk.current() >= group.first && m_walk.current() < group.first + group.count;
    painter.setFont(m_appearance.font(12, isCurrent ? 700 : 400));
    painter.setPen(isCurrent ? theme.text : theme.text3);
    const double baseline = m_walk.list().layerCount() > 0 ? kLayerNameBaseline : kNameBaseline;
    painter.drawText(QPointF(group.nameLeft, m_appearance.px(baseline)), phaseTitle(group.phase));
  }
  const double radius = m_appearance.px(kKnobRadius);
  const double x = std::clamp((here + 0.5) * step, radius + 1, width() - radius - 1);
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

void Scrubber::paintParts(QPainter& painter) const {
  const Theme& theme = m_appearance.theme();
  const StepPart shown = shownSteps();
  for (const Part& part : parts()) {
    const bool isCurrent = part.steps.first == shown.first;
    const double radius = m_appearance.px(3);
    painter.setPen(isCurrent ? QPen(Qt::NoPen) : QPen(theme.border, 1));
    painter.setBrush(isCurrent ? theme.ink : theme.surface);
    painter.drawRoundedRect(part.area.adjusted(0.5, 0, -0.5, 0), radius, radius);
    if (!part.isNamed) continue;
    painter.setFont(m_appearance.font(kPartSize, isCurrent ? 600 : 400));
    painter.setPen(isCurrent ? theme.onInk : theme.text2);
    painter.drawText(part.area, Qt::AlignCenter | Qt::TextDontClip, part.name);
  }
}

void Scrubber::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const std::vector<Part> layers = parts();
  if (const Part* part = partAt(layers, event->position())) {
    goToPart(*part);
    m_isOnSteps = false;
    return;
  }
  m_isOnSteps = true;
  setValue(stepAt(event->position().x()));
}

void Scrubber::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons().testFlag(Qt::LeftButton) && m_isOnSteps) setValue(stepAt(event->position().x()));
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
