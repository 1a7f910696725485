#include "ui/step/step_trail.h"

#include "core/model/formula_text.h"
#include "ui/step/reached_number.h"
#include "ui/tensorview/number_text.h"
#include "ui/theme/focus_ring.h"
#include "ui/widgets/follow.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace heed::ui {

namespace {

constexpr double kHeight = 24;
constexpr double kBoxPadding = 6;
constexpr double kPadding = 3;
constexpr double kGap = 4;
constexpr double kArrowWidth = 14;
constexpr double kLetterSize = 15;
constexpr double kNumberSize = 12;

QString plainLetter(const std::string& letter) {
  return QString::fromStdString(core::formulaAsText(letter.substr(0, letter.find('_'))));
}

QString numberText(double number, core::Role role) {
  if (role == core::Role::Weights && number >= 0.0 && number <= 1.0) return weightCellText(number);
  return std::isfinite(number) ? fixedText(number, 2) : readoutText(number);
}

QFont letterFont(const Appearance& appearance) {
  QFont font = appearance.font(kLetterSize, 400, FontUse::Mathematics);
  font.setItalic(true);
  return font;
}

}  // namespace

StepTrail::StepTrail(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent), m_walk(walk), m_appearance(appearance) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  FocusRing::setPaintsOwnFocus(*this);
  connect(&m_walk, &Walk::trailChanged, this, &StepTrail::refresh);
  connect(&m_walk, &Walk::cellChanged, this, &StepTrail::refresh);
  connect(&m_walk, &Walk::insideChanged, this, &StepTrail::refresh);
  follow(*this, appearance, [this] { setFixedHeight(m_appearance.px(kHeight)); });
  refresh();
}

void StepTrail::refresh() {
  setFocusPolicy(m_walk.trail().empty() ? Qt::NoFocus : Qt::StrongFocus);
  m_selected = 1;
  QStringList names;
  for (const Crumb& crumb : allCrumbs()) names << crumb.letter + QLatin1Char(' ') + crumb.number;
  setAccessibleName(tr("Way here: %1").arg(names.join(QStringLiteral(" ‹ "))));
  updateGeometry();
  update();
}

std::vector<StepTrail::Crumb> StepTrail::allCrumbs() const {
  std::vector<Crumb> all;
  // Without a cell there is nothing that the way led to.
  if (m_walk.cell() == nullptr) return all;
  if (m_walk.content() != nullptr) {
    const StageMatrix& shown = m_walk.content()->result;
    const auto place = m_walk.focus().cell();
    const auto reached = place ? reachedNumber(m_walk, *place) : std::nullopt;
    const bool isNothing = reached && reached->from == ReachedNumber::From::Nothing;
    const double number = reached ? reached->number : m_walk.cell()->number;
    all.push_back({plainLetter(shown.letter),
                   isNothing       ? QString(QChar(0x2026))
                   : shown.isIndex ? readoutText(number, 0)
                                   : numberText(number, shown.role),
                   shown.role,
                   {}});
  }
  for (const TrailEntry& entry : m_walk.trail()) {
    all.push_back({plainLetter(entry.letter),
                   entry.isIndex ? readoutText(entry.number, 0) : numberText(entry.number, entry.role),
                   entry.role,
                   {}});
  }
  const QFontMetricsF letters(letterFont(m_appearance));
  const QFontMetricsF numbers(m_appearance.font(kNumberSize, 600, FontUse::Numbers));
  double x = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double padding = m_appearance.px(i == 0 ? kBoxPadding : kPadding);
    if (i > 0) x += m_appearance.px(kArrowWidth);
    const double width = letters.horizontalAdvance(all[i].letter) + m_appearance.px(kGap) +
                         numbers.horizontalAdvance(all[i].number) + 2 * padding;
    all[i].rect = QRectF(x, 0, width, m_appearance.px(kHeight));
    x += width;
  }
  return all;
}

