#pragma once

#include "ui/tensorview/figure_style.h"

#include <QObject>

namespace heed::ui {

/// How the window looks at the moment: theme, fonts and scale. Views paint from it and repaint when it changes.
class Appearance : public QObject {
  Q_OBJECT

 public:
  /// Loads the fonts that are installed. Needs a QGuiApplication.
  explicit Appearance(ThemeName name = ThemeName::Light, QObject* parent = nullptr);

  [[nodiscard]] const Theme& theme() const { return m_theme; }
  [[nodiscard]] ThemeName themeName() const { return m_name; }
  [[nodiscard]] const Fonts& fonts() const { return m_fonts; }
  /// 1 at 100 %.
  [[nodiscard]] double scale() const { return m_scale; }
  [[nodiscard]] bool isLectureSize() const { return m_lectureSize; }
  /// Whether things move on the screen; off means that every change is at once.
  [[nodiscard]] bool hasMotion() const { return m_motion; }
  /// Decimals of numbers in cells.
  [[nodiscard]] int decimals() const { return m_decimals; }
  /// For painting figures and text in the window.
  [[nodiscard]] FigureStyle figureStyle() const { return FigureStyle::screen(m_theme, m_fonts, m_scale); }
  /// A length of the design in pixels of the window.
  [[nodiscard]] int px(double designPixels) const { return qRound(designPixels * m_scale); }
  /// A font of the design's size, in whole pixels of this scale.
  [[nodiscard]] QFont font(double designPixels = 13, int weight = 400, FontUse use = FontUse::Interface) const;

  void setTheme(ThemeName name);
  void setScale(double scale);
  void setLectureSize(bool on);
  void setMotion(bool on);
  void setDecimals(int decimals);

 Q_SIGNALS:
  void changed();

 private:
  Theme m_theme;
  ThemeName m_name;
  Fonts m_fonts;
  double m_scale = 1.0;
  bool m_lectureSize = false;
  bool m_motion = true;
  int m_decimals = 2;
};

}  // namespace heed::ui
