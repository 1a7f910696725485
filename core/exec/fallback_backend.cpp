#include "core/exec/fallback_backend.h"

#include "core/base/error.h"

#include <new>
#include <utility>

namespace heed::core {

namespace {

/// Runs that fail one after the other, each of another program, until the device counts as unusable.
constexpr int kPatience = 3;

/// A plan of the preferred backend as long as that works, then one of the fallback.
class FallbackPlan : public Plan {
 public:
  FallbackPlan(std::shared_ptr<const Program> wanted, Keep keep, Precision precision)
      : m_wanted(std::move(wanted)), m_keep(keep), m_precision(precision) {}

  [[nodiscard]] const Program& program() const override { return current().program(); }
  [[nodiscard]] std::size_t peakBytes() const override { return current().peakBytes(); }

  [[nodiscard]] Plan* preferred() { return m_preferred.get(); }
  void prepareOn(Backend& backend) { m_preferred = backend.prepare(m_wanted, m_keep, m_precision); }
  /// The plan of the fallback; that of the preferred backend is freed first.
  [[nodiscard]] Plan& fallback(Backend& backend) {
    m_preferred.reset();
    if (m_fallback == nullptr) m_fallback = backend.prepare(m_wanted, m_keep, m_precision);
    return *m_fallback;
  }

 private:
  [[nodiscard]] const Plan& current() const { return m_preferred != nullptr ? *m_preferred : *m_fallback; }

  std::shared_ptr<const Program> m_wanted;
  Keep m_keep;
  Precision m_precision;
  std::unique_ptr<Plan> m_preferred;
  std::unique_ptr<Plan> m_fallback;
};

}  // namespace

FallbackBackend::FallbackBackend(Backend& preferred, Backend& fallback)
    : m_preferred(preferred), m_fallback(fallback) {}

std::string FallbackBackend::name() const {
  const std::scoped_lock lock(m_mutex);
  return m_usedFallback || m_hasGivenUp || m_preferred.isLost() ? m_fallback.name() : m_preferred.name();
}

Text FallbackBackend::note() const {
  const std::scoped_lock lock(m_mutex);
  return m_usedFallback || m_hasGivenUp ? m_reason : m_preferred.note();
}

bool FallbackBackend::supports(Precision precision) const {
  return m_fallback.supports(precision) || m_preferred.supports(precision);
}

bool FallbackBackend::supports(const OpDef& op) const {
  return m_fallback.supports(op) || m_preferred.supports(op);
}

Text FallbackBackend::lastReason() const {
  const std::scoped_lock lock(m_mutex);
  return m_reason;
}

bool FallbackBackend::hasGivenUp() const {
  const std::scoped_lock lock(m_mutex);
  return m_hasGivenUp || m_preferred.isLost();
}

/// A device may be lost between two runs, with nobody to report it.
void FallbackBackend::noteSilentLoss() {
  if (m_preferred.isLost() && lastReason().isEmpty()) keepReason(text("Backend", "the device is lost"));
}

bool FallbackBackend::attempt(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Device) throw;
    keepReason(error.text());
  } catch (const std::bad_alloc&) {
    keepReason(text("Backend", "the memory of this machine is used up"));
  }
  return false;
}

void FallbackBackend::keepReason(const Text& reason) {
  const std::scoped_lock lock(m_mutex);
  m_reason = text("Backend", "%1 was left for %2: %3", m_preferred.name(), m_fallback.name(), reason);
}

void FallbackBackend::noteRun(bool isPreferred) {
  const std::scoped_lock lock(m_mutex);
  m_usedFallback = !isPreferred;
  if (isPreferred) m_failuresInARow = 0;
}

std::unique_ptr<Plan> FallbackBackend::prepare(std::shared_ptr<const Program> program, Keep keep, Precision precision) {
  auto plan = std::make_unique<FallbackPlan>(std::move(program), keep, precision);
  noteSilentLoss();
  if (hasGivenUp() || !attempt([&] { plan->prepareOn(m_preferred); })) static_cast<void>(plan->fallback(m_fallback));
  return plan;
}

RunResult FallbackBackend::run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) {
  auto& own = dynamic_cast<FallbackPlan&>(plan);
  if (own.preferred() != nullptr && !hasGivenUp()) {
    RunResult result;
    if (attempt([&] { result = m_preferred.run(*own.preferred(), inputs, context); })) {
      noteRun(true);
      return result;
    }
    {
      const std::scoped_lock lock(m_mutex);
      if (++m_failuresInARow >= kPatience) m_hasGivenUp = true;
    }
    if (context.trace != nullptr) context.trace->restart();
    if (context.times != nullptr) context.times->restart();
    context.kernel.throwIfStopped();
  }
  noteSilentLoss();
  RunResult result = m_fallback.run(own.fallback(m_fallback), inputs, context);
  noteRun(false);
  return result;
}

}  // namespace heed::core
