#include "tests/gpu/vulkan_bench.h"
#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_files.h"

#include <QtTest>

#include <stdexcept>

using namespace heed::core;
using heed::test::CaseResult;
using heed::test::MachineOutputs;
using heed::test::OracleAdapter;
using heed::test::Outcome;
using heed::test::VulkanBench;
using heed::test::VulkanRun;

/// Every case of the oracle files that has its blocks, on Vulkan: the same adapters as on the CPU, within what the
/// oracles allow float32, with the direct kernels and without.
class TestVulkanOracles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_bench = std::make_unique<VulkanBench>(watchedBackend()); }
  void everyCaseIsAsExpected_data();
  void everyCaseIsAsExpected();
  void cleanupTestCase() const { qInfo("%td cases as expected, %d without their blocks", m_passed, m_missing); }

 private:
  [[nodiscard]] std::vector<MachineOutputs> run(const std::shared_ptr<const Program>& program,
                                                const std::vector<Tensor>& inputs);

  std::unique_ptr<VulkanBench> m_bench;
  std::ptrdiff_t m_passed = 0;
  int m_missing = 0;
};

void TestVulkanOracles::everyCaseIsAsExpected_data() {
  QTest::addColumn<QString>("file");
  for (const OracleAdapter& adapter : heed::test::oracleAdapters()) {
    const std::string file(adapter.file);
    QTest::newRow(file.c_str()) << QString::fromStdString(file);
  }
}

void TestVulkanOracles::everyCaseIsAsExpected() {
  QFETCH(QString, file);
  const auto machine = [this](const auto& program, const auto& inputs) { return run(program, inputs); };
  std::string failures;
  std::ptrdiff_t passed = 0;
  for (const CaseResult& result : heed::test::oracleResults(file.toStdString(), machine)) {
    if (result.outcome == Outcome::Failed) failures += fmt::format("{}: {}; ", result.name, result.detail);
    passed += result.outcome == Outcome::Passed ? 1 : 0;
    m_missing += result.outcome == Outcome::NoBlock ? 1 : 0;
  }
  m_passed += passed;
  QVERIFY2(failures.empty(), failures.c_str());
  const auto onCpu = heed::test::oracleResults(file.toStdString(), heed::test::runOnCpu);
  QVERIFY(passed > 0);
  QCOMPARE(passed, std::ranges::count(onCpu, Outcome::Passed, &CaseResult::outcome));
}

std::vector<MachineOutputs> TestVulkanOracles::run(const std::shared_ptr<const Program>& program,
                                                   const std::vector<Tensor>& inputs) {
  std::vector<MachineOutputs> runs;
  for (const auto& variant : {program, fullyExpanded(*program)}) {
    VulkanRun run = m_bench->run(variant, inputs);
    if (!run.complaint.empty()) throw std::runtime_error(run.complaint);
    runs.push_back({Precision::Float32, variant == program ? "Vulkan" : "Vulkan, expanded", std::move(run.outputs)});
  }
  return runs;
}

QTEST_GUILESS_MAIN(TestVulkanOracles)
#include "tst_vulkan_oracles.moc"
