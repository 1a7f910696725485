#include "core/autodiff/gradients.h"
#include "core/base/error.h"
#include "core/exec/op_check.h"
#include "core/program/rewrite.h"
#include "tests/core/op_example_program.h"
#include "tests/core/program_run.h"
#include "tests/gpu/vulkan_testing.h"

#include <QtTest>

#include <fmt/format.h>

#include <random>
#include <set>

using namespace heed::core;
using heed::gpu::VulkanBackend;

namespace {

/// A gradient passes through up to a dozen kernels, each off by some 1e-7 of its result, and through sums of them.
constexpr double kGradientTolerance = 1e-5;

struct Row {
  const OpDef* op;
  OpExample example;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = [] {
    std::vector<Row> result;
    for (const OpDef* op : allOps()) {
      for (const OpExample& example : op->examples()) result.push_back({op, example});
    }
    return result;
  }();
  return all;
}

/// The sum of all real outputs, each element times a fixed random number, so that no gradient is hidden by symmetry.
Value weightedLoss(OpExampleProgram& program) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Builder& builder = program.builder;
  Value loss = builder.constant(0.0);
  for (const Value output : program.outputs) {
    if (builder.type(output).kind != ValueKind::Real) continue;
    const Shape shape = builder.shape(output);
    std::vector<double> weights(static_cast<std::size_t>(shape.elementCount()));
    for (double& weight : weights) weight = uniform(random);
    const Value product = ops::multiply(builder, output, builder.constant(Tensor::fromDoubles(shape, weights)));
    loss = ops::add(builder, loss, ops::reduceSum(builder, product, {}, ops::KeepDimensions::No));
  }
  return loss;
}

std::shared_ptr<const Program> gradientProgram(OpExampleProgram& example, const OpExample& spec) {
  const Value loss = weightedLoss(example);
  std::vector<Value> wrt;
  for (std::size_t i = 0; i < example.inputs.size(); ++i) {
    if (spec.inputs[i].type.kind == ValueKind::Real) wrt.push_back(example.inputs[i]);
  }
  std::vector<ProgramOutput> outputs{{"loss", loss}};
  for (const Value gradient : gradients(example.builder, loss, wrt)) {
    outputs.push_back({fmt::format("gradient {}", outputs.size()), gradient});
  }
  return example.builder.finish(outputs);
}

/// The ops of a program that must start a kernel: those that its outputs need and that have an element in an output.
std::set<std::string> workingOps(const Program& program) {
  std::vector<Value> outputs;
  for (const ProgramOutput& output : program.outputs()) outputs.push_back(output.value);
  const auto needed = sliced(program, outputs);
  std::set<std::string> names;
  for (const Node& node : needed->nodes()) {
    const bool works =
        std::ranges::any_of(node.outputs, [&](Value output) { return needed->type(output).shape.elementCount() > 0; });
    if (works) names.insert(std::string(node.op->name));
  }
  return names;
}

}  // namespace

class TestVulkanOps : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void agreesWithFloat64_data() { everyRow(false); }
  void agreesWithFloat64() { compare(false); }
  void gradientAgreesWithFloat64_data() { everyRow(true); }
  void gradientAgreesWithFloat64() { compare(true); }
  void drawsAreThoseOfTheCpu();
  void everyOpRuns();
  void wrongIndicesAreErrorsOfTheRun();
  void validationIsSilent();
  void cleanupTestCase();

 private:
  static void everyRow(bool withGradient);
  void compare(bool withGradient);

  std::unique_ptr<VulkanBackend> m_backend;
  double m_largest = 0.0;
  std::string m_largestAt;
  int m_compared = 0;
};

void TestVulkanOps::initTestCase() {
  m_backend = watchedBackend();
  qInfo("device: %s", m_backend->deviceName().c_str());
}

void TestVulkanOps::everyRow(bool withGradient) {
  QTest::addColumn<int>("row");
  for (std::size_t i = 0; i < rows().size(); ++i) {
    const Row& row = rows()[i];
    if (withGradient && (row.op->vjp == nullptr || !row.example.checkGradient)) continue;
    QTest::addRow("%s: %s", std::string(row.op->name).c_str(), row.example.label.c_str()) << static_cast<int>(i);
  }
}

