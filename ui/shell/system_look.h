#pragma once

#include "ui/theme/theme.h"

#include <QObject>

#include <optional>

class QDBusVariant;

namespace heed::ui {

/// What the desktop prefers: light or dark, and whether things may move. Asked of the desktop portal without waiting
/// for it; where there is none, the palette that the system gave the application decides.
class SystemLook : public QObject {
  Q_OBJECT

 public:
  /// Reads the application's palette, so it must come before a style of our own is set.
  explicit SystemLook(QObject* parent = nullptr);

  [[nodiscard]] ThemeName theme() const { return m_theme; }
  [[nodiscard]] bool hasMotion() const { return m_motion; }

 Q_SIGNALS:
  void changed();

 private Q_SLOTS:
  void settingChanged(const QString& space, const QString& key, const QDBusVariant& value);

 private:
  void ask(const QString& space, const QString& key);

  ThemeName m_theme;
  bool m_motion = true;
};

}  // namespace heed::ui
