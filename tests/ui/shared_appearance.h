#pragma once

#include "ui/theme/appearance.h"
#include "ui/theme/style.h"

#include <QApplication>

namespace heed::test {

/// One for all windows, since the application's style looks at it until the end.
inline ui::Appearance& sharedAppearance() {
  static ui::Appearance* shared = [] {
    auto* appearance = new ui::Appearance(ui::ThemeName::Light, qApp);
    ui::applyStyle(*qApp, *appearance);
    return appearance;
  }();
  return *shared;
}

}  // namespace heed::test
