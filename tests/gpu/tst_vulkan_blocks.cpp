#include "tests/core/model_run.h"
#include "tests/gpu/vulkan_bench.h"
#include "tests/support/block_rows.h"

#include <QtTest>

#include <random>

using namespace heed::core;
using heed::test::BlockOptions;
using heed::test::BlockProgram;
using heed::test::BlockRow;
using heed::test::comparison;
using heed::test::contentsOf;
using heed::test::currentRow;
using heed::test::Items;
using heed::test::LargestDistance;
using heed::test::Loss;
using heed::test::PortContents;
using heed::test::VulkanBench;
using heed::test::VulkanRun;

namespace {

/// What the specifications allow any float32 run of a block, however long its ways are.
constexpr double kFloat32Tolerance = 2e-5;
/// Numbers this far from those given are the same ones to a run in float32: a few roundings of each.
constexpr double kNearby = 1.0 / (1 << 21);
constexpr int kMostAttempts = 50;

std::vector<Tensor> nearby(const std::vector<Tensor>& tensors, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(-kNearby, kNearby);
  std::vector<Tensor> result;
  for (const Tensor& tensor : tensors) {
    if (valueKind(tensor.kind()) != ValueKind::Real) {
      result.push_back(tensor);
      continue;
    }
    std::vector<double> elements = tensor.toDoubles();
    for (double& element : elements) element *= 1.0 + uniform(random);
    result.push_back(Tensor::fromDoubles(tensor.shape(), elements));
  }
  return result;
}

/// For each element by how much it differs between the exact run and runs from nearby inputs: what nobody can know of
/// it in float32.
std::vector<std::vector<double>> uncertainty(const BlockProgram& block, const std::vector<Tensor>& exact) {
  std::vector<std::vector<double>> result;
  for (const Tensor& tensor : exact) result.emplace_back(static_cast<std::size_t>(tensor.elementCount()), 0.0);
  std::vector<std::vector<Tensor>> others{ProgramRun{.precision = Precision::Float32}(block.program, block.inputs)};
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    others.push_back(ProgramRun()(block.program, nearby(block.inputs, seed)));
  }
  for (const auto& other : others) {
    for (std::size_t i = 0; i < exact.size(); ++i) {
      for (std::int64_t j = 0; j < exact[i].elementCount(); ++j) {
        double& known = result[i][static_cast<std::size_t>(j)];
        known = std::max(known, relativeDistance(other[i].at(j), exact[i].at(j)));
      }
    }
  }
  return result;
}

}  // namespace

/// Every block of the registry on Vulkan, forward and gradient, against the CPU in float64.
class TestVulkanBlocks : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    m_bench = std::make_unique<VulkanBench>(watchedBackend());
    m_options.resources = heed::test::buildResources();
  }

  void examplesAgree_data() { heed::test::addExampleRows(); }
  void examplesAgree() {
    const BlockRow row = currentRow();
    compare(row, contentsOf(*row.type, row.example), Loss::None);
  }
  void gradientsAgree_data() { heed::test::addExampleRows(); }
  void gradientsAgree() {
    const BlockRow row = currentRow();
    compare(row, contentsOf(*row.type, row.example), Loss::WithGradients);
  }

  void otherSizesAgree_data() { attentionRows(); }
  void otherSizesAgree() {
    const BlockRow row = currentRow();
    for (const Items items : heed::test::otherSizes()) {
      compare(row, heed::test::resized(row, items), Loss::WithGradients);
    }
  }

  void aFullyMaskedRowGivesZeros_data() { maskableRows(); }
  void aFullyMaskedRowGivesZeros();

  void extremeValuesAgree_data() { attentionRows(); }
  void extremeValuesAgree();

  void raggedBatchesAgree_data() {
    heed::test::addExampleRows([this](const BlockType& type, const BlockExample& example) {
      return heed::test::takesSequences({&type, example}, m_options);
    });
  }
  void raggedBatchesAgree() {
    const BlockRow row = currentRow();
    BlockOptions options = m_options;
    options.front = AxisMeaning::Batch;
    options.loss = Loss::WithGradients;
    compareProgram(heed::test::blockProgram(*row.type, row.example.parameters,
                                            heed::test::raggedBatch(heed::test::raggedSingles(row)), nullptr, options));
  }

  void traceEqualsThePlainRun_data() { heed::test::addExampleRows(); }
  void traceEqualsThePlainRun();

  void cleanupTestCase() { qInfo("%s", m_largest.toString().c_str()); }

 private:
  static void attentionRows() {
    heed::test::addExampleRows(
        [](const BlockType& type, const BlockExample&) { return heed::test::isAttention(type); });
  }
  static void maskableRows() {
    heed::test::addExampleRows([](const BlockType& type, const BlockExample&) { return heed::test::isMaskable(type); });
  }

  [[nodiscard]] BlockProgram programOf(const BlockRow& row, const PortContents& contents, Loss loss) const {
    BlockOptions options = m_options;
    options.loss = loss;
    return heed::test::blockProgram(*row.type, row.example.parameters, contents, &row.example.data, options);
  }
  void compare(const BlockRow& row, const PortContents& contents, Loss loss) {
    compareProgram(programOf(row, contents, loss));
  }
  void compareProgram(const BlockProgram& block);

  std::unique_ptr<VulkanBench> m_bench;
  BlockOptions m_options;
  LargestDistance m_largest;
};

