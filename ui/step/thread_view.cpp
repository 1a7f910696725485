#include "ui/step/thread_view.h"

#include "ui/step/link_button.h"
#include "ui/theme/focus_ring.h"
#include "ui/widgets/follow.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace heed::ui {

ThreadRibbon::ThreadRibbon(Appearance& appearance, QWidget* parent)
    : QWidget(parent), m_appearance(appearance), m_figure({}, {}) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  FocusRing::setPaintsOwnFocus(*this);
  heed::ui::follow(*this, appearance, [] {});
}

void ThreadRibbon::setFigure(ThreadFigure figure) {
  m_figure = std::move(figure);
  m_current = 0;
  QStringList names;
  for (const ThreadStop& stop : m_figure.stops()) {
    QString words = stop.name + QStringLiteral(" = ") + stop.shown;
    if (!stop.remark.isEmpty()) words += QStringLiteral(", ") + stop.remark;
    names << words;
  }
  setAccessibleName(names.join(QStringLiteral(" ← ")));
  updateGeometry();
  update();
}

QRectF ThreadRibbon::area() const {
  return QRectF(rect()).adjusted(3, 3, -3, -3);
}

int ThreadRibbon::heightForWidth(int width) const {
  return static_cast<int>(std::ceil(m_figure.sizeFor(width - 6, m_appearance.figureStyle()).height())) + 6;
}

QSize ThreadRibbon::sizeHint() const {
  const int width = m_appearance.px(256);
  return {width, heightForWidth(width)};
}

void ThreadRibbon::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const FigureStyle style = m_appearance.figureStyle();
  m_figure.paintTo(painter, area(), style);
  if (!hasFocus() || m_figure.stops().empty()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(style.theme.ink, 2 * style.unit));
  painter.setBrush(Qt::NoBrush);
  const QRectF cell = m_figure.places(area(), style)[static_cast<std::size_t>(m_current)].cell;
  painter.drawRoundedRect(cell.adjusted(-2, -2, 2, 2), style.px(5), style.px(5));
}

void ThreadRibbon::setCurrent(int stop) {
  m_current = std::clamp(stop, 0, std::max(0, static_cast<int>(m_figure.stops().size()) - 1));
  update();
}

void ThreadRibbon::mousePressEvent(QMouseEvent* event) {
  const std::vector<ThreadFigure::Places> places = m_figure.places(area(), m_appearance.figureStyle());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const ThreadStop& stop = m_figure.stops()[i];
    if (places[i].cell.contains(event->position())) {
      setCurrent(static_cast<int>(i));
      Q_EMIT stopChosen(stop.step, stop.offset);
      return;
    }
    if (stop.factor && places[i].factor.contains(event->position())) {
      Q_EMIT stopChosen(stop.factor->step, stop.factor->offset);
      return;
    }
  }
}

void ThreadRibbon::mouseMoveEvent(QMouseEvent* event) {
  const std::vector<ThreadFigure::Places> places = m_figure.places(area(), m_appearance.figureStyle());
  const bool isOver = std::ranges::any_of(places, [&](const ThreadFigure::Places& place) {
    return place.cell.contains(event->position()) || place.factor.contains(event->position());
  });
  setCursor(isOver ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void ThreadRibbon::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
      setCurrent(m_current - 1);
      return;
    case Qt::Key_Right:
    case Qt::Key_Down:
      setCurrent(m_current + 1);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (!m_figure.stops().empty()) {
        const ThreadStop& stop = m_figure.stops()[static_cast<std::size_t>(m_current)];
        Q_EMIT stopChosen(stop.step, stop.offset);
      }
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void ThreadRibbon::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

ThreadView::ThreadView(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_appearance(appearance),
      m_back(new LinkButton({}, appearance, this)),
      m_title(new QLabel(this)),
      m_sentence(new FlowText(appearance, this, 13, 18)),
      m_ribbon(new ThreadRibbon(appearance, this)) {
  auto* layout = new QVBoxLayout(this);
  auto* head = new QHBoxLayout;
  head->addWidget(m_title);
  head->addStretch(1);
  head->addWidget(m_back, 0, Qt::AlignVCenter);
  layout->addLayout(head);
  layout->addWidget(m_sentence);
  layout->addWidget(m_ribbon);
  layout->addStretch(1);
  connect(m_back, &QAbstractButton::clicked, this, &ThreadView::closed);
  connect(m_ribbon, &ThreadRibbon::stopChosen, this, [this](int step, qint64 offset) { m_walk.follow(step, offset); });
  heed::ui::follow(*this, appearance, [this] { applyAppearance(); });
  retranslate();
}

void ThreadView::applyAppearance() {
  const int side = m_appearance.px(16);
  layout()->setContentsMargins(side, m_appearance.px(8), side, m_appearance.px(12));
  layout()->setSpacing(m_appearance.px(8));
  m_title->setFont(m_appearance.font(18, 600));
}

void ThreadView::retranslate() {
  m_back->setText(tr("Back"));
  m_back->setToolTip(tr("Back to the explanation"));
  m_title->setText(tr("The thread"));
  m_sentence->setRuns(flowOf(tr("Back to the input along the largest term; a link is as thick as its share.")));
}

void ThreadView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

void ThreadView::follow(int step, std::int64_t offset) {
  m_walk.session().ask(
      QStringLiteral("thread"),
      [step, offset](core::Evaluator& evaluator, const Computation& computation) {
        return threadOf(evaluator, computation, step, offset);
      },
      [this](std::vector<ThreadStop> stops) { m_ribbon->setFigure(ThreadFigure(std::move(stops), tr("The thread"))); },
      [this](const core::Error& error) { m_sentence->setRuns(flowOf(translated(error.text()))); });
}

}  // namespace heed::ui
