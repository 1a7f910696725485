#include "ui/session/computation.h"

#include "core/base/error.h"
#include "core/exec/backward_program.h"
#include "core/program/rewrite.h"

#include <unistd.h>

#include <fmt/format.h>

namespace heed::ui {

namespace {

std::size_t physicalMemory() {
  return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void refuseWhatIsTooLarge(const core::Plan& plan) {
  const std::size_t memory = physicalMemory();
  if (plan.peakBytes() <= memory) return;
  throw core::Error(core::ErrorKind::Limit,
                    core::text("Run", "the computation needs %1 GB of memory and this machine has %2 GB",
                               fmt::format("{:.1f}", static_cast<double>(plan.peakBytes()) / 1e9),
                               fmt::format("{:.1f}", static_cast<double>(memory) / 1e9)));
}

bool isInside(const core::Shape& shape, const std::vector<std::int64_t>& cell) {
  if (static_cast<std::size_t>(shape.rank()) != cell.size()) return false;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const std::int64_t place = cell[static_cast<std::size_t>(axis)];
    if (place < 0 || place >= shape[axis]) return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<const Computation> Computation::compute(std::shared_ptr<const core::DocumentData> document,
                                                        const core::BuildResources& resources, core::Backend& backend,
                                                        core::RunContext& context, const Request& request) {
  const std::shared_ptr<Computation> result(new Computation());
  result->m_document = std::move(document);
  const core::DocumentData& data = *result->m_document;
  result->m_lowered = core::lower(data.model, data.inputs, data.weights, {data.seed, resources});
  context.kernel.throwIfStopped();
  result->m_program = core::fullyExpanded(*result->m_lowered.program);
  result->applyOverrides();
  result->m_forwardSteps = static_cast<int>(result->m_program->steps().size());
  if (request.gradientOf) result->addGradients(*request.gradientOf);
  context.kernel.throwIfStopped();
  const auto plan = backend.prepare(result->m_program, core::Keep::Steps, core::Precision::Float32);
  refuseWhatIsTooLarge(*plan);
  result->m_trace = std::make_unique<core::Trace>(result->m_program, core::TraceRequest{{}, request.byteBudget});
  core::RunContext run{context.kernel, context.progress, result->m_trace.get()};
  result->m_seconds = backend.run(*plan, result->m_lowered.inputs, run).seconds;
  result->m_backendName = backend.name();
  return result;
}

void Computation::applyOverrides() {
  for (const core::ReplacedNumber& replaced : m_document->replaced) {
    const int position = m_program->stepIndex(replaced.step);
    if (position < 0 || !isInside(m_program->type(step(position).value).shape, replaced.cell)) {
      m_lostOverrides.push_back(replaced);
      continue;
    }
    const core::Shape& shape = m_program->type(step(position).value).shape;
    m_overrides.push_back({replaced.step, shape.offset(replaced.cell), replaced.number});
  }
  if (!m_overrides.empty()) m_program = core::withOverrides(*m_program, m_overrides);
}

void Computation::addGradients(const StepCell& of) {
  auto backward = core::backwardProgram(*m_lowered.program, m_overrides, {of.step, of.offset});
  if (backward == nullptr) return;
  m_gradientOf = of;
  m_program = std::move(backward);
}

core::Evaluator Computation::evaluator(core::Backend& backend, core::RunContext& context) const {
  core::Evaluator result(backend, m_program, m_lowered.inputs, core::Precision::Float32, context);
  result.use(*m_trace);
  return result;
}

}  // namespace heed::ui
