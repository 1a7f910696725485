#include "ui/theme/focus_ring.h"

#include "ui/theme/style_parts.h"

#include <QApplication>
#include <QFocusEvent>
#include <QPainter>

namespace heed::ui {

namespace {

constexpr char kOwnFocusProperty[] = "heedPaintsOwnFocus";
constexpr char kRoundProperty[] = "heedRound";
constexpr int kRing = 2;
constexpr int kRadius = 8;

/// Paints the ring where it can be seen: at an edge of the window it moves inside.
class Ring : public QFocusFrame {
 public:
  explicit Ring(const Appearance& appearance) : m_appearance(appearance) {}

 protected:
  void paintEvent(QPaintEvent*) override {
    if (parentWidget() == nullptr) return;
    const QRect visible = parentWidget()->rect().translated(-pos());
    QPainter painter(this);
    const bool isRound = widget() != nullptr && widget()->property(kRoundProperty).toBool();
    const double radius = isRound ? height() / 2.0 : m_appearance.px(kRadius);
    style::paintBox(painter, QRectF(rect().intersected(visible)), radius, QColor(), m_appearance.theme().ink,
                    m_appearance.px(kRing));
  }

 private:
  const Appearance& m_appearance;
};

bool isKey(Qt::FocusReason reason) {
  return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
}

}  // namespace

FocusRing::FocusRing(const Appearance& appearance, QObject* parent) : QObject(parent), m_appearance(appearance) {
  qApp->installEventFilter(this);
}

FocusRing::~FocusRing() {
  delete m_frame;
}

void FocusRing::setPaintsOwnFocus(QWidget& widget) {
  widget.setProperty(kOwnFocusProperty, true);
}

void FocusRing::setRound(QWidget& widget) {
  widget.setProperty(kRoundProperty, true);
}

QWidget* FocusRing::ringed() const {
  return m_frame.isNull() ? nullptr : m_frame->widget();
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn && watched->isWidgetType()) {
    const Qt::FocusReason reason = static_cast<const QFocusEvent*>(event)->reason();
    if (isKey(reason)) {
      m_isByKey = true;
    } else if (reason == Qt::MouseFocusReason) {
      m_isByKey = false;
    }
    auto* widget = static_cast<QWidget*>(watched);
    if (m_isByKey && !widget->isWindow() && !widget->property(kOwnFocusProperty).toBool()) {
      show(widget);
    } else {
      hide();
    }
  } else if (event->type() == QEvent::FocusOut && watched == ringed()) {
    hide();
  }
  return QObject::eventFilter(watched, event);
}

void FocusRing::show(QWidget* widget) {
  if (m_frame.isNull()) m_frame = new Ring(m_appearance);
  m_frame->setWidget(widget);
}

void FocusRing::hide() {
  if (!m_frame.isNull()) m_frame->setWidget(nullptr);
}

}  // namespace heed::ui
