#pragma once

#include "core/autodiff/gradients.h"
#include "core/exec/override.h"
#include "core/exec/trace.h"
#include "core/io/document.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heed::ui {

/// A cell of a step by the step's id, which stays while programs come and go.
struct StepCell {
  std::string step;
  std::int64_t offset = 0;  ///< row-major in the step's value
  bool operator==(const StepCell&) const = default;
};

/// A snapshot of the document with everything that was computed from it. Immutable, so that any thread may read it. The
/// program is taken apart down to the arithmetic, so each step of softmax is a step here.
class Computation {
 public:
  /// What is wanted besides the forward run: the gradients of one cell.
  struct Request {
    std::optional<StepCell> gradientOf;
    std::size_t byteBudget = std::size_t{512} << 20U;  ///< of kept steps; others are computed when they are shown
  };

  /// Lowers and runs. Throws core::Error with the block in where(), or core::Cancelled.
  [[nodiscard]] static std::shared_ptr<const Computation> compute(std::shared_ptr<const core::DocumentData> document,
                                                                  const core::BuildResources& resources,
                                                                  core::Backend& backend, core::RunContext& context,
                                                                  const Request& request);

  [[nodiscard]] const core::DocumentData& document() const { return *m_document; }
  [[nodiscard]] const core::Lowered& lowered() const { return m_lowered; }
  [[nodiscard]] const core::Program& program() const { return *m_program; }
  [[nodiscard]] const core::Trace& trace() const { return *m_trace; }
  [[nodiscard]] const core::Step& step(int position) const {
    return m_program->steps()[static_cast<std::size_t>(position)];
  }
  /// The steps before this position are those of the forward pass; gradients follow.
  [[nodiscard]] int forwardStepCount() const { return m_forwardSteps; }
  [[nodiscard]] const std::optional<StepCell>& gradientOf() const { return m_gradientOf; }
  [[nodiscard]] double seconds() const { return m_seconds; }
  [[nodiscard]] const std::string& backendName() const { return m_backendName; }
  /// Numbers replaced by hand that this program has, and those whose step or cell is gone with another input.
  [[nodiscard]] const std::vector<core::Override>& overrides() const { return m_overrides; }
  [[nodiscard]] const std::vector<core::ReplacedNumber>& lostOverrides() const { return m_lostOverrides; }

  /// Something that gives any value of the program: kept ones at once, others by running what they need. For one
  /// thread; the context and the backend must outlive it.
  [[nodiscard]] core::Evaluator evaluator(core::Backend& backend, core::RunContext& context) const;

 private:
  Computation() = default;
  void applyOverrides();
  void addGradients(const StepCell& of);

  std::shared_ptr<const core::DocumentData> m_document;
  core::Lowered m_lowered;
  std::shared_ptr<const core::Program> m_program;
  std::unique_ptr<core::Trace> m_trace;
  std::vector<core::Override> m_overrides;
  std::vector<core::ReplacedNumber> m_lostOverrides;
  std::optional<StepCell> m_gradientOf;
  int m_forwardSteps = 0;
  double m_seconds = 0.0;
  std::string m_backendName;
};

}  // namespace heed::ui
