#pragma once

#include "ui/step/walk.h"
#include "ui/theme/appearance.h"

#include <QAbstractButton>
#include <QImage>

namespace heed::ui {

/// The words or patches of the locked cell, and the key that releases it: "it → animal  Esc". A click releases it too.
/// Hidden while nothing is locked.
class LockChip : public QAbstractButton {
  Q_OBJECT

 public:
  LockChip(Walk& walk, Appearance& appearance, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
  [[nodiscard]] QString rowWord() const { return m_row.word; }
  [[nodiscard]] QString columnWord() const { return m_column.word; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  /// A word, or a patch in its place.
  struct Place {
    QString word;
    Role role = Role::None;
    QImage crop;
  };
  void refresh();
  [[nodiscard]] Place placeOf(const core::Axis& axis, std::int64_t index) const;
  [[nodiscard]] double widthOf(const Place& place) const;

  Walk& m_walk;
  Appearance& m_appearance;
  Place m_row;
  Place m_column;
};

}  // namespace heed::ui
