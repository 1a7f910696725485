#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QWidget>

namespace heed::ui {

/// In the bar: the number that the backward pass starts from, "from O[it, alive] = 0.84". Only there on the way back.
class StartChip : public QWidget {
  Q_OBJECT

 public:
  StartChip(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] const QString& sentence() const { return m_sentence; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();
  [[nodiscard]] QFont textFont() const;
  [[nodiscard]] int keyWidth() const;

  Walk& m_walk;
  Appearance& m_appearance;
  QString m_sentence;
};

}  // namespace heed::ui
