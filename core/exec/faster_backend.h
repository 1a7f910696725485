#pragma once

#include "core/exec/backend.h"
#include "core/exec/fallback_backend.h"
#include "core/exec/speed_memory.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace heed::core {

/// A backend that may be faster than the usual one, with the device that it computes on. Without a backend, `missing`
/// says why there is none.
struct Contender {
  Backend* backend = nullptr;
  std::string device;    ///< as people call it
  std::string identity;  ///< equal only for the same device with the same driver: speeds are remembered by it
  Text missing;
};

/// Runs each program where it is faster. The first run of a program is done on the usual backend and gives the result;
/// only if it takes kWorthSeconds or more is there something to be won: then a contender is looked for, the program run
/// on it twice, and the second time compared. What was measured is remembered, so that the next run of the program
/// (with the same Keep) goes to the faster one at once. A contender that fails is left for the usual backend, as
/// FallbackBackend does it.
class FasterBackend : public Backend {
 public:
  /// Below this a device is not even looked for: that alone would take longer.
  static constexpr double kWorthSeconds = 0.005;
  /// The contender is taken if its time is at most this share of the usual backend's, whose first run was a cold one.
  static constexpr double kShare = 0.8;

  /// `findContender` is called when one is needed, at most once; it may throw Error{Device}. All must outlive this.
  FasterBackend(Backend& usual, std::function<Contender()> findContender, SpeedMemory& memory);

  [[nodiscard]] std::string name() const override;
  [[nodiscard]] Text note() const override;
  [[nodiscard]] bool supports(Precision precision) const override;
  [[nodiscard]] bool supports(const OpDef& op) const override;
  [[nodiscard]] std::unique_ptr<Plan> prepare(std::shared_ptr<const Program> program, Keep keep,
                                              Precision precision) override;
  [[nodiscard]] RunResult run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) override;

 private:
  class FasterPlan;
  /// The contender behind its fallback; null where there is none.
  [[nodiscard]] FallbackBackend* contender();
  void prepareRemembered(FasterPlan& plan);
  void compare(FasterPlan& plan, double usualSeconds, std::span<const Tensor> inputs, RunContext& context);
  [[nodiscard]] double contenderSeconds(FasterPlan& plan, std::span<const Tensor> inputs, RunContext& context) const;
  void setNote(const std::string& name, const Text& note);

  Backend& m_usual;
  std::function<Contender()> m_findContender;
  SpeedMemory& m_memory;
  bool m_hasSearched = false;
  Contender m_contender;                    ///< once it was looked for
  std::unique_ptr<FallbackBackend> m_safe;  ///< the contender behind its fallback, where there is one
  mutable std::mutex m_mutex;               ///< for what follows: a window reads it while a run goes on
  std::string m_name;
  Text m_note;
};

}  // namespace heed::core
