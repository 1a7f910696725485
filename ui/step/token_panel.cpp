#include "ui/step/token_panel.h"

#include "ui/step/place_words.h"

#include "ui/step/view_tools.h"
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
      m_tools(new ViewTools(appearance, *this, {m_view})) {
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
  connect(m_tools, &ViewTools::copyRequested, this, &TokenPanel::copyRequested);
  connect(m_tools, &ViewTools::exportRequested, this, &TokenPanel::exportRequested);
  m_view->installEventFilter(this);
  retranslate();
  follow(*this, appearance, [this] { applyAppearance(); });
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
  m_tools->retranslate();
  refresh();
}

void TokenPanel::refresh() {
  const bool isPicture = m_view->overlay() != nullptr;
  m_modes->setVisible(isPicture);
  m_view->setToolTip(isPicture ? tr("Hold Space to see the picture alone") : QString());
  m_view->setAccessibleName(title());
  const auto query = isPicture ? m_view->overlay()->options().query : std::nullopt;
  if (query && m_walk.weights() != nullptr) {
    const QString place = placeText(m_walk.weights()->rows, *query);
    m_view->setAccessibleDescription(tr("Query patch: %1").arg(place));
  }
  if (const StrongestKeys* keys = m_view->keys()) {
    QStringList places;
    for (const PatchScores::Key& key : keys->keys()) {
      places << tr("%1: %2").arg(keys->placeOf(key)).arg(key.score, 0, 'f', 2);
    }
    m_view->setAccessibleDescription(places.join(QStringLiteral("; ")));
  }
  m_tools->setPossible(m_view->figure() != nullptr && !m_view->isHidden());
  Q_EMIT titleChanged();
}

QString TokenPanel::title() const {
  if (m_view->keys() != nullptr) return tr("Strongest keys");
  if (m_view->overlay() != nullptr) return tr("Picture");
  return m_view->lines() != nullptr && m_view->lines()->isText() ? tr("Text") : tr("Token lines");
}

FigureView TokenPanel::exportView() const {
  return m_view->keys() != nullptr || m_view->overlay() != nullptr ? FigureView::Overlay : FigureView::TokenLines;
}

QString TokenPanel::tag() const {
  if (m_view->figure() == nullptr) return {};
  if (m_view->keys() != nullptr) return tr("scores");
  if (m_walk.layerCount() > 1) return tr("layer %1, head %2").arg(m_walk.layer()).arg(m_walk.focus().head());
  if (m_walk.headCount() < 2) return tr("weights");
  return tr("weights, head %1").arg(m_walk.focus().head());
}

void TokenPanel::placeTools() {
  m_tools->placeAt(QPoint(width() - m_appearance.px(8), m_appearance.px(5)));
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

void TokenPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeTools();
}

bool TokenPanel::eventFilter(QObject* watched, QEvent* event) {
  // On the picture Space shows it alone; it must not play.
  if (watched == m_view && event->type() == QEvent::ShortcutOverride && m_view->overlay() != nullptr &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
    event->accept();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace heed::ui
