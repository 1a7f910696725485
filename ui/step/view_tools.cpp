#include "ui/step/view_tools.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/follow.h"

#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>

namespace heed::ui {

namespace {

constexpr int kButton = 26;
constexpr int kIcon = 16;

}  // namespace

ViewTools::ViewTools(const Appearance& appearance, QWidget& view, const QList<QWidget*>& focused)
    : QWidget(&view),
      m_appearance(appearance),
      m_view(view),
      m_focused(focused),
      m_copy(new IconButton(QStringLiteral("copy"), {}, appearance, this, kButton, kIcon)),
      m_export(new IconButton(QStringLiteral("export"), {}, appearance, this, kButton, kIcon)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_copy);
  layout->addWidget(m_export);
  m_focused << m_copy << m_export;
  view.installEventFilter(this);
  for (QWidget* widget : m_focused) {
    if (widget != &view) widget->installEventFilter(this);
  }
  connect(m_copy, &QToolButton::clicked, this, &ViewTools::copyRequested);
  connect(m_export, &QToolButton::clicked, this, &ViewTools::exportRequested);
  retranslate();
  follow(*this, appearance, [this, layout] { layout->setSpacing(m_appearance.px(2)); });
  refresh();
}

void ViewTools::retranslate() {
  m_copy->setName(tr("Copy as a picture"));
  m_export->setName(tr("Export this view"));
}

void ViewTools::setPossible(bool isPossible) {
  m_isPossible = isPossible;
  refresh();
}

void ViewTools::placeAt(const QPoint& upperRight) {
  const QSize size(m_appearance.px(2 * kButton + 2), m_appearance.px(kButton));
  setGeometry(QRect(upperRight - QPoint(size.width(), 0), size));
  raise();
}

void ViewTools::refresh() {
  const bool isWanted =
      m_view.underMouse() || std::ranges::any_of(m_focused, [](const QWidget* widget) { return widget->hasFocus(); });
  setVisible(isWanted && m_isPossible);
}

bool ViewTools::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Enter:
    case QEvent::Leave:
    case QEvent::FocusIn:
    case QEvent::FocusOut:
      refresh();
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace heed::ui
