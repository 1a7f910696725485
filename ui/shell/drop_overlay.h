#pragma once

#include "ui/theme/appearance.h"

#include <QWidget>

namespace heed::ui {

/// Lies over the window while something is dragged above it, and says what will happen when it is let go.
class DropOverlay : public QWidget {
  Q_OBJECT

 public:
  DropOverlay(const Appearance& appearance, QWidget& window);

  void say(const QString& words, bool isPossible);
  [[nodiscard]] const QString& words() const { return m_words; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& m_appearance;
  QString m_words;
  bool m_isPossible = true;
};

}  // namespace heed::ui
