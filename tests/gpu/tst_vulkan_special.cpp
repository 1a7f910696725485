#include "core/exec/op_check.h"
#include "tests/core/op_example_program.h"
#include "tests/gpu/vulkan_bench.h"

#include <QtTest>

#include <cmath>
#include <random>

using namespace heed::core;
using heed::test::VulkanBench;
using heed::test::VulkanRun;

namespace {

constexpr int kSeeds = 24;
/// Numbers up to 20 times each other, added by the dozen in float32; relative to max(1, |value|), as the ops' own.
constexpr double kTolerance = 1e-5;

constexpr float kSpecial[] = {NAN, INFINITY, -INFINITY, 0.0F, -0.0F, 1e-40F, -1e-40F, 1e-38F, 1.0F, -1.0F, 20.0F, 0.5F};
constexpr float kLarge[] = {3e38F, -3e38F, 1e20F, -1e20F, 88.0F, -104.0F, 3e9F, -3e9F};

/// Whether an op adds, so that it depends on the order whether a sum of huge numbers goes beyond float32.
bool adds(const OpDef& op) {
  static constexpr std::string_view kAdding[] = {"attention",
                                                 "attention_gradient",
                                                 "cross_entropy",
                                                 "cumulative_sum",
                                                 "layer_norm",
                                                 "log_softmax",
                                                 "matmul",
                                                 "mean_squared_error",
                                                 "reduce_mean",
                                                 "reduce_sum",
                                                 "reverse_cumulative_sum",
                                                 "scan",
                                                 "scatter_add",
                                                 "scatter_along_last",
                                                 "softmax"};
  return std::ranges::find(kAdding, op.name) != std::end(kAdding);
}

/// Real tensors with special numbers among theirs: all, a third or a few of them.
std::vector<Tensor> withSpecialNumbers(const std::vector<Tensor>& tensors, std::uint64_t seed, bool withLarge) {
  std::mt19937_64 random(seed);
  const std::uint64_t percent = seed % 3 == 0 ? 100 : seed % 3 == 1 ? 30 : 8;
  std::vector<Tensor> result;
  for (const Tensor& tensor : tensors) {
    if (valueKind(tensor.kind()) != ValueKind::Real) {
      result.push_back(tensor);
      continue;
    }
    std::vector<double> elements = tensor.toDoubles();
    for (double& element : elements) {
      if (random() % 100 >= percent) continue;
      const bool isLarge = withLarge && random() % 3 == 0;
      element = static_cast<double>(isLarge ? kLarge[random() % std::size(kLarge)]
                                            : kSpecial[random() % std::size(kSpecial)]);
    }
    result.push_back(Tensor::fromDoubles(tensor.shape(), elements));
  }
  return result;
}

/// Both no number, the same infinity, zeros of one sign (whose sign a sum loses or keeps by its order), or near each
/// other.
bool isSame(const OpDef& op, double found, double expected) {
  if (std::isnan(found) || std::isnan(expected)) return std::isnan(found) && std::isnan(expected);
  if (found == expected) return found != 0.0 || adds(op) || std::signbit(found) == std::signbit(expected);
  return relativeDistance(found, expected) <= kTolerance;
}

}  // namespace

/// Every op with numbers that are none, infinite, below the normal ones, minus zero or huge among its operands. A run
/// in float32 may overflow where float64 does not, so either of the CPU's results will do.
class TestVulkanSpecial : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_bench = std::make_unique<VulkanBench>(watchedBackend()); }
  void specialNumbersAreThoseOfTheCpu_data();
  void specialNumbersAreThoseOfTheCpu();

 private:
  std::unique_ptr<VulkanBench> m_bench;
};

void TestVulkanSpecial::specialNumbersAreThoseOfTheCpu_data() {
  QTest::addColumn<QString>("op");
  QTest::addColumn<int>("example");
  for (const OpDef* op : allOps()) {
    const std::vector<OpExample> examples = op->examples();
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const std::string name(op->name);
      QTest::addRow("%s: %s", name.c_str(), examples[i].label.c_str())
          << QString::fromStdString(name) << static_cast<int>(i);
    }
  }
}

void TestVulkanSpecial::specialNumbersAreThoseOfTheCpu() {
  QFETCH(QString, op);
  QFETCH(int, example);
  const OpDef& def = *findOp(op.toStdString());
  const OpExample spec = def.examples()[static_cast<std::size_t>(example)];
  OpExampleProgram open(def, spec);
  const auto program = open.finish();
  // A number that is none behind a mask may reach the sum as 0 times it, or be passed over with its key.
  const bool isMasked =
      op.startsWith(QStringLiteral("attention")) &&
      std::ranges::any_of(spec.inputs, [](const ExampleInput& input) { return input.type.kind == ValueKind::Bool; });
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const std::vector<Tensor> inputs = withSpecialNumbers(open.tensors, seed, !adds(def));
    const VulkanRun run = m_bench->run(program, inputs);
    QVERIFY2(run.complaint.empty(), run.complaint.c_str());
    const std::vector<Tensor> single = ProgramRun{.precision = Precision::Float32}(program, inputs);
    const std::vector<Tensor> exact = ProgramRun()(program, inputs);
    for (std::size_t i = 0; i < exact.size(); ++i) {
      for (std::int64_t j = 0; j < exact[i].elementCount(); ++j) {
        const double found = run.outputs[i].at(j);
        const bool isRight = isSame(def, found, single[i].at(j)) || isSame(def, found, exact[i].at(j)) ||
                             (isMasked && std::isnan(exact[i].at(j)));
        QVERIFY2(isRight, fmt::format("seed {}, output {}, element {} is {}; the CPU has {} in float32, {} in float64",
                                      seed, i, j, found, single[i].at(j), exact[i].at(j))
                              .c_str());
      }
    }
  }
}

QTEST_GUILESS_MAIN(TestVulkanSpecial)
#include "tst_vulkan_special.moc"
