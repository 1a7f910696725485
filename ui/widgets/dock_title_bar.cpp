#include "ui/widgets/dock_title_bar.h"

#include "ui/widgets/buttons.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/labels.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPainter>

namespace heed::ui {

namespace {

constexpr double kHeight = 32;
constexpr double kButton = 24;
constexpr double kGlyph = 16;

}  // namespace

DockTitleBar::DockTitleBar(QDockWidget& dock, const Appearance& appearance)
    : QWidget(&dock),
      m_dock(dock),
      m_appearance(appearance),
      m_title(new ElidedLabel(dock.windowTitle(), this)),
      m_tag(new Tag(QString(), appearance, this)),
      m_pin(new IconButton(QStringLiteral("pin"), tr("Let float"), appearance, this, kButton, kGlyph)),
      m_close(new IconButton(QStringLiteral("close"), tr("Close"), appearance, this, kButton, kGlyph)) {
  m_tag->hide();
  m_pin->setTone(IconTone::Hint);
  m_close->setTone(IconTone::Hint);
  auto* row = new QHBoxLayout(this);
  row->addWidget(m_title);
  row->addWidget(m_tag);
  row->addStretch(1);
  row->addWidget(m_pin);
  row->addWidget(m_close);
  follow(*this, appearance, [this, row] {
    m_title->setFont(m_appearance.font(13, 600));
    row->setContentsMargins(m_appearance.px(12), 0, m_appearance.px(4), 0);
    row->setSpacing(m_appearance.px(4));
  });
  connect(m_pin, &QToolButton::clicked, this, [this] { m_dock.setFloating(!m_dock.isFloating()); });
  connect(m_close, &QToolButton::clicked, &dock, &QDockWidget::close);
  connect(&dock, &QDockWidget::windowTitleChanged, this, &DockTitleBar::showTitle);
  connect(&dock, &QDockWidget::topLevelChanged, this, &DockTitleBar::showPin);
  connect(&dock, &QDockWidget::featuresChanged, this, &DockTitleBar::showPin);
  showTitle();
  dock.setTitleBarWidget(this);
}

void DockTitleBar::setTag(const QString& text) {
  m_tag->setText(text);
  m_tag->setVisible(!text.isEmpty());
  m_tag->updateGeometry();
}

QSize DockTitleBar::sizeHint() const {
  return {layout()->sizeHint().width(), m_appearance.px(kHeight)};
}

QSize DockTitleBar::minimumSizeHint() const {
  return {layout()->minimumSize().width(), m_appearance.px(kHeight)};
}

void DockTitleBar::showTitle() {
  m_title->setText(m_dock.windowTitle());
  m_close->setName(tr("Close %1").arg(m_dock.windowTitle()));
  showPin();
}

void DockTitleBar::showPin() {
  const QDockWidget::DockWidgetFeatures features = m_dock.features();
  m_pin->setVisible(features.testFlag(QDockWidget::DockWidgetFloatable));
  m_close->setVisible(features.testFlag(QDockWidget::DockWidgetClosable));
  m_pin->setName(m_dock.isFloating() ? tr("Dock %1").arg(m_dock.windowTitle())
                                     : tr("Let %1 float").arg(m_dock.windowTitle()));
}

// A dock that a window takes in says so to nobody.
void DockTitleBar::showEvent(QShowEvent* event) {
  showPin();
  QWidget::showEvent(event);
}

void DockTitleBar::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int line = m_appearance.px(1);
  painter.fillRect(rect(), m_appearance.theme().surface);
  painter.fillRect(0, height() - line, width(), line, m_appearance.theme().border);
}

}  // namespace heed::ui
