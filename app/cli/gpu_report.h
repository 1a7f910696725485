#pragma once

#include "app/cli/gpu_bench.h"

#include <cstdio>

namespace heed::app {

/// The report as a table for people.
void printGpuReport(const GpuReport& report);
/// The report as one JSON object on one line.
void writeGpuReport(const GpuReport& report, std::FILE* file);

}  // namespace heed::app
