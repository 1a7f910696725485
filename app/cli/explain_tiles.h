#pragma once

#include "app/cli/work.h"

#include <QCommandLineParser>

namespace heed::app {

/// The option --tiles of `heed explain`.
void addTilesOption(QCommandLineParser& parser);

/// Prints the row of a cell of an attention output as a flash attention kernel computes it, some keys at a time. Throws
/// UsageError where the step is no such output.
void printTiles(Work& work, int step, std::int64_t offset, const QCommandLineParser& parser);

}  // namespace heed::app
