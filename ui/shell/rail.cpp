#include "ui/shell/rail.h"

#include "ui/theme/style.h"
#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"
#include "ui/widgets/icon.h"

#include <QEvent>
#include <QLayout>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

#include <utility>

namespace heed::ui {

namespace {

constexpr double kWidth = 64;
constexpr double kItemHeight = 58;
constexpr double kItemMargin = 2;
constexpr double kTop = 4;
constexpr double kIcon = 22;

/// An icon above its name; the current one on ink.
class RailButton : public QToolButton {
 public:
  RailButton(QAction& action, QString iconName, std::function<QString()> words, const Appearance& appearance,
             QWidget* parent)
      : QToolButton(parent),
        m_action(action),
        m_iconName(std::move(iconName)),
        m_words(std::move(words)),
        m_appearance(appearance) {
    setFocusPolicy(Qt::TabFocus);
    setCheckable(action.isCheckable());
    setChecked(action.isChecked());
    connect(&action, &QAction::changed, this, [this] {
      setCheckable(m_action.isCheckable());
      setChecked(m_action.isChecked());
      setEnabled(m_action.isEnabled());
    });
    connect(this, &QToolButton::clicked, this, [this] {
      m_action.trigger();
      setChecked(m_action.isChecked());
    });
    follow(*this, appearance, [this] {
      setFixedSize(m_appearance.px(kWidth), m_appearance.px(kItemHeight));
      setFont(m_appearance.font(12, 500));
    });
    retranslate();
  }

  /// Its name stands under the icon.
  [[nodiscard]] QSize minimumSizeHint() const override {
    const int words = QFontMetrics(m_appearance.font(12, 600)).horizontalAdvance(text());
    return {std::max(m_appearance.px(kIcon), words), m_appearance.px(kItemHeight)};
  }
  [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = m_appearance.theme();
    const QColor ground = isChecked() ? theme.ink : (underMouse() ? theme.hover : QColor());
    const int margin = m_appearance.px(kItemMargin);
    style::paintBox(painter, rect().adjusted(margin, margin, -margin, -margin), m_appearance.px(6), ground, QColor(),
                    0);
    const QColor ink = isChecked() ? theme.onInk : theme.text2;
    const int icon = m_appearance.px(kIcon);
    paintIcon(painter, QRectF((width() - icon) / 2.0, m_appearance.px(10), icon, icon), m_iconName, ink);
    painter.setFont(m_appearance.font(12, isChecked() ? 600 : 500));
    painter.setPen(ink);
    painter.drawText(QRect(0, m_appearance.px(34), width(), m_appearance.px(18)), Qt::AlignCenter, text());
  }

  void enterEvent(QEnterEvent* event) override {
    QToolButton::enterEvent(event);
    update();
  }

  void leaveEvent(QEvent* event) override {
    QToolButton::leaveEvent(event);
    update();
  }

  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QToolButton::changeEvent(event);
  }

 private:
  void retranslate() {
    setText(m_words());
    setAccessibleName(m_words());
    const QString keys = m_action.shortcut().toString(QKeySequence::NativeText);
    setToolTip(keys.isEmpty() ? m_words() : QStringLiteral("%1 (%2)").arg(m_words(), keys));
  }

  QAction& m_action;
  QString m_iconName;
  std::function<QString()> m_words;
  const Appearance& m_appearance;
};

}  // namespace

Rail::Rail(const Appearance& appearance, QWidget* parent) : QToolBar(parent), m_appearance(appearance) {
  setObjectName(QStringLiteral("rail"));
  setMovable(false);
  setFloatable(false);
  setOrientation(Qt::Vertical);
  setContextMenuPolicy(Qt::PreventContextMenu);
  toggleViewAction()->setVisible(false);
  auto* top = new QWidget(this);
  addWidget(top);
  auto* spacer = new QWidget(this);
  spacer->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
  m_spacer = addWidget(spacer);
  follow(*this, appearance, [this, top] {
    setFixedWidth(m_appearance.px(kWidth));
    top->setFixedSize(m_appearance.px(kWidth), m_appearance.px(kTop));
    layout()->setContentsMargins(0, 0, 0, 0);
    layout()->setSpacing(0);
  });
}

void Rail::addWorkspace(QAction& action, const QString& iconName, std::function<QString()> words) {
  insertWidget(m_spacer, new RailButton(action, iconName, std::move(words), m_appearance, this));
}

void Rail::addTool(QAction& action, const QString& iconName, std::function<QString()> words) {
  addWidget(new RailButton(action, iconName, std::move(words), m_appearance, this));
}

void Rail::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_appearance.theme().window);
  painter.fillRect(QRect(width() - 1, 0, 1, height()), m_appearance.theme().border);
}

}  // namespace heed::ui
