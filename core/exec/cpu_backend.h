#pragma once

#include "core/exec/backend.h"

#include <memory>
#include <string>

namespace heed::core {

/// Which composite ops a plan leaves whole for their direct kernels. Expanded is what a trace with its inside runs.
enum class Composites { Direct, Expanded };

/// The backend that is always there: kernels in float32 and float64 on the cores of the machine.
class CpuBackend : public Backend {
 public:
  explicit CpuBackend(Composites composites = Composites::Direct);

  [[nodiscard]] std::string name() const override { return "cpu"; }
  [[nodiscard]] bool supports(Precision precision) const override;
  [[nodiscard]] bool supports(const OpDef& op) const override;
  [[nodiscard]] std::unique_ptr<Plan> prepare(std::shared_ptr<const Program> program, Keep keep,
                                              Precision precision) override;
  [[nodiscard]] RunResult run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) override;

 private:
  Composites m_composites;
};

}  // namespace heed::core
