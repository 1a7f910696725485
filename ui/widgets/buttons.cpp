#include "ui/widgets/buttons.h"

#include "ui/theme/style_parts.h"
#include "ui/widgets/follow.h"

#include <QAction>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOption>

#include <utility>

namespace heed::ui {

IconButton::IconButton(QString iconName, QString name, const Appearance& appearance, QWidget* parent, double side,
                       double iconSize)
    : QToolButton(parent),
      m_appearance(appearance),
      m_iconName(std::move(iconName)),
      m_name(std::move(name)),
      m_side(side),
      m_iconSize(iconSize) {
  setButtonLook(*this, ButtonLook::Flat);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setIconName(m_iconName);
  describe({});
  follow(*this, appearance, [this] {
    const int size = m_appearance.px(m_iconSize);
    setIconSize(QSize(size, size));
  });
}

void IconButton::setCommand(QAction& action) {
  const auto copy = [this, &action] {
    setEnabled(action.isEnabled());
    setCheckable(action.isCheckable());
    setChecked(action.isChecked());
    describe(action.shortcut().toString(QKeySequence::NativeText));
  };
  connect(&action, &QAction::changed, this, copy);
  connect(this, &QToolButton::clicked, &action, &QAction::trigger);
  copy();
}

void IconButton::setIconName(const QString& iconName) {
  m_iconName = iconName;
  setIcon(ui::icon(m_iconName, m_appearance, m_tone));
}

void IconButton::setName(const QString& name) {
  m_name = name;
  describe({});
}

void IconButton::setTone(IconTone tone) {
  m_tone = tone;
  setIconName(m_iconName);
}

void IconButton::setRound() {
  m_isRound = true;
  update();
}

QSize IconButton::sizeHint() const {
  const int side = m_appearance.px(m_side);
  return {side, side};
}

void IconButton::describe(const QString& shortcut) {
  setAccessibleName(m_name);
  setToolTip(shortcut.isEmpty() ? m_name : tr("%1 (%2)").arg(m_name, shortcut));
}

void IconButton::paintEvent(QPaintEvent* event) {
  if (!m_isRound) {
    QToolButton::paintEvent(event);
    return;
  }
  QPainter painter(this);
  const Theme& theme = m_appearance.theme();
  const bool isFilled = isChecked() || buttonLook(*this) == ButtonLook::Primary;
  const QColor ground = isFilled ? (isDown() ? theme.text2 : theme.ink) : (underMouse() ? theme.hover : theme.surface);
  style::paintBox(painter, QRectF(rect()), height() / 2.0, isEnabled() ? ground : theme.hover,
                  isFilled || !isEnabled() ? QColor() : theme.strong, m_appearance.px(1));
  QRect place(QPoint(0, 0), iconSize());
  place.moveCenter(rect().center());
  icon().paint(&painter, place, Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled,
               isFilled ? QIcon::On : QIcon::Off);
}

SplitButton::SplitButton(const QString& iconName, const QString& text, const Appearance& appearance, QWidget* parent,
                         ButtonLook look)
    : QToolButton(parent) {
  setText(text);
  setIcon(ui::icon(iconName, appearance, look == ButtonLook::Primary ? IconTone::OnInk : IconTone::Soft));
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setPopupMode(QToolButton::MenuButtonPopup);
  setFocusPolicy(Qt::StrongFocus);
  setButtonLook(*this, look);
  follow(*this, appearance, [this, &appearance] {
    setFont(appearance.font(13, 500));
    setIconSize(QSize(appearance.px(16), appearance.px(16)));
  });
}

void SplitButton::keyPressEvent(QKeyEvent* event) {
  if (menu() != nullptr && (event->key() == Qt::Key_Down || event->key() == Qt::Key_F4)) {
    showMenu();
    return;
  }
  QToolButton::keyPressEvent(event);
}

}  // namespace heed::ui
