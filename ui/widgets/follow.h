#pragma once

#include "ui/theme/appearance.h"

#include <QWidget>

#include <utility>

namespace heed::ui {

/// Calls `refresh` now and whenever the appearance changes, as long as the widget lives. Sizes and fonts are set in it.
template <typename Refresh>
void follow(QWidget& widget, const Appearance& appearance, Refresh refresh) {
  const auto apply = [&widget, refresh = std::move(refresh)] {
    refresh();
    widget.updateGeometry();
    widget.update();
  };
  QObject::connect(&appearance, &Appearance::changed, &widget, apply);
  apply();
}

}  // namespace heed::ui
