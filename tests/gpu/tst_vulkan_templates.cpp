#include "tests/gpu/vulkan_bench.h"
#include "tests/support/template_rows.h"

#include <QtTest>

using namespace heed::core;
using heed::test::comparison;
using heed::test::LargestDistance;
using heed::test::ModelRun;
using heed::test::outputNames;
using heed::test::VulkanBench;
using heed::test::VulkanRun;

namespace {

/// What the specifications allow float32. A template is a chain of up to a few dozen kernels whose values are at most a
/// few tens, and scores of up to 10 are off by no more than some roundings of them.
constexpr double kTolerance = 2e-5;

}  // namespace

/// Every template with several inputs on Vulkan, against the CPU in float64: outputs and steps, with the direct kernels
/// and without.
class TestVulkanTemplates : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_bench = std::make_unique<VulkanBench>(watchedBackend()); }
  void outputsAgree_data() { heed::test::addTemplateInputRows(); }
  void outputsAgree();
  void stepsAgree_data() { heed::test::addTemplateInputRows(); }
  void stepsAgree();
  void cleanupTestCase() { qInfo("%s", m_largest.toString().c_str()); }

 private:
  std::unique_ptr<VulkanBench> m_bench;
  LargestDistance m_largest;
};

void TestVulkanTemplates::outputsAgree() {
  const ModelRun exact = heed::test::runModel(heed::test::currentDocument());
  const auto program = exact.lowered.program;
  const VulkanRun run = m_bench->run(program, exact.lowered.inputs);
  QVERIFY2(run.complaint.empty(), run.complaint.c_str());
  const std::string difference =
      comparison(run.outputs, exact.outputs, outputNames(*program), kTolerance, m_largest, QTest::currentDataTag());
  QVERIFY2(difference.empty(), difference.c_str());
}

void TestVulkanTemplates::stepsAgree() {
  const ModelRun exact = heed::test::runModel(heed::test::currentDocument());
  const auto whole = exact.lowered.program;
  for (const auto& program : {whole, fullyExpanded(*whole)}) {
    Trace trace(program, TraceRequest{{}, std::size_t{1} << 30U});
    const VulkanRun run = m_bench->run(program, exact.lowered.inputs, Keep::Steps, &trace);
    QVERIFY2(run.complaint.empty(), run.complaint.c_str());
    std::string difference =
        comparison(run.outputs, exact.outputs, outputNames(*whole), kTolerance, m_largest, QTest::currentDataTag());
    QVERIFY2(difference.empty(), difference.c_str());
    for (std::size_t i = 0; i < whole->steps().size(); ++i) {
      const std::string& id = whole->steps()[i].id;
      const Tensor& step = trace.kept(program->stepIndex(id));
      QVERIFY2(!step.isNull(), id.c_str());
      difference = comparison({step}, {exact.trace->kept(static_cast<int>(i))}, {id}, kTolerance, m_largest,
                              QTest::currentDataTag());
      QVERIFY2(difference.empty(), difference.c_str());
    }
  }
}

QTEST_GUILESS_MAIN(TestVulkanTemplates)
#include "tst_vulkan_templates.moc"
