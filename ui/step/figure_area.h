#pragma once

#include "ui/tensorview/figure.h"
#include "ui/theme/appearance.h"

#include <QWidget>

#include <functional>

namespace heed::ui {

/// Shows the figure that its owner has at the moment, as high as the figure needs in the width that there is.
class FigureArea : public QWidget {
 public:
  using Source = std::function<const Figure*()>;
  FigureArea(const Appearance& appearance, Source source, QWidget* parent = nullptr);

  [[nodiscard]] bool hasHeightForWidth() const override { return true; }
  [[nodiscard]] int heightForWidth(int width) const override;
  [[nodiscard]] QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  const Appearance& m_appearance;
  Source m_source;
};

}  // namespace heed::ui
