#pragma once

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QObject>

namespace heed::ui {

/// How a window looks at this moment: its theme, its families of fonts and its one scale factor. There is one for a
/// window and its widgets; they hold it by reference, and paint and lay themselves out anew when it has changed.
class Appearance : public QObject {
  Q_OBJECT

 public:
  /// Needs a QGuiApplication, whose fonts are looked at once. Throws core::Error{Format} if a theme is broken.
  explicit Appearance(ThemeName name = ThemeName::Light, QObject* parent = nullptr);

  [[nodiscard]] ThemeName themeName() const { return m_name; }
  [[nodiscard]] const Theme& theme() const { return m_theme; }
  [[nodiscard]] const Fonts& fonts() const { return m_fonts; }
  /// Interface scale: 1 at 100 %, 1.5 in lecture size.
  [[nodiscard]] double scale() const { return m_scale; }

  void setTheme(ThemeName name);
  /// Values outside [0.5, 4] are taken as the nearest of the two.
  void setScale(double scale);

  /// A length of the design at 100 %, in whole pixels of this scale.
  [[nodiscard]] int px(double designPixels) const;
  /// A font of the design's size, in whole pixels of this scale.
  [[nodiscard]] QFont font(double designPixels = 13, int weight = 400, FontUse use = FontUse::Interface) const;

 Q_SIGNALS:
  void changed();

 private:
  ThemeName m_name;
  Theme m_theme;
  Fonts m_fonts;
  double m_scale = 1;
};

}  // namespace heed::ui
