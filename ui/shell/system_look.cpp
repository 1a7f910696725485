#include "ui/shell/system_look.h"

#include <QGuiApplication>
#include <QPalette>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusPendingCallWatcher>
#include <QtDBus/QDBusPendingReply>
#include <QtDBus/QDBusVariant>

namespace heed::ui {

namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kAppearance = QStringLiteral("org.freedesktop.appearance");
const QString kColorScheme = QStringLiteral("color-scheme");
const QString kDesktop = QStringLiteral("org.gnome.desktop.interface");
const QString kAnimations = QStringLiteral("enable-animations");
constexpr uint kPrefersDark = 1;

ThemeName themeOfPalette() {
  const QPalette palette = QGuiApplication::palette();
  const bool isDark = palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
  return isDark ? ThemeName::Dark : ThemeName::Light;
}

/// The portal wraps some answers twice.
QVariant unwrapped(QVariant value) {
  while (value.canConvert<QDBusVariant>()) value = value.value<QDBusVariant>().variant();
  return value;
}

}  // namespace

SystemLook::SystemLook(QObject* parent) : QObject(parent), m_theme(themeOfPalette()) {
  QDBusConnection bus = QDBusConnection::sessionBus();
  if (!bus.isConnected()) return;
  bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
              SLOT(settingChanged(QString, QString, QDBusVariant)));
  ask(kAppearance, kColorScheme);
  ask(kDesktop, kAnimations);
}

void SystemLook::ask(const QString& space, const QString& key) {
  QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
  question << space << key;
  auto* watcher = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(question), this);
  connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, space, key](QDBusPendingCallWatcher* done) {
    const QDBusPendingReply<QDBusVariant> reply = *done;
    if (reply.isValid()) settingChanged(space, key, reply.value());
    done->deleteLater();
  });
}

void SystemLook::settingChanged(const QString& space, const QString& key, const QDBusVariant& value) {
  const QVariant answer = unwrapped(value.variant());
  if (space == kAppearance && key == kColorScheme) {
    m_theme = answer.toUInt() == kPrefersDark ? ThemeName::Dark : ThemeName::Light;
  } else if (space == kDesktop && key == kAnimations) {
    m_motion = answer.toBool();
  } else {
    return;
  }
  Q_EMIT changed();
}

}  // namespace heed::ui
