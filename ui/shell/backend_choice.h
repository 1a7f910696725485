#pragma once

#include "core/exec/backend.h"

#include <QString>

#include <functional>
#include <vector>

namespace heed::ui {

/// Something that can compute, as a person chooses it. Made by app, so that ui need not know what Vulkan is.
struct BackendChoice {
  QString id;    ///< as settings keep it: "auto", "cpu", "vulkan:0"
  QString name;  ///< in English, of the context "Backends": "Where it is faster"; a device's name stays as it is
  /// Makes it ready; may take long, and is called in the thread of the jobs. Throws core::Error{Device}. What it gives
  /// lives as long as the program.
  std::function<core::Backend&()> open;
};

/// The choices of this machine. May take long (drivers are loaded), and is called once, in the thread of the jobs.
using BackendList = std::function<std::vector<BackendChoice>()>;

}  // namespace heed::ui
