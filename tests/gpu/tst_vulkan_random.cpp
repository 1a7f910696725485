#include "tests/gpu/vulkan_bench.h"
#include "tests/gpu/vulkan_random/random_ops.h"
#include "tests/gpu/vulkan_random/random_program.h"

#include <QtTest>

#include <cstdlib>

using namespace heed::core;
using heed::test::RandomOp;
using heed::test::RandomProgram;
using heed::test::VulkanBench;
using heed::test::VulkanRun;

namespace {

/// Up to fifteen ops and their gradients, each off by some 1e-7 of values of at most about 4, and slopes of up to 3.
constexpr double kTolerance = 1e-5;

/// 5,000, or as many as HEED_RANDOM_PROGRAMS says.
std::uint64_t programCount() {
  const char* wanted = std::getenv("HEED_RANDOM_PROGRAMS");
  return wanted == nullptr ? 5000 : std::strtoull(wanted, nullptr, 10);
}

double largestOf(const std::vector<Tensor>& found, const std::vector<Tensor>& exact) {
  double largest = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double distance = largestDistance(found[i], exact[i]);
    if (!(distance <= largest)) largest = distance;
  }
  return largest;
}

}  // namespace

/// Programs that nobody thought of: what ops leave to each other, and memory that is used again. With
/// HEED_RANDOM_PROGRAM=<seed> only that one is run, and printed.
class TestVulkanRandom : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { m_bench = std::make_unique<VulkanBench>(watchedBackend()); }
  void everyOpCanBeDrawn();
  void valuesAgree() { compare(RandomProgram::Gradient::No); }
  void gradientsAgree() { compare(RandomProgram::Gradient::Yes); }

 private:
  void compare(RandomProgram::Gradient gradient);
  /// Empty if the program's numbers are right, else a sentence.
  [[nodiscard]] std::string wrongWith(std::uint64_t seed, RandomProgram::Gradient gradient);

  std::unique_ptr<VulkanBench> m_bench;
  std::map<std::string_view, int> m_ops;
  double m_largest = 0.0;
  std::uint64_t m_largestSeed = 0;
};

void TestVulkanRandom::everyOpCanBeDrawn() {
  for (const OpDef* op : allOps()) {
    QVERIFY2(std::ranges::find(heed::test::randomOps(), op->name, &RandomOp::name) != heed::test::randomOps().end(),
             op->name.data());
  }
}

std::string TestVulkanRandom::wrongWith(std::uint64_t seed, RandomProgram::Gradient gradient) {
  RandomProgram random(seed);
  for (const auto& [op, count] : random.ops()) m_ops[op] += count;
  const auto program = random.finish(gradient);
  const std::vector<Tensor> exact = ProgramRun()(program, random.inputs());
  const VulkanRun run = m_bench->run(program, random.inputs());
  if (!run.complaint.empty()) return run.complaint;
  const double distance = largestOf(run.outputs, exact);
  if (distance <= kTolerance) {
    if (distance > m_largest) {
      m_largest = distance;
      m_largestSeed = seed;
    }
    return {};
  }
  std::string message = fmt::format("differs by {} where {} is allowed:", distance, kTolerance);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    message += fmt::format(" {} {}", program->outputs()[i].name, largestDistance(run.outputs[i], exact[i]));
  }
  return message;
}

void TestVulkanRandom::compare(RandomProgram::Gradient gradient) {
  m_ops.clear();
  m_largest = 0.0;
  if (const char* only = std::getenv("HEED_RANDOM_PROGRAM"); only != nullptr) {
    const std::uint64_t seed = std::strtoull(only, nullptr, 10);
    qInfo("%s", RandomProgram(seed).finish(gradient)->toText().c_str());
    const std::string wrong = wrongWith(seed, gradient);
    QVERIFY2(wrong.empty(), wrong.c_str());
    return;
  }
  std::string failures;
  int failed = 0;
  for (std::uint64_t seed = 1; seed <= programCount() && failed < 10; ++seed) {
    const std::string wrong = wrongWith(seed, gradient);
    if (wrong.empty()) continue;
    ++failed;
    failures += fmt::format("HEED_RANDOM_PROGRAM={}: {}\n", seed, wrong);
  }
  QVERIFY2(failures.empty(), failures.c_str());
  for (const RandomOp& op : heed::test::randomOps()) {
    QVERIFY2(m_ops[op.name] >= static_cast<int>(programCount() / 50),
             fmt::format("{} was drawn {} times", op.name, m_ops[op.name]).c_str());
  }
  qInfo("%d programs; the largest difference is %g, of %d", static_cast<int>(programCount()), m_largest,
        static_cast<int>(m_largestSeed));
}

QTEST_GUILESS_MAIN(TestVulkanRandom)
#include "tst_vulkan_random.moc"
