#include <QtTest>

#include "core/exec/faster_backend.h"
#include "tests/core/attention_program.h"
#include "tests/core/faulty_backend.h"
#include "tests/core/program_run.h"

using namespace heed::core;

// Which backend runs a program, by what each claims to have taken. The device is a fake whose outputs are one more than
// those of the CPU, so that the numbers say who computed.

namespace {

/// The CPU with a clock that a test sets.
class SlowBackend : public CpuBackend {
 public:
  double seconds = 0.1;
  int ran = 0;
  [[nodiscard]] RunResult run(Plan& plan, std::span<const Tensor> inputs, RunContext& context) override {
    ++ran;
    RunResult result = CpuBackend::run(plan, inputs, context);
    result.seconds = seconds;
    return result;
  }
};

}  // namespace

class TestFaster : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    m_cpu = SlowBackend();
    m_device = FaultyBackend();
    m_memory = SpeedMemory();
    m_searches = 0;
    m_isThere = true;
    start();
  }

  void aQuickProgramNeverAsksForADevice() {
    m_cpu.seconds = 0.0049;
    const auto plan = prepare();
    for (int i = 0; i < 3; ++i) QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_searches, 0);
    QCOMPARE(m_memory.size(), std::size_t{0});
    QCOMPARE(m_backend->name(), std::string("cpu"));
    QCOMPARE(m_backend->note().english(),
             std::string("the CPU takes 4.9 ms, and a graphics card is tried from 5.0 ms on"));
  }

  void aFasterDeviceRunsTheProgramFromTheSecondRunOn() {
    m_device.seconds = 0.02;
    const auto plan = prepare();
    QVERIFY2(isOfCpu(run(*plan)), "the first result is that of the run that was needed anyway");
    QCOMPARE(m_backend->name(), std::string("cpu"));
    QCOMPARE(m_backend->note().english(),
             std::string("measured for this program: the CPU took 100 ms, card 20 ms, which runs it from now on"));
    QCOMPARE(m_device.ran, 2);
    QVERIFY(isOfDevice(run(*plan)));
    QCOMPARE(m_backend->name(), std::string("faulty"));
    QCOMPARE(m_cpu.ran, 1);
    const auto again = prepare();
    QVERIFY(isOfDevice(run(*again)));
    QCOMPARE(m_cpu.ran, 1);
    QCOMPARE(m_backend->note().english(), std::string("remembered for this program: the CPU took 100 ms, card 20 ms"));
    QCOMPARE(m_searches, 1);
  }

  void aDeviceThatIsHardlyFasterIsLeft() {
    m_device.seconds = 0.081;
    const auto plan = prepare();
    for (int i = 0; i < 3; ++i) QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_device.ran, 2);
    QCOMPARE(m_memory.find("card", m_program->hash())->deviceSeconds, 0.081);
  }

  void theMemoryOutlivesTheProcess() {
    m_device.seconds = 0.02;
    static_cast<void>(runOnce());
    m_memory = SpeedMemory::fromText(m_memory.toText());
    start();
    m_cpu.ran = 0;
    QVERIFY(isOfDevice(runOnce()));
    QCOMPARE(m_cpu.ran, 0);
  }

  void anotherDeviceIsMeasuredAnew() {
    m_memory.remember("older card", m_program->hash(), {0.1, 0.5});
    m_device.seconds = 0.02;
    const auto plan = prepare();
    QVERIFY(isOfCpu(run(*plan)));
    QVERIFY(isOfDevice(run(*plan)));
  }

  void withoutADeviceTheReasonIsKept() {
    m_isThere = false;
    const auto plan = prepare();
    for (int i = 0; i < 2; ++i) QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_searches, 1);
    QCOMPARE(m_backend->note().english(), std::string("no driver"));
  }

  void aDeviceThatFailsWhileItIsMeasuredIsLeft() {
    m_device.onRun = FaultyBackend::fail;
    const auto plan = prepare();
    QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_backend->note().english(), std::string("card cannot run this program: it broke"));
    m_device.onRun = [] {};
    QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_memory.size(), std::size_t{0});
  }

  void aDeviceThatFailsLaterLosesNoRun() {
    m_device.seconds = 0.02;
    const auto plan = prepare();
    static_cast<void>(run(*plan));
    m_device.onRun = FaultyBackend::fail;
    QVERIFY(isOfCpu(run(*plan)));
    QCOMPARE(m_backend->name(), std::string("cpu"));
    QCOMPARE(m_backend->note().english(), std::string("faulty was left for cpu: it broke"));
    QCOMPARE(plan->program().toText(), m_cpu.prepare(m_program, Keep::Outputs, Precision::Float32)->program().toText());
  }

  void float64StaysOnTheCpu() {
    const auto plan = m_backend->prepare(m_program, Keep::Outputs, Precision::Float64);
    static_cast<void>(run(*plan));
    QCOMPARE(m_searches, 0);
    QCOMPARE(m_backend->note().english(), std::string("float64 is computed on the CPU"));
  }

  void whatWasMeasuredIsBounded() {
    for (std::uint64_t i = 0; i < 2000; ++i) m_memory.remember("card", i, {0.1, 0.2});
    QCOMPARE(m_memory.size(), SpeedMemory::kEntries);
    QVERIFY(!m_memory.knows(0));
    QVERIFY(m_memory.knows(1999));
    const SpeedMemory again = SpeedMemory::fromText(m_memory.toText());
    QCOMPARE(again.size(), SpeedMemory::kEntries);
    QVERIFY(again.knows(1999));
    SpeedMemory other;
    other.remember("card", 5000, {0.3, 0.4});
    m_memory.merge(other);
    QCOMPARE(m_memory.size(), SpeedMemory::kEntries);
    other.merge(m_memory);
    QCOMPARE(other.find("card", 5000)->usualSeconds, 0.3);
    QCOMPARE(other.size(), SpeedMemory::kEntries);
  }

  void aDamagedMemoryIsEmpty_data() {
    QTest::addColumn<QByteArray>("bytes");
    SpeedMemory memory;
    memory.remember("card", 1, {0.1, 0.2});
    const QByteArray good = QByteArray::fromStdString(memory.toText());
    QCOMPARE(SpeedMemory::fromText(good.toStdString()).size(), std::size_t{1});
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("half") << good.left(good.size() / 2);
    QTest::newRow("no JSON") << QByteArray("\0\xff\x01", 3);
    QTest::newRow("another version") << QByteArray(good).replace("\"version\": 1", "\"version\": 2");
    QTest::newRow("a time below 0") << QByteArray(good).replace("0.2", "-0.2");
    QTest::newRow("no number") << QByteArray(good).replace("0.2", "\"x\"");
    QTest::newRow("no program") << QByteArray(good).replace("0000000000000001", "x");
  }
  void aDamagedMemoryIsEmpty() {
    QFETCH(QByteArray, bytes);
    QCOMPARE(SpeedMemory::fromText(bytes.toStdString()).size(), std::size_t{0});
  }

 private:
  void start() {
    m_backend = std::make_unique<FasterBackend>(
        m_cpu,
        [this] {
          ++m_searches;
          if (!m_isThere) throw Error(ErrorKind::Device, text("Test", "no driver"));
          return Contender{&m_device, "card", "card", {}};
        },
        m_memory);
  }

  [[nodiscard]] std::unique_ptr<Plan> prepare() {
    return m_backend->prepare(m_program, Keep::Outputs, Precision::Float32);
  }

  [[nodiscard]] Tensor run(Plan& plan) {
    ThreadPool pool(1);
    KernelContext kernel{{}, pool, 7};
    RunContext context{kernel};
    return m_backend->run(plan, m_tensors, context).outputs.front();
  }
  [[nodiscard]] Tensor runOnce() {
    const auto plan = prepare();
    return run(*plan);
  }

  [[nodiscard]] Tensor ofCpu() const { return ProgramRun{Precision::Float32}(m_program, m_tensors).front(); }
  [[nodiscard]] bool isOfCpu(const Tensor& output) const { return largestDistance(output, ofCpu()) == 0.0; }
  [[nodiscard]] bool isOfDevice(const Tensor& output) const {
    return std::abs(output.at(0) - ofCpu().at(0) - 1.0) <= 1e-6;
  }

  AttentionProgram m_attention;
  std::shared_ptr<const Program> m_program = m_attention.finish();
  std::vector<Tensor> m_tensors = m_attention.tensors;
  SlowBackend m_cpu;
  FaultyBackend m_device;
  SpeedMemory m_memory;
  int m_searches = 0;
  bool m_isThere = true;
  std::unique_ptr<FasterBackend> m_backend;
};

QTEST_GUILESS_MAIN(TestFaster)
#include "tst_faster.moc"
