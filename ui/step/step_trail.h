#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QWidget>

#include <vector>

namespace heed::ui {

/// The way that led to the cell on the stage: the present one in a box, then the cells before it, the last first. A
/// click or Enter goes back to one. Cells that have no room are left out at the far end.
class StepTrail : public QWidget {
  Q_OBJECT

 public:
  StepTrail(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;
  /// How many crumbs there are, the present one included, and where each is painted.
  struct Crumb {
    QString letter;
    QString number;
    core::Role role = core::Role::None;
    QRectF rect;
  };
  [[nodiscard]] std::vector<Crumb> crumbs() const;
  /// Goes back to the crumb at this position; 0 is the present one.
  void goTo(int position);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;

 private:
  void refresh();
  [[nodiscard]] std::vector<Crumb> allCrumbs() const;

  Walk& m_walk;
  Appearance& m_appearance;
  int m_selected = 1;
};

}  // namespace heed::ui