std::vector<StepTrail::Crumb> StepTrail::crumbs() const {
  std::vector<Crumb> shown = allCrumbs();
  std::erase_if(shown, [this](const Crumb& crumb) { return crumb.rect.right() > width() + 0.5; });
  return shown;
}

QSize StepTrail::sizeHint() const {
  const std::vector<Crumb> all = allCrumbs();
  const double width = all.empty() ? 0 : all.back().rect.right() + 1;
  return {static_cast<int>(std::ceil(width)), m_appearance.px(kHeight)};
}

QSize StepTrail::minimumSizeHint() const {
  const std::vector<Crumb> all = allCrumbs();
  const double width = all.empty() ? 0 : all.front().rect.right() + 1;
  return {static_cast<int>(std::ceil(width)), m_appearance.px(kHeight)};
}

void StepTrail::goTo(int position) {
  for (int i = 0; i < position; ++i) m_walk.back();
}

void StepTrail::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = m_appearance.theme();
  const std::vector<Crumb> shown = crumbs();
  const QFont letterFace = letterFont(m_appearance);
  const QFontMetricsF letters(letterFace);
  const QFontMetricsF numbers(m_appearance.font(kNumberSize, 600, FontUse::Numbers));
  const double baseline = m_appearance.px(16.5);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const QRectF& rect = shown[i].rect;
    double x = rect.left() + m_appearance.px(i == 0 ? kBoxPadding : kPadding);
    if (i == 0) {
      painter.setPen(QPen(theme.ink, 1.5 * m_appearance.scale()));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), m_appearance.px(4), m_appearance.px(4));
    } else {
      painter.setPen(theme.text3);
      painter.setFont(m_appearance.font(13));
      painter.drawText(QRectF(rect.left() - m_appearance.px(kArrowWidth), 0, m_appearance.px(kArrowWidth), height()),
                       Qt::AlignCenter, QStringLiteral("‹"));
    }
    painter.setFont(letterFace);
    painter.setPen(theme.role(shown[i].role).line);
    painter.drawText(QPointF(x, baseline), shown[i].letter);
    x += letters.horizontalAdvance(shown[i].letter) + m_appearance.px(kGap);
    painter.setFont(m_appearance.font(kNumberSize, i == 0 ? 600 : 400, FontUse::Numbers));
    painter.setPen(i == 0 ? theme.text : theme.text2);
    painter.drawText(QPointF(x, baseline), shown[i].number);
    if (i == 0) continue;
    painter.setPen(QPen(theme.control, 1.5 * m_appearance.scale(), Qt::DotLine));
    const double line = baseline + m_appearance.px(3.5);
    painter.drawLine(QPointF(x, line), QPointF(x + numbers.horizontalAdvance(shown[i].number), line));
    if (hasFocus() && static_cast<int>(i) == m_selected) {
      painter.setPen(QPen(theme.ink, 2 * m_appearance.scale()));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), m_appearance.px(4), m_appearance.px(4));
    }
  }
}

void StepTrail::mousePressEvent(QMouseEvent* event) {
  const std::vector<Crumb> shown = crumbs();
  for (std::size_t i = 1; i < shown.size(); ++i) {
    if (!shown[i].rect.contains(event->position())) continue;
    goTo(static_cast<int>(i));
    return;
  }
}

void StepTrail::mouseMoveEvent(QMouseEvent* event) {
  const std::vector<Crumb> shown = crumbs();
  const bool isOver = std::ranges::any_of(
      shown, [&](const Crumb& crumb) { return &crumb != &shown.front() && crumb.rect.contains(event->position()); });
  setCursor(isOver ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StepTrail::keyPressEvent(QKeyEvent* event) {
  const int last = static_cast<int>(crumbs().size()) - 1;
  switch (event->key()) {
    case Qt::Key_Right:
      m_selected = std::min(m_selected + 1, last);
      break;
    case Qt::Key_Left:
      m_selected = std::max(m_selected - 1, std::min(1, last));
      break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      goTo(m_selected);
      return;
    default:
      QWidget::keyPressEvent(event);
      return;
  }
  update();
}

void StepTrail::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

}  // namespace heed::ui
