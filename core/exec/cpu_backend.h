#pragma once

#include "core/exec/backend.h"

#include <memory>
#include <string>

namespace heed::core {

/// Which composite ops a plan leaves whole for their direct kernels. Expanded is what a trace with its inside runs.
enum class Composites { Direct, Expanded };

/// Whether float32 plans take the fast kernels where there are some, or only the ops' own, as comparisons want.
enum class FastKernels { Use, LeaveOut };

struct CpuOptions {
  Composites composites = Composites::Direct;
  FastKernels fastKernels = FastKernels::Use;
};

/// The backend that is always there: kernels in float32 and float64 on the cores of the machine.
class CpuBackend : public Backend {
 public:
  explicit CpuBackend(CpuOptions options = {});

  [[nodiscard]] std::string name() const override { return "cpu"; }
  [[nodiscard]] bool supports(Precision precision) const override;
  [[nodiscard]] bool supports(const OpDef& op) const override;
  [[nodiscard]] std::unique_ptr<Plan> prepare(std::shared_ptr<const Program> program, Keep keep,
                                              Precision precision) override;
  [[nodiscard]] RunResult run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) override;

 private:
  CpuOptions m_options;
};

}  // namespace heed::core
