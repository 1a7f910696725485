#include "ui/theme/resources.h"

#include <QtGlobal>

// Outside the namespace, because Q_INIT_RESOURCE declares a global function.
static void initThemeResource() {
  Q_INIT_RESOURCE(heed_themes);
}

namespace heed::ui {

void initResources() {
  initThemeResource();
}

}  // namespace heed::ui
