#include "core/exec/faster_backend.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <new>
#include <optional>
#include <utility>

namespace heed::core {

namespace {

std::string milliseconds(double seconds) {
  return fmt::format("{:.{}f}", seconds * 1e3, seconds < 0.01 ? 1 : 0);
}

/// Which steps are kept without keeping them: a run that is only timed costs what the traced one does.
class TimedSink : public TraceSink {
 public:
  explicit TimedSink(const TraceSink& wanted) : m_wanted(wanted) {}
  [[nodiscard]] bool wants(int step) const override { return m_wanted.wants(step); }
  void record(int /*step*/, const Tensor& /*value*/) override {}
  void restart() override {}

 private:
  const TraceSink& m_wanted;
};

/// Equal for programs that are measured as one.
std::uint64_t speedKey(const Program& program, Keep keep) {
  return program.hash() ^ (keep == Keep::Steps ? 0x9e3779b97f4a7c15U : 0U);
}

bool isFaster(const MeasuredSpeed& speed) {
  return speed.deviceSeconds <= FasterBackend::kShare * speed.usualSeconds;
}

Text speedNote(const std::string& device, const MeasuredSpeed& speed, bool isRemembered) {
  const std::string usual = milliseconds(speed.usualSeconds);
  const std::string other = milliseconds(speed.deviceSeconds);
  if (isRemembered)
    return text("Backend", "remembered for this program: the CPU took %1 ms, %2 %3 ms", usual, device, other);
  if (isFaster(speed))
    return text("Backend", "measured for this program: the CPU took %1 ms, %2 %3 ms, which runs it from now on", usual,
                device, other);
  return text("Backend", "measured for this program: the CPU took %1 ms, %2 %3 ms", usual, device, other);
}

}  // namespace

/// Where the program runs is open until it was measured or remembered.
class FasterBackend::FasterPlan : public Plan {
 public:
  enum class Choice { Open, Usual, Contender };

  FasterPlan(std::shared_ptr<const Program> wanted, Keep keep, Precision precision)
      : m_wanted(std::move(wanted)), m_keep(keep), m_precision(precision) {}

  /// That of the last run, so that times of its nodes can be read.
  [[nodiscard]] const Program& program() const override { return m_last->program(); }
  [[nodiscard]] std::size_t peakBytes() const override { return m_last->peakBytes(); }

  [[nodiscard]] std::uint64_t key() const { return speedKey(*m_wanted, m_keep); }
  [[nodiscard]] Precision precision() const { return m_precision; }
  [[nodiscard]] Choice choice() const { return m_choice; }
  [[nodiscard]] const Text& why() const { return m_why; }
  void choose(Choice choice, Text why) {
    m_choice = choice;
    m_why = std::move(why);
  }

  /// The plan for a run on that backend; the other's is freed once the choice is made.
  [[nodiscard]] Plan& usual(Backend& backend) {
    if (m_choice == Choice::Usual) m_contender.reset();
    if (m_usual == nullptr) m_usual = backend.prepare(m_wanted, m_keep, m_precision);
    m_last = m_usual.get();
    return *m_usual;
  }
  [[nodiscard]] Plan& contender(Backend& backend) {
    if (m_contender == nullptr) m_contender = backend.prepare(m_wanted, m_keep, m_precision);
    if (m_choice == Choice::Contender) {
      m_last = m_contender.get();
      m_usual.reset();
    }
    return *m_contender;
  }
  /// A plan that is timed and not kept.
  [[nodiscard]] std::unique_ptr<Plan> trial(Backend& backend) const {
    return backend.prepare(m_wanted, m_keep, m_precision);
  }

 private:
  std::shared_ptr<const Program> m_wanted;
  Keep m_keep;
  Precision m_precision;
  Choice m_choice = Choice::Open;
  Text m_why;
  std::unique_ptr<Plan> m_usual;
  std::unique_ptr<Plan> m_contender;
  Plan* m_last = nullptr;
};

FasterBackend::FasterBackend(Backend& usual, std::function<Contender()> findContender, SpeedMemory& memory)
    : m_usual(usual), m_findContender(std::move(findContender)), m_memory(memory), m_name(usual.name()) {}

std::string FasterBackend::name() const {
  const std::scoped_lock lock(m_mutex);
  return m_name;
}

Text FasterBackend::note() const {
  const std::scoped_lock lock(m_mutex);
  return m_note;
}

void FasterBackend::setNote(const std::string& name, const Text& note) {
  const std::scoped_lock lock(m_mutex);
  m_name = name;
  m_note = note;
}

bool FasterBackend::supports(Precision precision) const {
  return m_usual.supports(precision);
}

bool FasterBackend::supports(const OpDef& op) const {
  return m_usual.supports(op);
}

FallbackBackend* FasterBackend::contender() {
  if (!m_hasSearched) {
    m_hasSearched = true;
    try {
      m_contender = m_findContender();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::Device) throw;
      m_contender = Contender{nullptr, {}, {}, error.text()};
    }
    if (m_contender.backend != nullptr) m_safe = std::make_unique<FallbackBackend>(*m_contender.backend, m_usual);
  }
  return m_safe.get();
}

