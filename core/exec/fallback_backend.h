#pragma once

#include "core/exec/backend.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace heed::core {

/// Runs programs on a preferred backend, and on another one whatever the preferred cannot do, so that no run is lost: a
/// program that it refuses, a run that ends in Error{Device} (the device is gone, its memory is used up) or in
/// exhausted host memory is done again from its beginning. Everything else that is thrown passes through. A program
/// whose run failed stays with the fallback; a lost device, or failing runs one after the other, end the preferred
/// backend's use. Both must outlive this.
class FallbackBackend : public Backend {
 public:
  FallbackBackend(Backend& preferred, Backend& fallback);

  [[nodiscard]] std::string name() const override;
  /// lastReason() if the fallback computed the last run.
  [[nodiscard]] Text note() const override;
  [[nodiscard]] bool supports(Precision precision) const override;
  [[nodiscard]] bool supports(const OpDef& op) const override;
  [[nodiscard]] std::unique_ptr<Plan> prepare(std::shared_ptr<const Program> program, Keep keep,
                                              Precision precision) override;
  [[nodiscard]] RunResult run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) override;

  /// Why the fallback was taken when that happened last; empty if it never did.
  [[nodiscard]] Text lastReason() const;
  /// Whether the preferred backend is not tried any more.
  [[nodiscard]] bool hasGivenUp() const;

 private:
  /// Whether the work ended well on the preferred backend; false keeps the reason.
  [[nodiscard]] bool attempt(const std::function<void()>& work);
  void keepReason(const Text& reason);
  void noteSilentLoss();
  void noteRun(bool isPreferred);

  Backend& m_preferred;
  Backend& m_fallback;
  mutable std::mutex m_mutex;  ///< for what follows: a window reads it while a run goes on
  Text m_reason;
  bool m_hasGivenUp = false;
  bool m_usedFallback = false;
  int m_failuresInARow = 0;
};

}  // namespace heed::core