void TestVulkanOps::compare(bool withGradient) {
  QFETCH(int, row);
  const auto& [op, spec] = rows()[static_cast<std::size_t>(row)];
  OpExampleProgram example(*op, spec);
  const auto program = withGradient ? gradientProgram(example, spec) : example.finish();
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const auto before = m_backend->dispatchCounts();
  const std::vector<Tensor> found = runOn(*m_backend, *plan, example.tensors);
  const auto after = m_backend->dispatchCounts();
  for (const std::string& name : workingOps(plan->program())) {
    const auto earlier = before.find(name);
    const auto later = after.find(name);
    QVERIFY2(later != after.end() && later->second > (earlier == before.end() ? 0 : earlier->second),
             ("no kernel was started for " + name).c_str());
  }
  const std::vector<Tensor> exact = ProgramRun()(program, example.tensors);
  const double tolerance = op->tolerance.float32 + (withGradient ? kGradientTolerance : 0.0);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    QVERIFY(valueKind(found[i].kind()) == valueKind(exact[i].kind()));
    const double distance = largestDistance(found[i], exact[i]);
    if (distance > m_largest) {
      m_largest = distance;
      m_largestAt = QTest::currentDataTag();
    }
    QVERIFY2(distance <= tolerance, fmt::format("differs by {} where {} is allowed", distance, tolerance).c_str());
  }
  ++m_compared;
  QVERIFY2(m_backend->validationMessages().empty(), joined(m_backend->validationMessages()).c_str());
}

void TestVulkanOps::drawsAreThoseOfTheCpu() {
  Builder builder;
  const Value drawn = ops::randomUniform(builder, {1001}, (std::int64_t{5} << 32U) + 3);
  const auto program = builder.finish({{"drawn", drawn}});
  CpuBackend cpu;
  const auto cpuPlan = cpu.prepare(program, Keep::Outputs, Precision::Float32);
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  QVERIFY(runOn(*m_backend, *plan, {})[0].identicalTo(runOn(cpu, *cpuPlan, {})[0]));
}

void TestVulkanOps::everyOpRuns() {
  for (const OpDef* op : allOps()) QVERIFY2(m_backend->supports(*op), op->name.data());
}

void TestVulkanOps::wrongIndicesAreErrorsOfTheRun() {
  Builder builder;
  const Value table = builder.input("table", {ValueKind::Real, {4, 3}});
  const Value indices = builder.input("indices", {ValueKind::Int, {2, 3}});
  const auto program = builder.finish({{"rows", ops::gather(builder, table, indices, 0)}});
  const auto plan = m_backend->prepare(program, Keep::Outputs, Precision::Float32);
  const Tensor rowsOfTable = Tensor::zeros(ElementKind::Float32, {4, 3});
  const std::vector<Tensor> wrong = {rowsOfTable, Tensor::fromInts({2, 3}, {0, 1, 2, 3, 4, 0})};
  try {
    std::ignore = runOn(*m_backend, *plan, wrong);
    QFAIL("an index outside was taken");
  } catch (const Error& error) {
    QCOMPARE(error.kind(), ErrorKind::Parameter);
    QCOMPARE(QString::fromStdString(error.text().english()),
             QStringLiteral("gather: index 4 at position 4 is outside [0, 4)"));
  }
  const std::vector<Tensor> right = {rowsOfTable, Tensor::fromInts({2, 3}, {0, 1, 2, 3, 3, 0})};
  QCOMPARE(runOn(*m_backend, *plan, right).size(), std::size_t{1});
}

void TestVulkanOps::validationIsSilent() {
  QVERIFY2(m_backend->validationMessages().empty(), joined(m_backend->validationMessages()).c_str());
}

void TestVulkanOps::cleanupTestCase() {
  qInfo("%d programs compared; the largest difference is %g, at \"%s\"", m_compared, m_largest, m_largestAt.c_str());
}

QTEST_GUILESS_MAIN(TestVulkanOps)
#include "tst_vulkan_ops.moc"