std::unique_ptr<Plan> FasterBackend::prepare(std::shared_ptr<const Program> program, Keep keep, Precision precision) {
  auto plan = std::make_unique<FasterPlan>(std::move(program), keep, precision);
  if (precision != Precision::Float32) {
    plan->choose(FasterPlan::Choice::Usual, text("Backend", "float64 is computed on the CPU"));
  } else if (m_memory.knows(plan->key())) {
    prepareRemembered(*plan);
  }
  if (plan->choice() != FasterPlan::Choice::Contender) static_cast<void>(plan->usual(m_usual));
  return plan;
}

void FasterBackend::prepareRemembered(FasterPlan& plan) {
  FallbackBackend* safe = contender();
  if (safe == nullptr || safe->hasGivenUp()) return;
  const std::optional<MeasuredSpeed> speed = m_memory.find(m_contender.identity, plan.key());
  if (!speed) return;
  plan.choose(isFaster(*speed) ? FasterPlan::Choice::Contender : FasterPlan::Choice::Usual,
              speedNote(m_contender.device, *speed, true));
  if (isFaster(*speed)) static_cast<void>(plan.contender(*safe));
}

RunResult FasterBackend::run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) {
  auto& own = dynamic_cast<FasterPlan&>(plan);
  if (own.choice() == FasterPlan::Choice::Contender) {
    RunResult result = m_safe->run(own.contender(*m_safe), inputs, context);
    const bool hasFallenBack = m_safe->name() == m_usual.name();
    setNote(m_safe->name(), hasFallenBack ? m_safe->note() : own.why());
    return result;
  }
  RunResult result = m_usual.run(own.usual(m_usual), inputs, context);
  if (own.choice() == FasterPlan::Choice::Open) compare(own, result.seconds, inputs, context);
  setNote(m_usual.name(), own.why());
  return result;
}

/// Decides for the following runs; this one is done.
void FasterBackend::compare(FasterPlan& plan, double usualSeconds, std::span<const Tensor> inputs,
                            RunContext& context) {
  const auto stay = [&](const Text& why) { plan.choose(FasterPlan::Choice::Usual, why); };
  if (usualSeconds < kWorthSeconds) {
    stay(text("Backend", "the CPU takes %1 ms, and a graphics card is tried from %2 ms on", milliseconds(usualSeconds),
              milliseconds(kWorthSeconds)));
    return;
  }
  const FallbackBackend* safe = contender();
  if (safe == nullptr) return stay(m_contender.missing);
  if (safe->hasGivenUp()) return stay(safe->lastReason());
  if (m_contender.backend->isLost()) return stay(text("Backend", "%1 is lost", m_contender.device));
  try {
    const MeasuredSpeed speed{usualSeconds, contenderSeconds(plan, inputs, context)};
    m_memory.remember(m_contender.identity, plan.key(), speed);
    plan.choose(isFaster(speed) ? FasterPlan::Choice::Contender : FasterPlan::Choice::Usual,
                speedNote(m_contender.device, speed, false));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Device) throw;
    stay(text("Backend", "%1 cannot run this program: %2", m_contender.device, error.text()));
  } catch (const std::bad_alloc&) {
    stay(text("Backend", "the memory of this machine is used up"));
  }
}

double FasterBackend::contenderSeconds(FasterPlan& plan, std::span<const Tensor> inputs, RunContext& context) const {
  const std::unique_ptr<Plan> trial = plan.trial(*m_contender.backend);
  RunContext timed{context.kernel};
  std::unique_ptr<TimedSink> sink;
  if (context.trace != nullptr) sink = std::make_unique<TimedSink>(*context.trace);
  timed.trace = sink.get();
  static_cast<void>(m_contender.backend->run(*trial, inputs, timed));
  return m_contender.backend->run(*trial, inputs, timed).seconds;
}

}  // namespace heed::core
