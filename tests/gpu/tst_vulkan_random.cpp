#include "tests/gpu/vulkan_bench.h"
#include "tests/gpu/vulkan_random/random_program.h"

#include <QtTest>

#include <cstdlib>
#include <optional>

using namespace heed::core;
using heed::test::RandomProgram;
using heed::test::VulkanBench;
using heed::test::VulkanRun;

namespace {

/// Up to fifteen ops and their gradients, each off by some 1e-7 of values of at most about 4, and slopes of up to 3.
constexpr double kTolerance = 1e-5;

/// Programs of one row, so that each is short.
constexpr std::uint64_t kRow = 500;

/// 5,000, or as many as HEED_RANDOM_PROGRAMS says.
std::uint64_t programCount() {
  const char* wanted = std::getenv("HEED_RANDOM_PROGRAMS");
  return wanted == nullptr ? 5000 : std::strtoull(wanted, nullptr, 10);
}

/// The seed that HEED_RANDOM_PROGRAM names, or none.
std::optional<std::uint64_t> onlySeed() {
  const char* only = std::getenv("HEED_RANDOM_PROGRAM");
  return only == nullptr ? std::nullopt : std::optional<std::uint64_t>(std::strtoull(only, nullptr, 10));
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
  void everyOpIsDrawn();
  void valuesAgree_data() { seedRows(); }
  void valuesAgree() { compare(RandomProgram::Gradient::No); }
  void gradientsAgree_data() { seedRows(); }
  void gradientsAgree() { compare(RandomProgram::Gradient::Yes); }
  void cleanupTestCase() const;

 private:
  static void seedRows();
  void compare(RandomProgram::Gradient gradient);
  /// Empty if the program's numbers are right, else a sentence.
  [[nodiscard]] std::string wrongWith(std::uint64_t seed, RandomProgram::Gradient gradient);

  std::unique_ptr<VulkanBench> m_bench;
  int m_programs = 0;
  double m_largest = 0.0;
  std::uint64_t m_largestSeed = 0;
};

void TestVulkanRandom::seedRows() {
  QTest::addColumn<qulonglong>("first");
  QTest::addColumn<qulonglong>("last");
  if (const auto only = onlySeed()) {
    QTest::newRow("only") << static_cast<qulonglong>(*only) << static_cast<qulonglong>(*only);
    return;
  }
  for (std::uint64_t first = 1; first <= programCount(); first += kRow) {
    const std::uint64_t last = std::min(first + kRow - 1, programCount());
    QTest::addRow("seeds %d to %d", static_cast<int>(first), static_cast<int>(last))
        << static_cast<qulonglong>(first) << static_cast<qulonglong>(last);
  }
}

void TestVulkanRandom::everyOpIsDrawn() {
  std::map<std::string_view, std::uint64_t> counts;
  for (std::uint64_t seed = 1; seed <= programCount(); ++seed) {
    const RandomProgram random(seed);
    for (const auto& [op, count] : random.ops()) counts[op] += static_cast<std::uint64_t>(count);
  }
  for (const OpDef* op : allOps()) {
    const std::uint64_t count = counts[op->name];
    QVERIFY2(count >= programCount() / 50, fmt::format("{} was drawn {} times", op->name, count).c_str());
  }
}

std::string TestVulkanRandom::wrongWith(std::uint64_t seed, RandomProgram::Gradient gradient) {
  RandomProgram random(seed);
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
  QFETCH(qulonglong, first);
  QFETCH(qulonglong, last);
  if (onlySeed()) qInfo("%s", RandomProgram(first).finish(gradient)->toText().c_str());
  std::string failures;
  int failed = 0;
  for (std::uint64_t seed = first; seed <= last && failed < 10; ++seed) {
    ++m_programs;
    const std::string wrong = wrongWith(seed, gradient);
    if (wrong.empty()) continue;
    ++failed;
    failures += fmt::format("HEED_RANDOM_PROGRAM={}: {}\n", seed, wrong);
  }
  QVERIFY2(failures.empty(), failures.c_str());
}

void TestVulkanRandom::cleanupTestCase() const {
  qInfo("%d runs; the largest difference is %g, of seed %d", m_programs, m_largest, static_cast<int>(m_largestSeed));
}

QTEST_GUILESS_MAIN(TestVulkanRandom)
#include "tst_vulkan_random.moc"
