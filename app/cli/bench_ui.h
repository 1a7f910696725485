#pragma once

#include "app/cli/bench_rows.h"

namespace heed::app {

/// The real window: from Enter in the field to painted weights, moving over a large map and over a photograph, and
/// the longest turn of the event loop meanwhile. Needs a QApplication.
[[nodiscard]] BenchReport benchUi(core::KernelContext& kernel);

/// Opens the window and comes back when its first numbers are painted: what `bench startup` starts and waits for.
[[nodiscard]] BenchReport benchWindow(core::KernelContext& kernel);

}  // namespace heed::app
