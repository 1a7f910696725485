#pragma once

#include "app/startup/backends.h"

#include <QCommandLineParser>

namespace heed::app {

/// --backend and --device, for the subcommands that compute.
void addBackendOptions(QCommandLineParser& parser);
/// Throws UsageError.
[[nodiscard]] BackendOptions backendOptions(const QCommandLineParser& parser);

/// The backend that was asked for; says on stderr what a person should know of its device. Throws core::Error{Device}.
[[nodiscard]] core::Backend& openBackend(Backends& backends);

}  // namespace heed::app
