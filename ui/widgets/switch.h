#pragma once

#include "ui/theme/appearance.h"

#include <QCheckBox>

namespace heed::ui {

/// Something that is on or off at once, with its words beside it; Space turns it. To a screen reader a check box.
class Switch : public QCheckBox {
  Q_OBJECT

 public:
  Switch(const Appearance& appearance, const QString& text, QWidget* parent = nullptr);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  [[nodiscard]] bool hitButton(const QPoint& position) const override;
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& m_appearance;
};

}  // namespace heed::ui
