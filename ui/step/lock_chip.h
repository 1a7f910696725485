#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QAbstractButton>

namespace heed::ui {

/// The words of the locked cell, and the key that releases it: "it → animal  Esc". A click releases it too. Hidden
/// while nothing is locked.
class LockChip : public QAbstractButton {
  Q_OBJECT

 public:
  LockChip(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
  [[nodiscard]] QString rowWord() const { return m_row; }
  [[nodiscard]] QString columnWord() const { return m_column; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  Walk& m_walk;
  Appearance& m_appearance;
  QString m_row;
  QString m_column;
  Role m_rowRole = Role::None;
  Role m_columnRole = Role::None;
};

}  // namespace heed::ui
