#include "ui/theme/resources.h"

#include <QtGlobal>

// Outside the namespace, because Q_INIT_RESOURCE declares global functions.
static void initCompiledResources() {
  Q_INIT_RESOURCE(heed_themes);
  Q_INIT_RESOURCE(heed_icons);
  Q_INIT_RESOURCE(heed_translations);
}

namespace heed::ui {

void initResources() {
  initCompiledResources();
}

}  // namespace heed::ui