void TestVulkanBlocks::compareProgram(const BlockProgram& block) {
  const VulkanRun run = m_bench->run(block.program, block.inputs);
  QVERIFY2(run.complaint.empty(), run.complaint.c_str());
  const std::string difference = comparison(run.outputs, ProgramRun()(block.program, block.inputs), block.outputs,
                                            std::min(run.bound, kFloat32Tolerance), m_largest, QTest::currentDataTag());
  QVERIFY2(difference.empty(), difference.c_str());
}

void TestVulkanBlocks::aFullyMaskedRowGivesZeros() {
  const BlockRow row = currentRow();
  const BlockProgram block = programOf(row, heed::test::withoutKeysForTheFirstQuery(row), Loss::WithGradients);
  compareProgram(block);
  const VulkanRun run = m_bench->run(block.program, block.inputs);
  for (std::size_t i = 0; i < run.outputs.size(); ++i) {
    QVERIFY2(heed::test::isFinite(run.outputs[i]), block.outputs[i].c_str());
    const bool isZero = block.outputs[i] == "weights" || (row.type->isMechanism && block.outputs[i] == "output");
    const Shape& shape = run.outputs[i].shape();
    for (std::int64_t j = 0; isZero && j < run.outputs[i].elementCount(); ++j) {
      if (shape.index(j)[static_cast<std::size_t>(shape.rank() - 2)] == 0) QCOMPARE(run.outputs[i].at(j), 0.0);
    }
  }
}

/// Where scores are in the millions a rounding of them decides between weights: a number may be as far from the exact
/// one as the runs from nearby inputs are, some times over, and no farther.
void TestVulkanBlocks::extremeValuesAgree() {
  const BlockRow row = currentRow();
  const BlockProgram block =
      programOf(row, heed::test::scaled(*row.type, contentsOf(*row.type, row.example), 1e3), Loss::None);
  const VulkanRun run = m_bench->run(block.program, block.inputs);
  QVERIFY2(run.complaint.empty(), run.complaint.c_str());
  const std::vector<Tensor> exact = ProgramRun()(block.program, block.inputs);
  const auto unknown = uncertainty(block, exact);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    QVERIFY2(heed::test::isFinite(run.outputs[i]), block.outputs[i].c_str());
    for (std::int64_t j = 0; j < exact[i].elementCount(); ++j) {
      const double distance = relativeDistance(run.outputs[i].at(j), exact[i].at(j));
      const double allowed = kFloat32Tolerance + 4.0 * unknown[i][static_cast<std::size_t>(j)];
      QVERIFY2(distance <= allowed,
               fmt::format("{}, element {} differs by {} where {} is allowed", block.outputs[i], j, distance, allowed)
                   .c_str());
    }
  }
}

/// One plan gives the same bits traced and not, and one submission more; each step is that of the CPU.
void TestVulkanBlocks::traceEqualsThePlainRun() {
  const BlockRow row = currentRow();
  const BlockProgram block = programOf(row, contentsOf(*row.type, row.example), Loss::None);
  const auto plan = m_bench->backend().prepare(block.program, Keep::Steps, Precision::Float32);
  Trace trace(block.program, {});
  VulkanRun plain;
  VulkanRun traced;
  bool isOneMore = false;
  // Runs are cut by what they took, so on a busy machine a run may be cut where another is not; one of many is not.
  for (int attempt = 0; attempt < kMostAttempts && !isOneMore; ++attempt) {
    const std::uint64_t start = m_bench->backend().submissions();
    plain = m_bench->run(*plan, block.inputs, Keep::Steps);
    QVERIFY2(plain.complaint.empty(), plain.complaint.c_str());
    const std::uint64_t middle = m_bench->backend().submissions();
    trace = Trace(block.program, {});
    traced = m_bench->run(*plan, block.inputs, Keep::Steps, &trace);
    QVERIFY2(traced.complaint.empty(), traced.complaint.c_str());
    isOneMore = m_bench->backend().submissions() - middle <= middle - start + 1;
  }
  QVERIFY2(isOneMore, "a traced run costs one submission more at most");
  for (std::size_t i = 0; i < plain.outputs.size(); ++i) {
    QVERIFY2(traced.outputs[i].identicalTo(plain.outputs[i]), block.outputs[i].c_str());
  }
  Trace exactTrace(block.program, {});
  const auto exact = ProgramRun{.keep = Keep::Steps, .trace = &exactTrace}(block.program, block.inputs);
  const double allowed = std::min(traced.bound, kFloat32Tolerance);
  std::string difference =
      comparison(traced.outputs, exact, block.outputs, allowed, m_largest, QTest::currentDataTag());
  QVERIFY2(difference.empty(), difference.c_str());
  for (std::size_t i = 0; i < block.program->steps().size(); ++i) {
    const std::string& id = block.program->steps()[i].id;
    const Tensor& step = trace.kept(static_cast<int>(i));
    QVERIFY2(!step.isNull(), id.c_str());
    difference =
        comparison({step}, {exactTrace.kept(static_cast<int>(i))}, {id}, allowed, m_largest, QTest::currentDataTag());
    QVERIFY2(difference.empty(), difference.c_str());
  }
}

QTEST_GUILESS_MAIN(TestVulkanBlocks)
#include "tst_vulkan_blocks.moc"
