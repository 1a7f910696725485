#include "ui/theme/focus_ring.h"

#include <QApplication>
#include <QFocusEvent>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr char kOwnFocusProperty[] = "heedPaintsOwnFocus";
constexpr int kPen = 2;
constexpr int kArm = 9;  ///< of a bracket, as long as the widget has room for two

/// Paints four corner brackets where they can be seen: at an edge of the window they move inside.
class Ring : public QFocusFrame {
 public:
  explicit Ring(const Appearance& appearance) : m_appearance(appearance) {}

 protected:
  void paintEvent(QPaintEvent*) override {
    if (parentWidget() == nullptr) return;
    const QRect visible = parentWidget()->rect().translated(-pos());
    QPainter painter(this);
    const double pen = std::max(m_appearance.px(kPen), 1);
    const QRectF place = QRectF(rect().intersected(visible)).adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2);
    const double arm = std::min({static_cast<double>(m_appearance.px(kArm)), place.width() / 3, place.height() / 3});
    painter.setPen(QPen(m_appearance.theme().ink, pen, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    for (const QPointF corner : {place.topLeft(), place.topRight(), place.bottomLeft(), place.bottomRight()}) {
      const double right = corner.x() < place.center().x() ? arm : -arm;
      const double down = corner.y() < place.center().y() ? arm : -arm;
      painter.drawPolyline(QPolygonF({corner + QPointF(right, 0), corner, corner + QPointF(0, down)}));
    }
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
