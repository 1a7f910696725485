#pragma once

#include "app/startup/backends.h"
#include "ui/shell/backend_choice.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace heed::app {

/// The backends that the window offers. Each is made when it is first chosen and lives as long as this.
class WindowBackends {
 public:
  /// The one that decides by itself: what the window starts with.
  [[nodiscard]] core::Backend& automatic();
  /// Those of this machine; loads drivers. From any thread.
  [[nodiscard]] std::vector<ui::BackendChoice> choices();

 private:
  [[nodiscard]] core::Backend& opened(BackendOptions options);

  std::mutex m_mutex;
  std::vector<std::pair<BackendOptions, std::unique_ptr<Backends>>> m_backends;
};

}  // namespace heed::app
