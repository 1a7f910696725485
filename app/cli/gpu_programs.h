#pragma once

#include "core/program/program.h"
#include "core/tensor/tensor.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace heed::app {

/// A program with the inputs that it is run on.
struct BenchProgram {
  std::shared_ptr<const core::Program> program;
  std::vector<core::Tensor> inputs;
};

/// One row of the report, made when its turn comes.
struct BenchTask {
  std::string what;
  std::string sizes;
  std::int64_t size = 0;
  double operations = 0.0;
  double bytes = 0.0;
  std::function<BenchProgram()> make;
};

/// All rows, sizes of a kind ascending.
[[nodiscard]] std::vector<BenchTask> gpuBenchTasks();

}  // namespace heed::app
