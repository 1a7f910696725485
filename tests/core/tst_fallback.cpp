#include <QtTest>

#include "core/exec/fallback_backend.h"
#include "core/exec/trace.h"
#include "tests/core/attention_program.h"
#include "tests/core/faulty_backend.h"
#include "tests/core/program_run.h"

#include <map>
#include <new>

using namespace heed::core;

// Whatever a device does, a run ends with the numbers of the CPU, or with the error that the CPU would have given too.

namespace {

/// Counts what each step was recorded with since the last restart.
class CountingSink : public TraceSink {
 public:
  std::map<int, std::vector<Tensor>> recorded;
  [[nodiscard]] bool wants(int /*step*/) const override { return true; }
  void record(int step, const Tensor& value) override { recorded[step].push_back(value); }
  void restart() override { recorded.clear(); }
};

class NodeCounts : public TimeSink {
 public:
  std::map<int, int> seen;
  void record(int node, double /*seconds*/) override { ++seen[node]; }
  void restart() override { seen.clear(); }
};

}  // namespace

class TestFallback : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_device = FaultyBackend();
    m_backend = std::make_unique<FallbackBackend>(m_device, m_cpu);
  }

  void aDeviceThatWorksIsUsed() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    QVERIFY(isOfDevice(run(*plan)));
    QCOMPARE(m_backend->name(), std::string("faulty"));
    QVERIFY(m_backend->note().isEmpty());
    QVERIFY(m_backend->lastReason().isEmpty());
  }

  void aRefusedProgramRunsOnTheCpu() {
    m_device.onPrepare = FaultyBackend::fail;
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_backend->name(), std::string("cpu"));
    QCOMPARE(m_backend->lastReason().english(), std::string("faulty was left for cpu: it broke"));
    QCOMPARE(m_backend->note().english(), m_backend->lastReason().english());
    m_device.onPrepare = [] {};
    const auto other = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    QVERIFY(isOfDevice(run(*other)));
    QVERIFY(m_backend->note().isEmpty());
  }

  void aBrokenRunIsDoneAgain() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    m_device.onRun = FaultyBackend::fail;
    QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_backend->name(), std::string("cpu"));
    QVERIFY(!m_backend->hasGivenUp());
    m_device.onRun = [] {};
    QVERIFY2(isOfCpu(run(*plan)), "the program stays where it could run");
    const auto other = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    QVERIFY(isOfDevice(run(*other)));
  }

  void exhaustedHostMemoryIsNoEnd() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    m_device.onRun = [] { throw std::bad_alloc(); };
    QVERIFY(isOfCpu(run(*plan)));
    QVERIFY(m_backend->lastReason().english().find("memory") != std::string::npos);
  }

  void aLostDeviceIsNotTriedAgain() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    const auto other = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    m_device.onRun = [this] {
      m_device.lost = true;
      FaultyBackend::fail();
    };
    QVERIFY(isOfCpu(run(*plan)));
    QVERIFY(m_backend->hasGivenUp());
    m_device.onRun = [] {};
    QVERIFY2(isOfCpu(run(*other)), "a plan that was made before");
    const auto later = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    QVERIFY(isOfCpu(run(*later)));
    QCOMPARE(m_device.ran, 1);
    QCOMPARE(m_device.prepared, 2);
    QVERIFY(!m_backend->note().isEmpty());
  }

  void aDeviceThatIsLostBetweenRunsIsLeftWithAReason() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    QVERIFY(isOfDevice(run(*plan)));
    m_device.lost = true;
    QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_device.ran, 1);
    QCOMPARE(m_backend->note().english(), std::string("faulty was left for cpu: the device is lost"));
  }

  void aDeviceThatAlwaysFailsIsGivenUp() {
    m_device.onRun = FaultyBackend::fail;
    for (int i = 0; i < 6; ++i) {
      const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
      QVERIFY(isOfCpu(run(*plan)));
    }
    QVERIFY(m_backend->hasGivenUp());
    QCOMPARE(m_device.ran, 3);
  }

  void aTraceSeesEachStepOnceWithTheNumbersOfTheCpu() {
    const auto plan = m_backend->prepare(m_program, Keep::Steps, Precision::Float32);
    m_device.onRun = FaultyBackend::fail;
    CountingSink sink;
    static_cast<void>(run(*plan, &sink));
    QCOMPARE(sink.recorded.size(), m_program->steps().size());
    const auto cpuPlan = m_cpu.prepare(m_program, Keep::Steps, Precision::Float32);
    CountingSink expected;
    static_cast<void>(ProgramRun{.trace = &expected}.again(m_cpu, *cpuPlan, m_tensors));
    for (const auto& [step, values] : sink.recorded) {
      QCOMPARE(values.size(), std::size_t{1});
      QCOMPARE(largestDistance(values.front(), expected.recorded[step].front()), 0.0);
    }
  }

  void timesAreThoseOfTheCpu() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    m_device.onRun = FaultyBackend::fail;
    ThreadPool pool(1);
    KernelContext kernel{{}, pool, 7};
    NodeCounts counts;
    RunContext context{.kernel = kernel, .times = &counts};
    static_cast<void>(m_backend->run(*plan, m_tensors, context));
    QCOMPARE(counts.seen.size(), plan->program().nodes().size());
    for (const auto& [node, count] : counts.seen) QCOMPARE(count, 1);
  }

  void aTraceForgetsWhenItStartsAgain() {
    Trace trace(m_program, {});
    trace.record(0, m_tensors.front());
    QVERIFY(trace.keptBytes() > 0);
    trace.restart();
    QCOMPARE(trace.keptBytes(), std::size_t{0});
    QVERIFY(trace.kept(0).isNull());
    QVERIFY(!trace.summary(0).has_value());
  }

  void otherErrorsPassThrough() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    m_device.onRun = [] { throw Error(ErrorKind::Parameter, text("Test", "an index is wrong")); };
    QVERIFY_EXCEPTION_THROWN(static_cast<void>(run(*plan)), Error);
    m_device.onRun = [] { throw Cancelled(); };
    bool isCancelled = false;
    try {
      static_cast<void>(run(*plan));
    } catch (const Cancelled&) {
      isCancelled = true;
    }
    QVERIFY(isCancelled);
    QVERIFY(m_backend->lastReason().isEmpty());
    m_device.onRun = [] {};
    QVERIFY(isOfDevice(run(*plan)));
  }

  void aStopBetweenTheTwoIsAnswered() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
    std::stop_source source;
    m_device.onRun = [&] {
      source.request_stop();
      FaultyBackend::fail();
    };
    bool isCancelled = false;
    try {
      static_cast<void>(run(*plan, nullptr, source.get_token()));
    } catch (const Cancelled&) {
      isCancelled = true;
    }
    QVERIFY(isCancelled);
  }

 private:
  [[nodiscard]] Tensor run(Plan& plan, TraceSink* trace = nullptr, std::stop_token stop = {}) {
    ThreadPool pool(1);
    KernelContext kernel{std::move(stop), pool, 7};
    RunContext context{kernel, nullptr, trace};
    return m_backend->run(plan, m_tensors, context).outputs.front();
  }

  [[nodiscard]] Tensor ofCpu() const { return ProgramRun{Precision::Float32}(m_program, m_tensors).front(); }
  [[nodiscard]] bool isOfCpu(const Tensor& output) const { return largestDistance(output, ofCpu()) == 0.0; }
  /// One more in each element, in float32.
  [[nodiscard]] bool isOfDevice(const Tensor& output) const {
    return std::abs(output.at(0) - ofCpu().at(0) - 1.0) <= 1e-6;
  }

  AttentionProgram m_attention;
  std::shared_ptr<const Program> m_program = m_attention.finish();
  std::vector<Tensor> m_tensors = m_attention.tensors;
  CpuBackend m_cpu;
  FaultyBackend m_device;
  std::unique_ptr<FallbackBackend> m_backend;
};

QTEST_GUILESS_MAIN(TestFallback)
#include "tst_fallback.moc"
