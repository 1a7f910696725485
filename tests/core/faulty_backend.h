#pragma once

#include "core/base/error.h"
#include "core/exec/cpu_backend.h"

#include <functional>
#include <memory>
#include <string>

/// A device that computes like the CPU and fails as a test wants it to. Its results can be told from the CPU's: every
/// element is one more.
class FaultyBackend : public heed::core::Backend {
 public:
  std::function<void()> onPrepare = [] {};
  std::function<void()> onRun = [] {};  ///< after the steps were recorded
  double seconds = 0.001;               ///< what a run claims to have taken
  bool lost = false;
  int prepared = 0;
  int ran = 0;

  [[nodiscard]] std::string name() const override { return "faulty"; }
  [[nodiscard]] bool isLost() const override { return lost; }
  [[nodiscard]] bool supports(heed::core::Precision precision) const override {
    return precision == heed::core::Precision::Float32;
  }
  [[nodiscard]] bool supports(const heed::core::OpDef& op) const override { return m_cpu.supports(op); }

  [[nodiscard]] std::unique_ptr<heed::core::Plan> prepare(std::shared_ptr<const heed::core::Program> program,
                                                          heed::core::Keep keep,
                                                          heed::core::Precision precision) override {
    ++prepared;
    onPrepare();
    return m_cpu.prepare(std::move(program), keep, precision);
  }

  [[nodiscard]] heed::core::RunResult run(heed::core::Plan& plan, std::span<const heed::core::Tensor> inputs,
                                          heed::core::RunContext& context) override {
    ++ran;
    OneMore shifted(context.trace);
    heed::core::RunContext own = context;
    if (context.trace != nullptr) own.trace = &shifted;
    heed::core::RunResult result = m_cpu.run(plan, inputs, own);
    onRun();
    for (heed::core::Tensor& output : result.outputs) output = oneMore(output);
    result.seconds = seconds;
    return result;
  }

  /// Throws what a lost device does.
  static void fail() { throw heed::core::Error(heed::core::ErrorKind::Device, heed::core::text("Test", "it broke")); }

 private:
  static heed::core::Tensor oneMore(const heed::core::Tensor& tensor) {
    heed::core::TensorBuffer buffer(tensor.kind(), tensor.shape());
    for (std::int64_t i = 0; i < tensor.elementCount(); ++i) buffer.setAt(i, tensor.at(i) + 1.0);
    return buffer.finish();
  }

  class OneMore : public heed::core::TraceSink {
   public:
    explicit OneMore(heed::core::TraceSink* sink) : m_sink(sink) {}
    [[nodiscard]] bool wants(int step) const override { return m_sink->wants(step); }
    void record(int step, const heed::core::Tensor& value) override { m_sink->record(step, oneMore(value)); }
    void restart() override { m_sink->restart(); }

   private:
    heed::core::TraceSink* m_sink;
  };

  heed::core::CpuBackend m_cpu;
};
