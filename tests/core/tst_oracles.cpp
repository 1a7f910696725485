#include "tests/support/oracles/oracle_adapters.h"
#include "tests/support/oracles/oracle_files.h"

#include <fmt/format.h>

#include <QTest>

#include <cstdio>

using heed::test::CaseResult;
using heed::test::OracleAdapter;
using heed::test::oracleFiles;
using heed::test::oracleFolder;
using heed::test::oracleResults;
using heed::test::Outcome;
using heed::test::runOnCpu;

namespace {

const char* word(Outcome outcome) {
  switch (outcome) {
    case Outcome::Passed:
      return "passed";
    case Outcome::Failed:
      return "failed";
    case Outcome::NoBlock:
      break;
  }
  return "no such block yet";
}

}  // namespace

class TestOracles : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyCaseIsAsExpected_data();
  void everyCaseIsAsExpected();
  void filesOfWhatIsBuiltAreWhole_data();
  void filesOfWhatIsBuiltAreWhole();
  void everyAdapterHasItsFile();
  void cleanupTestCase();

 private:
  int m_passed = 0;
  int m_failed = 0;
  int m_missing = 0;
};

void TestOracles::everyCaseIsAsExpected_data() {
  QTest::addColumn<QString>("file");
  const std::vector<std::string> files = oracleFiles();
  for (const std::string& file : files) QTest::newRow(file.c_str()) << QString::fromStdString(file);
  if (files.empty()) QTest::newRow("no oracles") << QString();
}

void TestOracles::everyCaseIsAsExpected() {
  QFETCH(QString, file);
  QVERIFY2(!file.isEmpty(), fmt::format("there are no oracles in {}", oracleFolder().string()).c_str());
  int failed = 0;
  for (const CaseResult& result : oracleResults(file.toStdString(), runOnCpu)) {
    std::puts(fmt::format("{:<18} {}: {}{}", word(result.outcome), file.toStdString(), result.name,
                          result.detail.empty() ? "" : " (" + result.detail + ")")
                  .c_str());
    m_passed += result.outcome == Outcome::Passed ? 1 : 0;
    failed += result.outcome == Outcome::Failed ? 1 : 0;
    m_missing += result.outcome == Outcome::NoBlock ? 1 : 0;
  }
  std::fflush(stdout);
  m_failed += failed;
  QVERIFY2(failed == 0, fmt::format("{} cases failed", failed).c_str());
}

void TestOracles::filesOfWhatIsBuiltAreWhole_data() {
  QTest::addColumn<QString>("file");
  for (const char* file :
       {"article1/01_softmax_masks", "article1/04_sdpa", "article1/05_mha", "article1/06_global_local",
        "article1/07_sinusoidal_positions", "article1/08_layernorm_gelu_ffn", "article1/09_encoder_layer",
        "article1/40_gat", "article2/09_self_attention"}) {
    QTest::newRow(file) << QString::fromUtf8(file);
  }
}

void TestOracles::filesOfWhatIsBuiltAreWhole() {
  QFETCH(QString, file);
  const std::string name = file.toStdString();
  if (!heed::test::otherOracleFolder().empty()) QSKIP("the files of another folder may hold more");
  for (const CaseResult& result : oracleResults(name, runOnCpu)) {
    const bool isUnread = result.outcome == Outcome::NoBlock && result.detail.empty();
    QVERIFY2(!isUnread, fmt::format("nothing reads \"{}\"", result.name).c_str());
  }
}

void TestOracles::everyAdapterHasItsFile() {
  for (const OracleAdapter& adapter : heed::test::oracleAdapters()) {
    const auto path = std::filesystem::path(HEED_TEST_DATA) / "oracles" / (std::string(adapter.file) + ".json");
    QVERIFY2(std::filesystem::exists(path), path.c_str());
  }
}

void TestOracles::cleanupTestCase() {
  std::puts(fmt::format("{} passed, {} failed, {} no such block yet", m_passed, m_failed, m_missing).c_str());
  std::fflush(stdout);
}

QTEST_GUILESS_MAIN(TestOracles)
#include "tst_oracles.moc"
