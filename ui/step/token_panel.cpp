#include "ui/step/token_panel.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/segmented_control.h"

#include <QEvent>
#include <QKeyEvent>
#include <QScrollArea>
#include <QVBoxLayout>

namespace heed::ui {

TokenPanel::TokenPanel(Walk& walk, Appearance& appearance, QWidget* parent)
    : QWidget(parent),
      m_walk(walk),
      m_appearance(appearance),
      m_scroll(new QScrollArea(this)),
      m_view(new TokenView(walk, appearance)),
      m_modes(new SegmentedControl(appearance, {}, {}, this, SegmentSize::Compact)),
      m_copy(new IconButton(QStringLiteral("copy"), {}, appearance, this, 26, 16)),
      m_export(new IconButton(QStringLiteral("export"), {}, appearance, this, 26, 16)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* controls = new QHBoxLayout;
  controls->addWidget(m_modes);
  controls->addStretch(1);
  layout->addLayout(controls);
  layout->addWidget(m_scroll, 1);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setWidget(m_view);
  connect(m_modes, &SegmentedControl::chosen, this,
          [this](int index) { m_view->setMode(static_cast<OverlayMode>(index)); });
  connect(m_view, &TokenView::figureChanged, this, &TokenPanel::refresh);
  connect(m_copy, &QToolButton::clicked, this, &TokenPanel::copyRequested);
  connect(m_export, &QToolButton::clicked, this, &TokenPanel::exportRequested);
  for (QWidget* widget : std::initializer_list<QWidget*>{m_view, m_copy, m_export}) widget->installEventFilter(this);
  retranslate();
  follow(*this, appearance, [this] { applyAppearance(); });
  showTools();
}

void TokenPanel::applyAppearance() {
  QPalette colors = palette();
  colors.setColor(QPalette::Window, m_appearance.theme().surface);
  setPalette(colors);
  setAutoFillBackground(true);
  layout()->itemAt(0)->layout()->setContentsMargins(m_appearance.px(12), m_modes->isHidden() ? 0 : m_appearance.px(8),
                                                    m_appearance.px(12), 0);
  placeTools();
}

void TokenPanel::retranslate() {
  m_modes->setAccessibleName(tr("How the picture is shown"));
  m_modes->setSegments({{tr("Spotlight"), tr("Strong patches in colour, weak ones veiled")},
                        {tr("Overlay"), tr("The map over the picture in grey")},
                        {tr("Map"), tr("The map alone")}});
  m_modes->setCurrentIndex(static_cast<int>(m_view->mode()));
  m_copy->setName(tr("Copy as a picture"));
  m_export->setName(tr("Export this view"));
  refresh();
}

void TokenPanel::refresh() {
  const bool isPicture = m_view->overlay() != nullptr;
  m_modes->setVisible(isPicture);
  m_view->setToolTip(isPicture ? tr("Hold Space to see the picture alone") : QString());
  m_view->setAccessibleName(title());
  if (isPicture && m_view->overlay()->options().query && m_walk.weights() != nullptr) {
    const QString place =
        QString::fromStdString(core::axisPlace(m_walk.weights()->rows, *m_view->overlay()->options().query));
    m_view->setAccessibleDescription(tr("Query patch: %1").arg(place));
  }
  showTools();
  Q_EMIT titleChanged();
}

QString TokenPanel::title() const {
  if (m_view->overlay() != nullptr) return tr("Picture");
  return m_view->lines() != nullptr && m_view->lines()->isText() ? tr("Text") : tr("Token lines");
}

QString TokenPanel::tag() const {
  if (m_view->figure() == nullptr) return {};
  if (m_walk.layerCount() > 1) return tr("layer %1, head %2").arg(m_walk.layer()).arg(m_walk.focus().head());
  if (m_walk.headCount() < 2) return tr("weights");
  return tr("weights, head %1").arg(m_walk.focus().head());
}

void TokenPanel::showTools() {
  const bool isWanted = underMouse() || m_view->hasFocus() || m_copy->hasFocus() || m_export->hasFocus();
  const bool isPossible = m_view->figure() != nullptr && !m_view->isHidden();
  m_copy->setVisible(isWanted && isPossible);
  m_export->setVisible(isWanted && isPossible);
  placeTools();
}

void TokenPanel::placeTools() {
  const int side = m_appearance.px(26);
  const int top = m_appearance.px(5);
  m_export->setGeometry(width() - side - m_appearance.px(8), top, side, side);
  m_copy->setGeometry(width() - 2 * side - m_appearance.px(10), top, side, side);
  m_copy->raise();
  m_export->raise();
}

QSize TokenPanel::sizeHint() const {
  return {m_appearance.px(320), m_appearance.px(310)};
}

QSize TokenPanel::minimumSizeHint() const {
  return {m_appearance.px(220), m_appearance.px(120)};
}

void TokenPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

void TokenPanel::enterEvent(QEnterEvent* event) {
  QWidget::enterEvent(event);
  showTools();
}

void TokenPanel::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  showTools();
}

void TokenPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeTools();
}

bool TokenPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) showTools();
  // On the picture Space shows it alone; it must not play.
  if (watched == m_view && event->type() == QEvent::ShortcutOverride && m_view->overlay() != nullptr &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
    event->accept();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace heed::ui
